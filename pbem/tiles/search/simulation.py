"""A table to try things on: what can be done, and the cheapest ways there.

It is a copy of the real one on which one seat holds every colour, and it never
looks into the deck: to explore is to give a pawn away.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from heapq import heappop, heappush
from typing import NamedTuple, Self

from pbem.rules.mars.actions.perform import DEEDS
from pbem.rules.mars.actions.table import Desk
from pbem.rules.mars.map.colours import COLOUR, COLOURS
from pbem.rules.mars.orders import Action, Explore
from pbem.rules.mars.state import State

BLOCKED, GUARDED = 5, 40  #: what pawns in the way cost on a route
EFFORT = 80  #: pawns that are cleared away for one goal, tries included

#: a place, and the action tile in use there
Node = tuple[int, int]


class Style(NamedTuple):
    """How a team plays; where one way fails, another may win."""

    span: int = 14  #: what a bridge to be built costs on a route
    low: int = 50  #: the sand at which the timer should be turned
    switch: int = 4  #: Z16: what it costs to change the action tile
    long: int = 45  #: actions that are thought ahead


class Dead(Exception):
    """A goal that cannot be reached from here."""


class Again(Exception):
    """The pawn under way paid for a bridge: the goal begins anew."""


class Ground:
    """A table to try things on, and the actions tried so far."""

    def __init__(self, state: State, style: Style) -> None:
        alone = replace(state, seats=("*",), hands=(COLOURS,), using=0)
        self.desk = Desk(replace(alone, deck=("?",) * len(state.deck)))
        self.actions: list[Action] = []
        self.given: set[int] = set()  #: platforms explored in this sketch
        self.kept: set[int] = set()  #: places whose pawns must stay
        self.style = style
        self.fitting: dict[tuple[str, ...], tuple[int, ...]] = {}
        self.effort = [EFFORT]  #: what is left of it; copies share it
        self.deck = len(state.deck)
        self.tiles = state.hands if state.solo else ()

    def copy(self) -> Self:
        """The same table, to try something that may fail."""
        twin = object.__new__(type(self))
        twin.desk = Desk(self.desk.packed())
        twin.desk.supply = dict(self.desk.supply)
        twin.desk.flipped = self.desk.flipped
        twin.actions = list(self.actions)
        twin.given = set(self.given)
        twin.kept = set(self.kept)
        twin.style = self.style
        twin.fitting = self.fitting
        twin.effort = self.effort
        twin.deck = self.deck
        twin.tiles = self.tiles
        return twin

    def do(self, action: Action) -> None:
        """One more action. Raises Dead when it cannot be done."""
        if isinstance(action, Explore):
            self.desk.back(action.at)
            self.given.add(action.at)
            self.deck -= 1
        elif DEEDS[type(action)](self.desk, 0, action) is not None:
            raise Dead(str(action))
        self.actions.append(action)

    def fresh(self, place: int) -> bool:
        """Whether a place is a timer space that would be used up."""
        return (
            self.desk.board.spots[place].timer
            and place not in self.desk.spent
            and not self.desk.landed
        )

    def steps(
        self, pawn: str, place: int
    ) -> Iterable[tuple[int, int, tuple[str, ...]]]:
        """Where a pawn can go in one action, at what cost beyond one, and how."""
        board = self.desk.board
        for other, colours in board.ways[place]:
            yield other, 0, colours
        if pawn != "colonist" and board.spots[place].pipe:
            for spot in board.spots.values():
                if spot.pipe and spot.place != place:
                    yield spot.place, 0, COLOURS
        used = {colour for _, _, colour in self.desk.bridges}
        if self.desk.settings.wild and len(used) < len(COLOURS):
            for a, b in board.sites:
                if a == place:
                    yield b, self.style.span, COLOURS

    def route(
        self, pawn: str, sources: dict[int, int], target: int
    ) -> tuple[int, list[int]] | None:
        """The cheapest way to a target: its cost and the places on it."""
        pawns = self.desk.pawns
        best: dict[Node, int] = {}
        came: dict[Node, Node] = {}
        queue: list[tuple[int, Node]] = []
        for place, cost in sources.items():
            made = pawns.get(place) != pawn
            for tile in self.tiles_of((COLOUR[pawn],) if made else COLOURS):
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
                if pawn in COLOUR and other != target and self.fresh(other):
                    continue
                price = cost + 1 + extra
                if other in pawns:
                    price += GUARDED if other in self.kept else BLOCKED
                    price += BLOCKED * (pawns[other] == "slug")
                tiles = self.tiles_of(colours)
                for next_ in (tile,) if tile in tiles else tiles:
                    whole = price + self.style.switch * (next_ != tile)
                    if whole < best.get((other, next_), 1 << 30):
                        best[other, next_] = whole
                        came[other, next_] = node
                        heappush(queue, (whole, (other, next_)))
        return None

    def tiles_of(self, colours: tuple[str, ...]) -> tuple[int, ...]:
        """Alone: the action tiles with one of these colours; else just one."""
        found = self.fitting.get(colours)
        if found is None:
            tiles = [i for i, t in enumerate(self.tiles) if set(t) & set(colours)]
            found = self.fitting[colours] = tuple(tiles or [0])
        return found

    def sources(self, pawn: str) -> dict[int, int]:
        """Where such a pawn is, or could be made, and what that costs."""
        desk = self.desk
        found = {
            place: 0
            for place, kind in desk.pawns.items()
            if kind == pawn and place not in self.kept
        }
        if desk.supply.get(pawn) and pawn in COLOUR:
            for place in desk.board.factories.get(COLOUR[pawn], ()):
                if place not in found:
                    found[place] = 1 + BLOCKED * (place in desk.pawns)
        return found

    def cost(self, pawn: str, target: int) -> int:
        """What it costs to bring such a pawn somewhere; huge when impossible."""
        found = self.route(pawn, self.sources(pawn), target)
        return found[0] if found else 1 << 20
