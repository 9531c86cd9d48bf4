"""What happens in games of the library that lie open."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Event, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOffer(Event):
    """A draw was offered, accepted or declined."""

    seat: Seat
    verb: str  #: "offer", "accept", "decline"
    played: bool = False  #: it was declined by a move


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown(Event):
    """Dice fell for a player."""

    seat: Seat
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A player moved, or set a piece."""

    seat: Seat
    text: str
    taken: int = 0  #: pieces that the other side lost by it
    takes: str = ""  #: what that is called
    piece: str = ""  #: what such a thing is called
    pieces: str = ""  #: and several, where that is not made with an s
    check: bool = False
    forced: bool = False  #: there was nothing else to play, and it was played at once


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Event):
    """A player passed."""

    seat: Seat
    forced: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Swapped(Event):
    """The second player took over the first move."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(Event):
    """The board was counted at the end: the points of each seat, with komi."""

    points: dict[Seat, float]
