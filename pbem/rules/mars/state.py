"""The state of a game on Mars: all that lies on the table, as one value."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.rules.mars.map.board import Board, Bridge, Laid, survey
from pbem.rules.mars.map.colours import COLOUR, TRASH, TWO
from pbem.rules.mars.map.tiles import Box

FULL = 180  #: ticks of sand in a timer
TRAIL = 3  #: rounds that the trail remembers

#: a pawn and the places it went through in one round
Walk = tuple[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of a game, as the header gave them."""

    module: int = 1
    x: int = 0  #: Z18
    experts: bool = False  #: Z17
    solo: str = "two"  #: Z16
    rest: int = 5  #: the least ticks that a round takes
    price: int = 5  #: ticks that a message costs

    @property
    def slugs(self) -> int:
        """How many slugs the module brings."""
        return max(0, self.module - 3)

    @property
    def trash(self) -> int:
        """How many pieces of trash the module brings."""
        return TRASH if self.module >= 3 else 0

    @property
    def wild(self) -> int:
        """How many Wild tokens (and whether bridges) the module brings."""
        return 3 if self.module >= 2 else 0


@dataclass(frozen=True, slots=True)
class State:
    """A position between two rounds."""

    box: Box
    seats: tuple[str, ...]
    settings: Settings
    hands: tuple[tuple[str, ...], ...]  #: one action tile a seat; solo: all
    laid: tuple[Laid, ...]
    deck: tuple[str, ...] = ()
    pawns: tuple[tuple[int, str], ...] = ()  #: place and pawn, by place
    aboard: int = 0  #: colonists in the rocket below the one that is next
    landed: bool = False
    bridges: tuple[Bridge, ...] = ()
    domes: tuple[int, ...] = ()  #: tile numbers, by building
    spent: tuple[int, ...] = ()  #: timer spaces that were used
    sand: int = FULL
    clock: int = 0  #: ticks since the beginning
    wild: int = 0
    round: int = 1
    talking: bool = False
    before: str = ""  #: whom the "Do Something!" pawn stands before
    icon: str = ""  #: the icon of the communication board that it stands on
    said: tuple[tuple[str, str, str], ...] = ()  #: signs since the last round
    using: int = 0  #: solo: the action tile in use, from 0
    trail: tuple[tuple[int, tuple[Walk, ...]], ...] = ()
    ended: str = ""  #: "home" or "sand"

    @property
    def solo(self) -> bool:
        """Whether one player plays alone (Z16)."""
        return len(self.seats) == 1

    @property
    def board(self) -> Board:
        """The map as it lies now."""
        return survey(self.box, self.laid, self.bridges, self.domes)

    @property
    def silent(self) -> bool:
        """Whether the module forbids to talk."""
        return self.settings.module >= 2 and not self.solo

    def hand(self, seat: int) -> tuple[str, ...]:
        """The colours that a seat may use now."""
        return self.hands[self.using if self.solo else seat]

    def owners(self, colour: str) -> tuple[str, ...]:
        """Who holds a colour."""
        if self.solo:
            return self.seats
        return tuple(
            seat
            for seat, hand in zip(self.seats, self.hands, strict=True)
            if colour in hand
        )


def supply(settings: Settings, pawns: dict[int, str], aboard: int) -> dict[str, int]:
    """The pawns that are not on the map, by kind."""
    left = dict.fromkeys(COLOUR, TWO)
    left |= {"trash": settings.trash, "slug": settings.slugs}
    left["colonist"] = settings.module - aboard
    for pawn in pawns.values():
        left[pawn] -= 1
    return left
