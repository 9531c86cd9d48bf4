"""A table to try things on: what can be done, and the cheapest ways there.

It is a copy of the real one on which one seat holds every colour, and it never
looks into the deck: to explore is to give a pawn away.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from heapq import heappop, heappush
from typing import NamedTuple, Self

from pbem.rules.mars.actions.action import Action
from pbem.rules.mars.actions.exploring import Explore
from pbem.rules.mars.actions.table import RoundState
from pbem.rules.mars.map.colours import COLOUR, COLOURS
from pbem.rules.mars.state import TIMER_TICKS, Settings, State

#: Costs of a route, in actions: a pawn in the way, one that must stay, and no way.
BLOCKED_COST, RESERVED_COST = 5, 40
NO_WAY_COST = 1 << 20
MAX_CLEARINGS = 80  #: pawns that are cleared away for one goal, tries included

_SEAT = "*"  #: the one who holds every colour

#: a place, and the action tile in use there
Node = tuple[int, int]


class Style(NamedTuple):
    """How a team plays; where one way fails, another may win."""

    bridge_cost: int = 14  #: of a bridge to be built, on a route
    low_sand: int = 50  #: of a gentle timer, at which it should be turned
    switch_cost: int = 4  #: of changing the action tile, on a route (Z16)
    foresight: int = 45  #: actions that are thought ahead


def low_sand(settings: Settings, style: Style) -> int:
    """Return the ticks of sand at which a style turns the timer of a game."""
    return style.low_sand * settings.timer // TIMER_TICKS


class Unreachable(Exception):
    """A goal that cannot be reached from here."""


class Restart(Exception):
    """A goal that begins anew, as the pawn under way paid for a bridge."""


class Simulation:
    """A table to try things on, and the actions tried so far."""

    def __init__(self, state: State, style: Style) -> None:
        alone = replace(state, seats=(_SEAT,), hands=(COLOURS,), using=0)
        self.table = RoundState(replace(alone, deck=("?",) * len(state.deck)))
        self.actions: list[Action] = []
        self.explored: set[int] = set()  #: platforms whose pawns were given
        self.reserved: set[int] = set()  #: places whose pawns must stay
        self.style = style
        self.clearings = [MAX_CLEARINGS]  #: those left; copies share the number
        self.deck = len(state.deck)
        self.tiles = state.hands if state.solo else ()
        self._fitting: dict[tuple[str, ...], tuple[int, ...]] = {}

    def copy(self) -> Self:
        """Return the same table, to try something that may fail."""
        twin, table = copy(self), copy(self.table)
        table.pawns = dict(table.pawns)
        table.supply = dict(table.supply)
        table.events, table.walks = [], []
        twin.table = table
        twin.actions = list(self.actions)
        twin.explored = set(self.explored)
        twin.reserved = set(self.reserved)
        return twin

    @contextmanager
    def trial(self) -> Iterator[Self]:
        """Lend a copy, and become it unless an exception ends the trial."""
        twin = self.copy()
        yield twin
        self.__dict__.update(twin.__dict__)

    def do(self, action: Action) -> None:
        """Do one more action. Raise Unreachable when it cannot be done."""
        if isinstance(action, Explore):
            self.table.take_back(action.at)
            self.explored.add(action.at)
            self.deck -= 1
        elif action.perform(self.table, _SEAT) is not None:
            raise Unreachable(str(action))
        self.actions.append(action)

    def steps(
        self, pawn: str, place: int
    ) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        """Yield where a pawn can go in one action, at what cost beyond it, and how."""
        board = self.table.board
        for other, colours in board.exits[place]:
            yield other, 0, colours
        if pawn != "colonist" and board.spots[place].pipe:
            for spot in board.spots.values():
                if spot.pipe and spot.place != place:
                    yield spot.place, 0, COLOURS
        if self.table.settings.wild and len(self.table.bridges) < len(COLOURS):
            for a, b in board.sites:
                if a == place:
                    yield b, self.style.bridge_cost, COLOURS

    def route(
        self, pawn: str, sources: dict[int, int], target: int
    ) -> tuple[int, list[int]] | None:
        """Return the cheapest way to a target: its cost and the places on it."""
        pawns = self.table.pawns
        best: dict[Node, int] = {}
        came: dict[Node, Node] = {}
        queue: list[tuple[int, Node]] = []
        for place, cost in sources.items():
            changed = pawns.get(place) != pawn
            for tile in self.tiles_of((COLOUR[pawn],) if changed else COLOURS):
                best[place, tile] = cost
                heappush(queue, (cost, (place, tile)))
        while queue:
            cost, node = heappop(queue)
            place, tile = node
            if cost > best[node]:
                continue
            if place == target:
                path = [place]
                while node in came:
                    node = came[node]
                    path.append(node[0])
                return cost, path[::-1]
            for other, extra, colours in self.steps(pawn, place):
                if pawn in COLOUR and other != target and self.table.fresh(other):
                    continue
                price = cost + 1 + extra
                if other in pawns:
                    price += RESERVED_COST if other in self.reserved else BLOCKED_COST
                    price += BLOCKED_COST * (pawns[other] == "slug")
                tiles = self.tiles_of(colours)
                for next_ in (tile,) if tile in tiles else tiles:
                    whole = price + self.style.switch_cost * (next_ != tile)
                    if whole < best.get((other, next_), NO_WAY_COST):
                        best[other, next_] = whole
                        came[other, next_] = node
                        heappush(queue, (whole, (other, next_)))
        return None

    def tiles_of(self, colours: tuple[str, ...]) -> tuple[int, ...]:
        """Return, alone, the action tiles with one of these colours; else just one."""
        found = self._fitting.get(colours)
        if found is None:
            tiles = [i for i, t in enumerate(self.tiles) if set(t) & set(colours)]
            found = self._fitting[colours] = tuple(tiles or [0])
        return found

    def sources(self, pawn: str) -> dict[int, int]:
        """Return where such a pawn is, or could be made, and what that costs."""
        table = self.table
        found = {
            place: 0
            for place, kind in table.pawns.items()
            if kind == pawn and place not in self.reserved
        }
        if table.supply.get(pawn) and pawn in COLOUR:
            for place in table.board.factories.get(COLOUR[pawn], ()):
                if place not in found:
                    found[place] = 1 + BLOCKED_COST * (place in table.pawns)
        return found

    def cost(self, pawn: str, target: int) -> int:
        """Return what it costs to bring such a pawn somewhere, or NO_WAY_COST."""
        found = self.route(pawn, self.sources(pawn), target)
        return found[0] if found else NO_WAY_COST
