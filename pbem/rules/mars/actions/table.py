"""The working table of one round; made for it, and thrown away after it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbem.protocol import Event
from pbem.rules.mars.map.board import Board, survey
from pbem.rules.mars.state import State, supply

#: why an action cannot be done now: code, place, pawn
Snag = tuple[str, int, str]


class Desk:
    """A state taken apart, so that a round can be played on it."""

    def __init__(self, state: State) -> None:
        self.start = state
        self.settings = state.settings
        self.seats = state.seats
        self.hands = list(state.hands)
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
        self.tick = 0
        self.flipped = False
        self.switched = False  #: solo: in this tick (Z16)
        self.acted = False
        self.events: list[Event] = []
        self.walks: list[tuple[str, list[int]]] = []
        self.supply = supply(state.settings, self.pawns, state.aboard)
        self.board: Board = state.board

    def packed(self, **changes: Any) -> State:
        """The desk as a state again."""
        return replace(
            self.start,
            hands=tuple(self.hands),
            using=self.using,
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
            **changes,
        )

    def survey(self) -> None:
        """Draws the map anew after something was built."""
        self.board = survey(self.start.box, self.laid, self.bridges, self.domes)

    def hand(self, seat: int) -> tuple[str, ...]:
        """The colours of a seat, now."""
        return self.hands[self.using if len(self.seats) == 1 else seat]

    def walked(self, pawn: str, origin: int, target: int) -> None:
        """Keeps a move for the trail."""
        for kind, path in reversed(self.walks):
            if path[-1] == origin and kind == pawn:
                path.append(target)
                return
        self.walks.append((pawn, [origin, target]))

    def back(self, place: int) -> str:
        """Takes the pawn from a place to the supply."""
        pawn = self.pawns.pop(place, "")
        if pawn:
            self.supply[pawn] += 1
        return pawn
