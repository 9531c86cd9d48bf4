"""What players write: orders, what is wrong with them, and what they come to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Generic, NamedTuple, TypeVar

from pbem.protocol.faults import Fault

B = TypeVar("B")
L = TypeVar("L")


class Lines(Enum):
    """What the lines of one letter are to a game."""

    ONE = "one"  #: one order, however many lines it has
    QUEUE = "queue"  #: an order each: the first answers now, the others wait
    COMPOUND = "compound"  #: parts of one order, a line a unit; later ones amend it


class Held(Enum):
    """What becomes of the next line that a seat has in store."""

    FEED = "feed"  #: it answers the open window
    SKIP = "skip"  #: its condition does not hold: leave it out
    KEEP = "keep"  #: it is for a later window


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One instruction of a player; games subclass it, `str` prints it back."""

    anytime: ClassVar[bool] = False  #: good in any window, done on arrival

    @property
    def joins(self) -> bool:
        """Whether it is done on arrival, and people send it together with a turn."""
        return False

    @property
    def follows(self) -> bool:
        """Whether it is left out with the line before it."""
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Compound(Order, Generic[L]):
    """An order of many lines, one for each unit that is told something.

    >>> str(Compound(lines=("A Vienna - Trieste", "F Naples H"))).splitlines()
    ['A Vienna - Trieste', 'F Naples H']
    """

    lines: tuple[L, ...] = ()

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))


class Bound(NamedTuple, Generic[B]):
    """An order interpreted in a position: what it names there, and what is wrong."""

    order: B | None  #: as `explain` and `resolve` get it; None where it is refused
    faults: tuple[Fault, ...] = ()

    @classmethod
    def no(cls, *faults: Fault) -> Bound[B]:
        """Return a refusal: a Bound without an order, with these faults."""
        return cls(None, faults)


class Token(str):
    """A piece of an order's text as readers get it, with its place.

    Readers are handed the parser's own tokens, which have this shape; this
    class exists so that a game needs no parser to be typed or tested.
    """

    __slots__ = ("end_pos", "start_pos", "type")
    start_pos: int
    end_pos: int
    type: str  #: the name of its terminal in the grammar
