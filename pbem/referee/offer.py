"""Lays orders on the table, or says what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from pbem.protocol import (
    LEFT_OUT,
    AnyRules,
    Anytime,
    Compound,
    CompoundRules,
    Fault,
    Lines,
    Seat,
    Window,
    failures,
)
from pbem.referee.table import Refused, Table, Written, bind, followers, rebind

S = TypeVar("S")


def offer(
    rules: AnyRules, table: Table[S], seat: Seat, sheet: Sequence[Written]
) -> tuple[Table[S], tuple[Refused, ...]]:
    """Return the table with a sheet's orders accepted, or unchanged, and the faults.

    The first line answers the open window, the others are held for the
    windows that follow. A later sheet replaces what the seat had sent. Lines of
    a compound order have no order among them: what is carried out on arrival
    goes first, wherever it stands.
    """
    compound = None
    if rules.lines is Lines.COMPOUND and isinstance(rules, CompoundRules):
        compound = rules
        sheet = sorted(sheet, key=lambda one: not one.order.anytime)
    refused: tuple[Refused, ...] = ()
    for index, written in enumerate(sheet):
        if not written.order.anytime:
            rest = sheet[index:] if index else sheet
            if compound is not None:
                table, faults = _amend(compound, table, seat, rest)
            else:
                table, faults = _answer(rules, table, seat, rest)
            return table, refused + faults
        table, faults = _anytime(rules, table, seat, written)
        refused += faults
    return table, refused


def _unasked(rules: AnyRules, table: Table[Any], seat: Seat) -> Fault | None:
    """Return why a seat may not speak now, or None."""
    window = rules.window(table.state)
    if window is None:
        return Fault("late.over")
    return None if seat in window.seats else rules.refusal(table.state, seat)


def _answer(
    rules: AnyRules, table: Table[S], seat: Seat, sheet: Sequence[Written]
) -> tuple[Table[S], tuple[Refused, ...]]:
    first, rest = sheet[0], tuple(sheet[1:]) if len(sheet) > 1 else ()
    unasked = _unasked(rules, table, seat)
    if unasked is not None:
        return table, (Refused(seat, first, unasked),)
    answer, refused = bind(rules, table.state, seat, first)
    for one in refused:
        if one.fault.code == LEFT_OUT:
            count = followers(rest)
            also = [Refused(seat, line, one.fault) for line in rest[:count]]
            table, others = offer(rules, table, seat, rest[count:])
            return table, (*refused, *also, *others)
    if answer is None:
        return table, refused
    held = table.held
    if rest:
        held = {**held, seat: rest}
    elif seat in held:
        window = rules.window(table.state)
        if window is None or not window.interrupts:
            held = {name: lines for name, lines in held.items() if name != seat}
    answers = {**table.answers, seat: answer}
    values = (table.state, table.serial, answers, held, table.news)
    return Table(*values), refused


def _amend(
    rules: CompoundRules[Any, Any, Any, Any],
    table: Table[S],
    seat: Seat,
    sheet: Sequence[Written],
) -> tuple[Table[S], tuple[Refused, ...]]:
    """Lay lines of a compound order, each in the place of the one for its unit."""
    unasked = _unasked(rules, table, seat)
    if unasked is not None:
        return table, (Refused(seat, sheet[0], unasked),)
    before = lines = _lines(table.answers.get(seat))
    found: list[Refused] = []
    good = False
    pairs = [(written, line) for written in sheet for line in _lines(written)]
    meant: list[tuple[Any, Written]] = []
    alone: list[tuple[Any, Any]] = []  #: lines, and what they came to by themselves
    headed = rules.headed([line for _, line in pairs])
    for (written, _), line in zip(pairs, headed, strict=True):
        if line is not None:
            amended = failures.attempt(
                partial(_with_line, rules, table.state, seat, lines, line)
            )
            if isinstance(amended, Fault):
                found.append(Refused(seat, written, amended))
                continue
            lines, bound, faults = amended
            meant.append((bound, written))
            alone.append((line, bound))
            found += (Refused(seat, written, fault) for fault in faults)
            refused = bound is None or any(one.refuses for one in faults)
            good = good or not refused
    good = good or any(written.order == Compound() for written in sheet)
    if not good and lines == before:
        return table, tuple(found)
    if not lines and all(written.order != Compound() for written in sheet):
        answers = {who: one for who, one in table.answers.items() if who != seat}
        return replace(table, answers=answers), tuple(found)
    whole: Compound[Any] = Compound(lines=lines)
    text = Written(whole, str(whole))
    by_line = type(rules).bind is CompoundRules.bind
    known = [bound for line in lines for one, bound in alone if one is line]
    if by_line and len(known) == len(lines):
        together = Compound(lines=tuple(known))
        answer: Written | None = text._replace(bound=together, state=table.state)
    else:
        answer, all_faults = bind(rules, table.state, seat, text)
        if all_faults and not by_line:
            said = [x for one in lines for x in _alone(rules, table.state, seat, one)]
            new = (one for one in all_faults if one.fault not in said)
            found += [Refused(seat, sheet[-1], one.fault) for one in new]
    if answer is None:
        return table, tuple(found)
    if doubts := _new(rules, table, seat, answer):
        about = {str(bound): written for bound, written in meant}
        for one in doubts:
            line = str(one.given.get("line"))
            found.append(Refused(seat, about.get(line, sheet[-1]), one))
    answers = {**table.answers, seat: answer}
    if not good:
        return replace(table, answers=answers), tuple(found)
    # The rest stands, so a bad line is a part that is ignored.
    parts = (one._replace(fault=one.fault.of_line()) for one in found)
    return replace(table, answers=answers), tuple(parts)


def _alone(
    rules: CompoundRules[Any, Any, Any, Any], state: Any, seat: Seat, line: Any
) -> Iterator[Fault]:
    """Yield what is wrong with a line by itself, which has been said already."""
    for fault in rules.bind_line(state, seat, line).faults:
        yield from (fault, fault.of_line())


def _new(
    rules: CompoundRules[Any, Any, Any, Any],
    table: Table[Any],
    seat: Seat,
    answer: Written,
) -> list[Fault]:
    """Return what is strange about the lines of a seat together, and was not before."""
    before = table.answers.get(seat)
    bound = before.bound if before else None
    known = rules.doubts(table.state, seat, bound) if bound is not None else ()
    found = rules.doubts(table.state, seat, answer.bound)
    return [one.of_line() for one in found if one not in known]


def _with_line(
    rules: CompoundRules[Any, Any, Any, Any],
    state: Any,
    seat: Seat,
    lines: tuple[Any, ...],
    line: Any,
) -> tuple[tuple[Any, ...], Any, tuple[Fault, ...]]:
    """Return the lines of a seat with one more, what that comes to, and its faults."""
    bound, faults = rules.bind_line(state, seat, line)
    if bound is not None:
        lines = rules.amended(state, seat, lines, line)
    return lines, bound, tuple(faults)


def _lines(written: Written | None) -> tuple[Any, ...]:
    if written is None:
        return ()
    one = written.order
    return one.lines if isinstance(one, Compound) else (one,)


def _anytime(
    rules: AnyRules, table: Table[S], seat: Seat, written: Written
) -> tuple[Table[S], tuple[Refused, ...]]:
    before = rules.window(table.state)
    if before is None:
        return table, (Refused(seat, written, Fault("late.over")),)
    answer, refused = bind(rules, table.state, seat, written)
    if answer is None:
        return table, refused
    if not isinstance(rules, Anytime):
        raise TypeError(f"{type(rules).__name__} takes not the part Anytime")
    step = failures.attempt(partial(rules.anytime, table.state, seat, answer.bound))
    if isinstance(step, Fault):
        return table, (Refused(seat, written, step),)
    news = table.news + step.events
    table = replace(table, state=step.state, news=news)
    table, undone = _recheck(rules, table, before)
    return table, (*refused, *undone)


def _recheck(
    rules: AnyRules, table: Table[S], before: Window
) -> tuple[Table[S], tuple[Refused, ...]]:
    """Answers already given that cannot stand any more are given back.

    What one seat does at any time may take from another what it answered with.
    Standing answers are asked for again: they may have been taken back.
    Where another window opens by it, what was asked is asked no more, and nothing
    is wrong with the answers.
    """
    after = rules.window(table.state)
    if after is None or after.name != before.name:
        return replace(table, answers={}), ()
    sent = {seat: one for seat, one in table.answers.items() if not one.standing}
    return rebind(rules, replace(table, answers=sent))
