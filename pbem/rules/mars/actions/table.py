"""The working table of one round; made for it, and thrown away after it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from pbem.protocol import Event, Seat
from pbem.rules.mars.events import ActionEvent
from pbem.rules.mars.map.board import board_of
from pbem.rules.mars.state import State, supply


class Blocked(NamedTuple):
    """Why an action cannot be done now; templates put it in words."""

    why: str  #: "no-pawn"
    place: int = 0
    pawn: str = ""
    forever: bool = False  #: it can never be done any more (Z31)


class RoundState:
    """The mutable working copy of a state while a round is resolved."""

    def __init__(self, state: State) -> None:
        self.start = state
        self.settings = state.settings
        self.seats = state.seats
        self.alone = len(state.seats) == 1
        self.hands = state.hands
        self.using = state.using
        self.laid = state.laid
        self.deck = state.deck
        self.pawns = dict(state.pawns)
        self.aboard = state.aboard
        self.landed = state.landed
        self.bridges = state.bridges
        self.domes = state.domes
        self.spent = state.spent
        self.sand = state.sand
        self.clock = state.clock
        self.wild = state.wild
        self.round = state.round
        self.talking = state.talking
        self.signs = state.signs
        self.trail = state.trail
        self.ended = state.ended
        self.tick = 0
        self.flipped = False  #: whether the timer was turned
        self.switched = state.switched  #: alone: the tick of the last change
        self.acted = False  #: whether anybody did anything
        self.events: list[Event] = []
        self.walks: list[tuple[str, list[int]]] = []
        self.supply = supply(state.settings, self.pawns, state.aboard)
        self.board = state.board
        self.take_up()

    def packed(self) -> State:
        """Return the table as a state again."""
        return replace(
            self.start,
            hands=self.hands,
            laid=self.laid,
            deck=self.deck,
            pawns=tuple(sorted(self.pawns.items())),
            aboard=self.aboard,
            landed=self.landed,
            bridges=self.bridges,
            domes=self.domes,
            spent=self.spent,
            sand=self.sand,
            clock=self.clock,
            wild=self.wild,
            round=self.round,
            talking=self.talking,
            signs=self.signs,
            using=self.using,
            switched=self.switched,
            trail=self.trail,
            ended=self.ended,
        )

    def redraw(self) -> None:
        """Draw the map anew after something was built."""
        self.board = board_of(self.start.box, self.laid, self.bridges, self.domes)

    def take_up(self) -> None:
        """Give each seat its hand, after they changed or another is in use."""
        hands = self.hands[self.using :] if self.alone else self.hands
        #: The colours of each seat, now.
        self.hand = dict(zip(self.seats, hands, strict=False))

    def fresh(self, place: int) -> bool:
        """Return whether a resource there would turn the timer (Z8, Z26)."""
        if not self.board.spots[place].timer:
            return False
        return place not in self.spent and not self.landed

    def walked(self, pawn: str, origin: int, target: int) -> None:
        """Keep a move for the trail."""
        for kind, path in reversed(self.walks):
            if path[-1] == origin and kind == pawn:
                path.append(target)
                return
        self.walks.append((pawn, [origin, target]))

    def carry(self, pawn: str, origin: int, target: int) -> None:
        """Move what stands somewhere, for the trail too."""
        self.pawns[target] = self.pawns.pop(origin)
        self.walked(pawn, origin, target)

    def bring(self, pawn: str, place: int) -> None:
        """Put a pawn out of the supply on the map."""
        self.supply[pawn] -= 1
        self.pawns[place] = pawn

    def tell(self, kind: type[ActionEvent], seat: Seat, **facts: Any) -> None:
        """Add the event of a seat's action in this tick."""
        self.events.append(kind(tick=self.tick, seat=seat, **facts))

    def take_back(self, place: int) -> str:
        """Take the pawn from a place to the supply, and return it (or "")."""
        pawn = self.pawns.pop(place, "")
        if pawn:
            self.supply[pawn] += 1
        return pawn
