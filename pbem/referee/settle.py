"""Resolves what is complete: one loop for every kind of turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from pbem.chance import Chance
from pbem.protocol import (
    AnyRules,
    Closes,
    CompoundRules,
    Enough,
    Fault,
    Held,
    Positions,
    Queue,
    Seat,
    Standing,
    Window,
    failures,
)
from pbem.referee.offer import offer
from pbem.referee.table import (
    Played,
    Refused,
    Settled,
    Table,
    Written,
    bind,
    followers,
    lacks,
    rebind,
)

S = TypeVar("S")


def begin(
    rules: AnyRules,
    seats: Sequence[Seat],
    options: Mapping[str, Any],
    chance: Chance | None,
    position: Sequence[Any] | None = None,
) -> Table[Any]:
    """A fresh table, from the game's own beginning or from a position.

    `options` are those of the rules, by name. Raises Unplayable, Unplaceable for a
    position that cannot stand, and TypeError for one in a game that has none.
    """
    typed = rules.options(**options)
    if position is None:
        step = rules.setup(seats, typed, chance)
    elif isinstance(rules, Positions):
        step = rules.place(seats, typed, chance, position)
    else:
        raise TypeError(f"{type(rules).__name__} begins from no position")
    return Table(step.state, news=step.events)


def settle(rules: AnyRules, table: Table[S], *, due: bool = False) -> Settled[S]:
    """Resolves every window that is complete, one after the other.

    With `due` the open window is first closed as at its deadline: silent
    seats get their default. Where a silent seat has none, it stays open.
    """
    played: list[Played] = []
    refused: list[Refused] = []
    standing = rules if isinstance(rules, Standing) else None
    while (window := rules.window(table.state)) is not None:
        state = table.state
        table, fell = rebind(rules, table)
        if fell:
            refused += fell
        if standing is not None or table.held:
            table, faults = _fill(rules, standing, table, window)
            refused += faults
        if table.state is not state:
            continue
        sent, closes = table.answers, window.closes
        least = 1 if closes is Closes.FIRST else len(window.seats)
        if len(sent) < least and closes is not Closes.ENOUGH and not due:
            break  # as below, but nothing need be made to see that
        many = isinstance(rules, CompoundRules)
        if many and not due and any(lacks(rules, state, *one) for one in sent.items()):
            break
        answers: dict[Seat, Written] = {}
        for seat in window.seats:
            if seat in sent:
                answers[seat] = sent[seat]
        missed: tuple[Seat, ...] = ()
        if len(answers) < least and not _complete(rules, state, window, answers):
            defaults = _defaults(rules, state, window, answers) if due else None
            if defaults is None:
                break
            missed = tuple(defaults)
            everyone = {**answers, **defaults}
            answers = {
                seat: everyone[seat] for seat in window.seats if seat in everyone
            }
        due = False
        bound, orders = {}, {}
        for seat, one in answers.items():
            bound[seat], orders[seat] = one.bound, one.order
        step = rules.resolve(state, bound)
        done = (table.serial, window, orders, missed, state, step, table.news)
        played.append(Played(*done))
        table = Table(step.state, table.serial + 1, {}, table.held, ())
    return Settled(table, tuple(played), tuple(refused))


def _complete(
    rules: AnyRules, state: Any, window: Window, answers: Mapping[Seat, Written]
) -> bool:
    if window.closes is Closes.FIRST:
        return bool(answers)
    if len(answers) == len(window.seats):
        return True
    if window.closes is Closes.ALL or not isinstance(rules, Enough):
        return False
    return rules.enough(state, {seat: one.bound for seat, one in answers.items()})


def _defaults(
    rules: AnyRules, state: Any, window: Window, answers: Mapping[Seat, Written]
) -> dict[Seat, Written] | None:
    """The defaults that close a window, bound, or None where one is missing."""
    found: dict[Seat, Written] = {}
    for seat in window.seats:
        if seat in answers:
            continue
        order = rules.default(state, seat)
        if order is not None:
            answer, faults = bind(rules, state, seat, Written(order, str(order)))
            if answer is None:
                code = faults[0].fault.code if faults else "no fault says why"
                raise TypeError(f"the default {order} is refused ({code})")
            found[seat] = answer
            if window.closes is Closes.FIRST:
                return found
        elif window.closes is not Closes.FIRST:
            return None
    return found or None


def _fill(
    rules: AnyRules,
    standing: Standing[Any, Any] | None,
    table: Table[S],
    window: Window,
) -> tuple[Table[S], list[Refused]]:
    """Answers for silent seats out of what they hold in store."""
    refused: list[Refused] = []
    for seat in window.seats:
        if seat in table.answers:
            continue
        if seat in table.held:
            table, faults = _feed(rules, table, seat)
            refused.extend(faults)
        if standing is not None and seat not in table.answers:
            order = standing.standing(table.state, seat)
            if order is not None:
                left = Written(order, str(order), standing=True)
                answer, _ = bind(rules, table.state, seat, left)
                if answer is not None:
                    answers = {**table.answers, seat: answer}
                    table = _with(table, answers, table.held)
    return table, refused


def _feed(
    rules: AnyRules, table: Table[S], seat: Seat
) -> tuple[Table[S], tuple[Refused, ...]]:
    """Put the next stored line on the table; a faulty one drops the rest."""
    lines, at = table.held[seat], 0
    while at < len(lines):
        verdict: Held | Fault = Held.FEED
        if isinstance(rules, Queue):
            asked = partial(rules.held, table.state, seat, lines[at].order)
            verdict = failures.attempt(asked)
        if isinstance(verdict, Fault):
            rest = _with(table, table.answers, _without(table.held, seat))
            return rest, (Refused(seat, lines[at], verdict),)
        if verdict is Held.SKIP:
            at += 1 + followers(lines, at + 1)
            continue
        if verdict is Held.KEEP:
            return _with(table, table.answers, {**table.held, seat: lines[at:]}), ()
        rest = _with(table, table.answers, _without(table.held, seat))
        return offer(rules, rest, seat, lines[at:])
    return _with(table, table.answers, _without(table.held, seat)), ()


def _with(
    table: Table[S],
    answers: Mapping[Seat, Written],
    held: Mapping[Seat, tuple[Written, ...]],
) -> Table[S]:
    """Return a table with other answers and lines in store."""
    return Table(table.state, table.serial, answers, held, table.news)


def _without(
    held: Mapping[Seat, tuple[Written, ...]], seat: Seat
) -> dict[Seat, tuple[Written, ...]]:
    return {name: lines for name, lines in held.items() if name != seat}
