"""What happens in a game of Magma; much of it is told of before it does."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Event, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A piece stepped, or jumped over others of its colour."""

    seat: Seat
    colour: str
    path: tuple[str, ...]
    over: tuple[str, ...]  #: empty for a step


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered(Event):
    """A new piece came in through its home."""

    seat: Seat
    colour: str
    home: str
    path: tuple[str, ...]  #: its landings; the home itself if it was vacant
    over: tuple[str, ...]
    left: int  #: pieces that the seat can still bring in


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Event):
    """A seat passed."""

    seat: Seat
    colour: str
    passes: int  #: turns passed in a row
    needed: int  #: turns in a row that end the game


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed(Event):
    """A seat let its deadline go by: its turn is over."""

    seat: Seat
    colour: str
    passes: int
    needed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyDue(Event):
    """The neighbour to the right may take a piece off the board (M15)."""

    late: Seat
    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed(Event):
    """A piece of a late player went back to its owner's store (M19)."""

    seat: Seat
    late: Seat
    colour: str
    cell: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Spared(Event):
    """The neighbour took no piece."""

    seat: Seat
    late: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed(Event):
    """A seat asks to end the game."""

    seat: Seat
    awaited: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreed(Event):
    """A seat took its agreement back."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementEnded(Event):
    """A move withdrew what had been agreed (M10)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreChanged(Event):
    """A colour's score is another one now."""

    colour: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeated(Event):
    """A position came again, with the same seat to move (M17)."""

    seat: Seat
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GlassTurned(Event):
    """The hourglass went on to the next player (M16)."""

    seat: Seat
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends(Event):
    """An order would end the game."""

    seat: Seat
    reason: str
    winners: tuple[Seat, ...]
