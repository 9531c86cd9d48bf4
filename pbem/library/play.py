"""Orders, turns, states and events of all games of the library."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pbem.chance import Chance
from pbem.protocol import Event, Order, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Order):
    """A turn, as it was written."""

    text: str

    def __str__(self) -> str:
        return self.text


class LegalTurn(NamedTuple):
    """A turn that can be played."""

    actions: tuple[int, ...]  #: of the engine, one after the other
    text: str  #: as it is written
    cells: tuple[str, ...] = ()  #: where it is seen on the board


class Played(NamedTuple):
    """A turn that was played."""

    seat: Seat
    text: str
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """All that was played, with the engine's own state, which is never changed."""

    seats: tuple[Seat, ...]
    game: str  #: as the engine spells it, with its parameters
    engine: Any = field(compare=False, repr=False)
    turns: tuple[Played, ...] = ()
    resigned: Seat = ""
    chance: Chance | None = None  #: what dice are drawn from; None: there are none


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
class Left(Event):
    """A player resigned."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(Event):
    """The board was counted at the end: the points of each seat, with komi."""

    points: dict[Seat, float]
