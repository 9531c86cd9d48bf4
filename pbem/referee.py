"""Accepts orders and settles what is due: one loop for every kind of turn.

Sequential turns, sealed turns, reactions, standing orders, defaults at the
deadline and sheets of several lines are all windows here (ARCHITECTURE.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, TypeVar

from pbem.chance import Chance
from pbem.protocol import (
    LEFT_OUT,
    AnyRules,
    Closes,
    Event,
    Fault,
    Held,
    Options,
    Order,
    Seat,
    Window,
)

S = TypeVar("S")


class Written(NamedTuple):
    """An order with the text that it was read from, for carets and receipts."""

    order: Order
    text: str
    line: int = 0  #: line in the record, from 1; 0: not from a record
    column: int = 1  #: column of its first character, from 1
    standing: bool = False  #: left for such windows, not sent to this one


class Refused(NamedTuple):
    """A fault of an order of a seat, wholly refused or not (Fault.refuses)."""

    seat: Seat
    written: Written | None
    fault: Fault


@dataclass(frozen=True, slots=True)
class Table(Generic[S]):
    """A game as it lies on the table: the state and what waits for it."""

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
    events: tuple[Event, ...]
    before: Any  #: the state it was resolved in
    after: Any  #: the state it led to


class Settled(NamedTuple, Generic[S]):
    """A table on which nothing more is due, and how it came to that."""

    table: Table[S]
    played: tuple[Played, ...] = ()
    refused: tuple[Refused, ...] = ()


def begin(
    rules: AnyRules,
    seats: Sequence[Seat],
    options: Options,
    chance: Chance | None,
    position: Sequence[Any] | None = None,
) -> Table[Any]:
    """A fresh table, from the game's own beginning or from a position.

    Raises Unplaceable for a position that cannot stand.
    """
    if position is None:
        step = rules.setup(seats, options, chance)
    else:
        step = rules.place(seats, options, chance, position)
    return Table(step.state, news=step.events)


_asked: tuple[AnyRules | None, Any, Window | None] = (None, None, None)


def _window(rules: AnyRules, state: Any) -> Window | None:
    """Return the window of a state, kept until another state is asked about."""
    global _asked
    asked = _asked
    if asked[0] is not rules or asked[1] is not state:
        asked = _asked = (rules, state, rules.window(state))
    return asked[2]


def awaited(rules: AnyRules, table: Table[Any]) -> tuple[Seat, ...]:
    """The seats that the open window still waits for."""
    window = _window(rules, table.state)
    if window is None:
        return ()
    return tuple(seat for seat in window.seats if seat not in table.answers)


def offer(
    rules: AnyRules, table: Table[S], seat: Seat, sheet: Sequence[Written]
) -> tuple[Table[S], tuple[Refused, ...]]:
    """The table with a sheet laid on it, or as it was, and what is wrong.

    The first line answers the open window, the others are held for the
    windows that follow. A later sheet replaces what the seat had sent.
    """
    refused: list[Refused] = []
    for index, written in enumerate(sheet):
        if not written.order.anytime:
            table, faults = _answer(rules, table, seat, sheet[index:])
            return table, (*refused, *faults)
        table, faults = _anytime(rules, table, seat, written)
        refused.extend(faults)
    return table, tuple(refused)


def _answer(
    rules: AnyRules, table: Table[S], seat: Seat, sheet: Sequence[Written]
) -> tuple[Table[S], tuple[Refused, ...]]:
    first, rest = sheet[0], tuple(sheet[1:])
    window = _window(rules, table.state)
    faults: tuple[Fault, ...]
    if window is None:
        faults = (Fault("late.over"),)
    elif seat not in window.seats:
        faults = (rules.refusal(table.state, seat),)
    else:
        faults = rules.check(table.state, seat, first.order)
    refused = tuple(Refused(seat, first, fault) for fault in faults)
    if any(fault.refuses for fault in faults):
        return table, refused
    if any(fault.code == LEFT_OUT for fault in faults):
        table, others = offer(rules, table, seat, rest)
        return table, (*refused, *others)
    held = dict(table.held)
    if rest:
        held[seat] = rest
    elif window is None or not window.aside:
        held.pop(seat, None)
    answers = {**table.answers, seat: first}
    return Table(table.state, table.serial, answers, held, table.news), refused


def _anytime(
    rules: AnyRules, table: Table[S], seat: Seat, written: Written
) -> tuple[Table[S], tuple[Refused, ...]]:
    if _window(rules, table.state) is None:
        return table, (Refused(seat, written, Fault("late.over")),)
    faults = rules.check(table.state, seat, written.order)
    refused = tuple(Refused(seat, written, fault) for fault in faults)
    if any(fault.refuses for fault in faults):
        return table, refused
    before = _window(rules, table.state)
    step = rules.anytime(table.state, seat, written.order)
    news = table.news + step.events
    table = replace(table, state=step.state, news=news)
    table, undone = _recheck(rules, table, before)
    return table, (*refused, *undone)


def _recheck(
    rules: AnyRules, table: Table[S], before: Window | None
) -> tuple[Table[S], tuple[Refused, ...]]:
    """Answers already given that cannot stand any more are given back.

    What one seat does at any time may take from another what it answered with.
    Standing answers are asked for again: they may have been taken back.
    Where another window opens by it, what was asked is asked no more, and nothing
    is wrong with the answers.
    """
    kept: dict[Seat, Written] = {}
    undone: list[Refused] = []
    after = _window(rules, table.state)
    if after is None or before is None or after.name != before.name:
        return replace(table, answers={}), ()
    for seat, written in table.answers.items():
        if written.standing:
            continue
        faults = rules.check(table.state, seat, written.order)
        refusing = [Refused(seat, written, fault) for fault in faults if fault.refuses]
        undone.extend(refusing)
        if not refusing:
            kept[seat] = written
    return replace(table, answers=kept), tuple(undone)


def settle(rules: AnyRules, table: Table[S], *, due: bool = False) -> Settled[S]:
    """Resolves every window that is complete, one after the other.

    With `due` the open window is first closed as at its deadline: silent
    seats get their default. Where a silent seat has none, it stays open.
    """
    played: list[Played] = []
    refused: list[Refused] = []
    while (window := _window(rules, table.state)) is not None:
        state = table.state
        table, faults = _fill(rules, table, window)
        refused.extend(faults)
        if table.state is not state:
            continue
        orders: dict[Seat, Order] = {
            seat: table.answers[seat].order
            for seat in window.seats
            if seat in table.answers
        }
        missed: tuple[Seat, ...] = ()
        if not _complete(window, orders):
            defaults = _defaults(rules, table.state, window, orders) if due else None
            if defaults is None:
                break
            missed = tuple(defaults)
            everyone = {**orders, **defaults}
            orders = {seat: everyone[seat] for seat in window.seats if seat in everyone}
        due = False
        step = rules.resolve(table.state, orders)
        events = table.news + step.events
        played.append(
            Played(
                table.serial, window, orders, missed, events, table.state, step.state
            )
        )
        table = Table(step.state, table.serial + 1, held=table.held)
    return Settled(table, tuple(played), tuple(refused))


def _complete(window: Window, orders: Mapping[Seat, Order]) -> bool:
    if window.closes is Closes.FIRST:
        return bool(orders)
    return len(orders) == len(window.seats)


def _defaults(
    rules: AnyRules, state: Any, window: Window, orders: Mapping[Seat, Order]
) -> dict[Seat, Order] | None:
    """The defaults that close a window, or None where one is missing."""
    found: dict[Seat, Order] = {}
    for seat in window.seats:
        if seat in orders:
            continue
        order = rules.default(state, seat)
        if order is not None:
            found[seat] = order
            if window.closes is Closes.FIRST:
                return found
        elif window.closes is Closes.ALL:
            return None
    return found or None


def _fill(
    rules: AnyRules, table: Table[S], window: Window
) -> tuple[Table[S], list[Refused]]:
    """Answers for silent seats out of what they hold in store."""
    refused: list[Refused] = []
    for seat in window.seats:
        if seat in table.answers:
            continue
        if seat in table.held:
            table, faults = _feed(rules, table, seat)
            refused.extend(faults)
        if seat not in table.answers:
            order = rules.standing(table.state, seat)
            if order is not None:
                written = Written(order, str(order), standing=True)
                table = replace(table, answers={**table.answers, seat: written})
    return table, refused


def _feed(
    rules: AnyRules, table: Table[S], seat: Seat
) -> tuple[Table[S], tuple[Refused, ...]]:
    """The next line in store laid on the table; a faulty one drops the rest."""
    lines = table.held[seat]
    while lines:
        verdict = rules.held(table.state, seat, lines[0].order)
        if verdict is Held.SKIP:
            lines = lines[1:]
            continue
        if verdict is Held.KEEP:
            return replace(table, held={**table.held, seat: lines}), ()
        rest = replace(table, held=_without(table.held, seat))
        return offer(rules, rest, seat, lines)
    return replace(table, held=_without(table.held, seat)), ()


def _without(
    held: Mapping[Seat, tuple[Written, ...]], seat: Seat
) -> dict[Seat, tuple[Written, ...]]:
    return {name: lines for name, lines in held.items() if name != seat}
