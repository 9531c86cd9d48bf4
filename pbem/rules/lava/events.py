"""What happens in Lava, for templates to tell."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Event, PartEvent, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Began(Event):
    """The game began: who plays which colour, and how many dice there are."""

    colours: tuple[tuple[Seat, str], ...]
    dice: tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled(Event):
    """A die was rolled (L18); where its face fits nowhere, it is rolled again."""

    seat: Seat
    die: str
    face: str  #: the corners of the side that came up, in its first rotation
    letters: str  #: the letters of its rotations
    fits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed(PartEvent):
    """A seat laid a die."""

    seat: Seat
    face: str
    corners: str
    at: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class AutoPlaced(Event):
    """Only one face fitted in a concave corner, so it was played (L6)."""

    seat: Seat
    face: str
    corners: str
    at: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed(Event):
    """A blob was closed."""

    seat: Seat  #: who closed it
    colour: str
    owner: Seat | None  #: None: neutral
    necks: int
    counts: bool  #: it has as many necks as it takes (L22)
    columns: tuple[int, int]  #: of the cells round it
    rows: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretched(Event):
    """An open blob has grown as far as its owner can bear (L14)."""

    owner: Seat
    colour: str
    extent: int
    columns: tuple[int, int] | None  #: that its necks span
    rows: tuple[int, int] | None
    spared: bool = False  #: all were to be out together, and this one is not


@dataclass(frozen=True, slots=True, kw_only=True)
class Eliminated(Event):
    """A seat is out; its dice stay and its colour is neutral from now on."""

    seat: Seat
    colour: str
    why: str  #: "own-closed", "other-closed", "extent", "together", "resigned"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCut(Event):
    """No second die could be laid, so the turn was one die long (L19, L20)."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Stuck(Event):
    """The seat to move had nothing that it could lay (L4)."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRanOut(Event):
    """The last die was laid (L16)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WouldRoll(Event):
    """In a reading: the die that the referee is to roll."""

    seat: Seat
    die: str
