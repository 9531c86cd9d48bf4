"""The state of a game on Mars: all that lies on the table, as one value."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Options, Seat
from pbem.rules.mars.map.board import Board, Bridge, Laid, board_of
from pbem.rules.mars.map.colours import COLOUR, PAWNS_PER_RESOURCE, TRASH_PIECES
from pbem.rules.mars.map.tiles import Box

TIMER_TICKS = 180  #: of sand in a full timer, where it is gentle (Z29)
TRAIL_ROUNDS = 3  #: that the trail remembers
SWITCH_TICKS = 10  #: alone: the action tile changes on their multiples (Z16)

#: a pawn and the places it went through in one round
Walk = tuple[str, tuple[int, ...]]
#: the last rounds, each with its walks
Trail = tuple[tuple[int, tuple[Walk, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MarsOptions(Options):
    """The options of a game, as the header gives them."""

    module: int = 1
    x: int = 0  #: tiles more in the deck (Z18)
    experts: bool = False  #: (Z17)
    solo: str = "two"  #: with the action tiles of "two" players or of "six" (Z16)
    sand: str = "even"  #: or "gentle"
    rest: int = 5  #: the least ticks that a round takes (Z20)
    talk: int = 5  #: ticks that a message costs (Z22)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(MarsOptions):
    """The options of a game, as the rules use them."""

    timer: int = TIMER_TICKS  #: of sand in a full timer (Z29)

    @property
    def slugs(self) -> int:
        """The number of slugs that the module brings."""
        return max(0, self.module - 3)

    @property
    def trash(self) -> int:
        """The pieces of trash that the module brings."""
        return TRASH_PIECES if self.module >= 3 else 0

    @property
    def pipes(self) -> bool:
        """Whether the module brings pipelines (Z18)."""
        return self.module >= 3

    @property
    def wild(self) -> int:
        """The number of Wild tokens (0: nor bridges) that the module brings (Z9)."""
        return 3 if self.module >= 2 else 0


@dataclass(frozen=True, slots=True)
class State:
    """A position between two rounds."""

    box: Box
    seats: tuple[Seat, ...]
    settings: Settings
    hands: tuple[tuple[str, ...], ...]  #: one action tile a seat; alone: all
    laid: tuple[Laid, ...]
    deck: tuple[str, ...] = ()
    pawns: tuple[tuple[int, str], ...] = ()  #: place and pawn, by place
    aboard: int = 0  #: colonists in the rocket below the one that is next
    landed: bool = False
    bridges: tuple[Bridge, ...] = ()
    domes: tuple[int, ...] = ()  #: tile numbers, by building
    spent: tuple[int, ...] = ()  #: timer spaces that were used
    sand: int = TIMER_TICKS
    clock: int = 0  #: ticks since the beginning
    wild: int = 0
    round: int = 1
    talking: bool = False
    before: Seat = ""  #: whom the "Do Something!" pawn stands before
    icon: str = ""  #: the icon of the communication board that it stands on
    signs: tuple[tuple[str, Seat, str], ...] = ()  #: signs since the last round
    using: int = 0  #: alone: the action tile in use, from 0
    switched: int = -1  #: alone: the tick of the clock on which it was changed last
    trail: Trail = ()
    ended: str = ""  #: "home" or "sand"

    @property
    def solo(self) -> bool:
        """Whether one player plays alone (Z16)."""
        return len(self.seats) == 1

    @property
    def board(self) -> Board:
        """The map as it lies now."""
        return board_of(self.box, self.laid, self.bridges, self.domes)

    @property
    def silent(self) -> bool:
        """Whether the module forbids to talk."""
        return self.settings.module >= 2 and not self.solo

    @property
    def talk_price(self) -> int:
        """The ticks that a message costs: 0 where nobody is silenced (Z22)."""
        return self.settings.talk if self.silent else 0

    def hand(self, seat: Seat) -> tuple[str, ...]:
        """Return the colours that a seat may use now."""
        return self.hands[self.using if self.solo else self.seats.index(seat)]

    def owners(self, colour: str) -> tuple[Seat, ...]:
        """Return who holds a colour."""
        if self.solo:
            return self.seats
        return tuple(seat for seat in self.seats if colour in self.hand(seat))


_RESOURCES = dict.fromkeys(COLOUR, PAWNS_PER_RESOURCE)


def supply(settings: Settings, pawns: dict[int, str], aboard: int) -> dict[str, int]:
    """Return the number of pawns of each kind that are not on the map."""
    left = _RESOURCES.copy()
    left["trash"], left["slug"] = settings.trash, settings.slugs
    left["colonist"] = settings.module - aboard
    for pawn in pawns.values():
        left[pawn] -= 1
    return left
