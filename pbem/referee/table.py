"""The table of a game: its state, and the orders that wait for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, TypeVar

from pbem.protocol import (
    AnyRules,
    CompoundRules,
    Event,
    Fault,
    Order,
    Seat,
    Step,
    Window,
    failures,
)

S = TypeVar("S")


class Written(NamedTuple):
    """An order with the text that it was read from, for carets and receipts."""

    order: Order
    text: str
    line: int = 0  #: line in the record, from 1; 0: not from a record
    column: int = 1  #: column of its first character, from 1
    standing: bool = False  #: left for such windows, not sent to this one
    bound: Any = None  #: the order as it was bound ...
    state: Any = None  #: ... in this state


class Refused(NamedTuple):
    """A fault of an order of a seat, wholly refused or not (Fault.refuses)."""

    seat: Seat
    written: Written | None
    fault: Fault


@dataclass(frozen=True, slots=True)
class Table(Generic[S]):
    """The table of a game: the state, and what waits for it."""

    state: S
    serial: int = 0  #: windows resolved so far
    answers: Mapping[Seat, Written] = field(default_factory=dict)
    held: Mapping[Seat, tuple[Written, ...]] = field(default_factory=dict)
    news: tuple[Event, ...] = ()  #: events since the last resolved window


class Played(NamedTuple):
    """One resolved window."""

    serial: int
    window: Window
    orders: Mapping[Seat, Order]
    missed: tuple[Seat, ...]  #: NMR: answered by their default
    before: Any  #: the state it was resolved in
    step: Step[Any]  #: what it came to
    news: tuple[Event, ...] = ()  #: what had happened since the window before

    @property
    def after(self) -> Any:
        """The state it led to."""
        return self.step.state

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened since the window before."""
        return self.news + self.step.events


class Settled(NamedTuple, Generic[S]):
    """A table on which nothing more is due, and how it came to that."""

    table: Table[S]
    played: tuple[Played, ...] = ()
    refused: tuple[Refused, ...] = ()


def followers(lines: Sequence[Written], at: int = 0) -> int:
    """Return how many lines from one on are left out with the line before it."""
    end = at
    while end < len(lines) and lines[end].order.follows:
        end += 1
    return end - at


def awaited(rules: AnyRules, table: Table[Any]) -> tuple[Seat, ...]:
    """The seats that the open window still waits for."""
    window = rules.window(table.state)
    if window is None:
        return ()
    return tuple(
        [
            seat
            for seat in window.seats
            if seat not in table.answers
            or lacks(rules, table.state, seat, table.answers[seat])
        ]
    )


def lacks(rules: AnyRules, state: Any, seat: Seat, answer: Written) -> bool:
    """Return whether an answer says nothing of units that it could speak of."""
    if not isinstance(rules, CompoundRules) or answer.bound is None:
        return False
    return bool(rules.lacking(state, seat, answer.bound))


def bind(
    rules: AnyRules, state: Any, seat: Seat, written: Written
) -> tuple[Written | None, tuple[Refused, ...]]:
    """Return an answer bound to a state, None where it is refused, and its faults."""
    order, found = failures.bind(rules, state, seat, written.order)
    faults = tuple([Refused(seat, written, fault) for fault in found]) if found else ()
    if order is None:
        return None, faults
    return Written(*written[:5], order, state), faults


def rebind(rules: AnyRules, table: Table[S]) -> tuple[Table[S], tuple[Refused, ...]]:
    """Return a table whose answers are all bound to its state, and which fell."""
    for one in table.answers.values():
        if one.state is not table.state:
            break
    else:
        return table, ()
    remaining: dict[Seat, Written] = {}
    undone: list[Refused] = []
    for seat, written in table.answers.items():
        answer, faults = bind(rules, table.state, seat, written)
        if answer is not None:
            remaining[seat] = answer
        else:
            undone.extend(one for one in faults if one.fault.refuses)
    return replace(table, answers=remaining), tuple(undone)
