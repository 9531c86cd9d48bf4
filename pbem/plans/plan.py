"""What a plan is: lines that wait for what others play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from pbem.protocol import Order, Seat


@dataclass(frozen=True, slots=True)
class Heard:
    """A condition: a seat is heard to play an order, or is not."""

    seats: tuple[Seat, ...]  #: one of these
    text: str
    order: Order
    column: int  #: of the order in its line, from 1
    negated: bool = False  #: one of them answered, and none of them so

    @property
    def seat(self) -> Seat:
        """The seat, or "" where it is one of several."""
        return self.seats[0] if len(self.seats) == 1 else ""


@dataclass(frozen=True, slots=True)
class Branch:
    """A line of a plan, with what is below it."""

    line: int  #: in the plan, from 1
    text: str  #: as it was written, without what is below
    heard: tuple[Heard, ...] = ()  #: all of these; () for `else`
    answer: tuple[str, ...] = ()  #: what is played then, a line each
    orders: tuple[Order, ...] = ()  #: the same, read
    below: Block = ()
    always: bool = False  #: a line of "then": what is played next, whatever is heard

    @property
    def otherwise(self) -> bool:
        """Whether it is an `else`."""
        return not self.heard and not self.always


Block: TypeAlias = tuple[Branch, ...]
"""Lines of the same depth, one below the other: the first that holds is played."""


class Spoken(NamedTuple):
    """What was played in a window, and the state that it was played in."""

    before: Any
    orders: Mapping[Seat, Order]


class PlanEnd(NamedTuple):
    """How a plan came to its end."""

    why: str  #: "done", "unmet", "otherwise", "refused"
    line: int  #: that it stopped at, or played last


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """An active plan: its lines, and the events it has seen since its turn."""

    seat: Seat
    lines: tuple[str, ...]  #: as they were written
    anchor: int  #: serial of the window that was open when it came
    whole: Block
    block: Block  #: what may come next
    heard: tuple[Spoken, ...] = field(default=(), repr=False)
    fired: int = 0  #: the line that was played last; 0: none
    ended: PlanEnd | None = None


class PlanStep(NamedTuple):
    """What became of a plan in a window that was resolved."""

    serial: int
    plan: Plan  #: after it
    played: str = ""  #: the order of its line; "": the plan ended without one
