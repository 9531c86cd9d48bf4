"""What a later line does to the lines that a seat has sent, and what is still open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pbem.protocol import Compound, Fault, Seat
from pbem.rules.diplomacy import adjustments, binding
from pbem.rules.diplomacy.adjudicator import fits
from pbem.rules.diplomacy.bound import (
    Adjusted,
    AnyBound,
    ForUnit,
    Illegal,
    Ordered,
    Said,
    named,
)
from pbem.rules.diplomacy.orders import VOTES, Line
from pbem.rules.diplomacy.phases import Phase
from pbem.rules.diplomacy.state import State
from pbem.rules.diplomacy.units import HELPS, HOLD, Area, Verb


def amended(
    state: State, seat: Seat, lines: Sequence[Line], line: Line
) -> tuple[Line, ...]:
    """Return the lines of a seat with a later one among them (D17).

    The later line for a unit counts, if it is legal or there is no other (D14). "All
    hold" and the like become a line for each unit; what was ordered last turn is
    ordered again where that is legal.
    """
    now = [one for one in lines if one.moment is None]
    ahead = [one for one in lines if one.moment is not None]
    moment = line.moment.coming(state.moment) if line.moment else state.moment
    if moment == state.moment:
        line = replace(line, moment=None) if line.moment else line
        return (*_amended_now(state, seat, now, line), *ahead)
    line = replace(line, moment=moment)
    if line.verb is Verb.CANCEL:
        return (*lines, line)
    return (*now, *later(ahead, line))


def _amended_now(
    state: State, seat: Seat, lines: Sequence[Line], line: Line
) -> tuple[Line, ...]:
    match line.verb:
        case Verb.ALL | Verb.REST:
            holding = _holding(state, seat, line)
            powers = line.powers or state.powers_of(seat)
            if line.verb is Verb.ALL and (len(powers) == 1 or line.unit):
                held = {_area(state, seat, one) for one in holding}
                lines = [x for x in lines if _area(state, seat, x) not in held]
            # Whose all hold is not said of several powers: those without orders do.
            ordered = {_area(state, seat, one) for one in lines}
            rest = (x for x in holding if _area(state, seat, x) not in ordered)
            return (*lines, *rest)
        case Verb.SAME:
            for one in state.ordered.get(seat, ()):
                if binding.bind_line(state, seat, one.line).order is not None:
                    lines = _amended_now(state, seat, lines, one.line)
            return tuple(lines)
        case Verb.CANCEL if line.unit is None:
            return ()
        case Verb.CANCEL:
            areas = line.unit.areas if line.unit else ()
            return tuple(x for x in lines if _area(state, seat, x) not in areas)
        case Verb.DRAW | Verb.CONCEDE | Verb.AGAINST:
            return (*(one for one in lines if one.verb not in VOTES), line)
    area = _area(state, seat, line)
    others = [one for one in lines if not area or _area(state, seat, one) != area]
    older = len(others) < len(lines)
    if older and isinstance(binding.bind_line(state, seat, line).order, Illegal):
        return tuple(lines)
    return (*others, line)


def _holding(state: State, seat: Seat, line: Line) -> list[Line]:
    """Return a hold for each unit that a line such as "England: all fleets hold"
    is for."""
    kinds = line.unit.kind if line.unit else "AF"
    return [
        Ordered(unit, HOLD).line
        for unit in state.units_of(seat)
        if unit.kind in kinds and (not line.powers or unit.power in line.powers)
    ]


def _area(state: State, seat: Seat, line: Line) -> Area:
    """Return the province of the unit that a line is for; "" where it is for none."""
    named = line.unit.areas if line.unit else ()
    if len(named) == 1:
        return named[0]
    bound = binding.bind_line(state, seat, line).order
    return bound.unit.area if isinstance(bound, ForUnit | Illegal) else ""


def later(lines: Sequence[Line], line: Line) -> tuple[Line, ...]:
    """Return lines for phases to come with a later one among them."""
    every = line.verb is Verb.CANCEL and line.unit is None
    left = tuple(x for x in lines if not every or x.moment != line.moment)
    if line.unit is not None:
        left = tuple(x for x in left if _key(x) != _key(line))
    return left if line.verb is Verb.CANCEL else (*left, line)


def _key(line: Line) -> tuple[object, object]:
    return line.moment, line.unit.areas if line.unit else ()


def lacking(state: State, seat: Seat, order: Compound[AnyBound]) -> tuple[str, ...]:
    """Return the units of a seat that nothing was ordered for; in adjustments its
    powers that owe more than was named."""
    ordered = {one.unit.area for one in order.lines if isinstance(one, ForUnit)}
    if state.phase != Phase.ADJUSTMENTS:
        lost = tuple(one.unit for one in state.lost_of(seat))
        units = state.units_of(seat) if state.phase == Phase.MOVEMENT else lost
        return tuple(str(unit) for unit in units if unit.area not in ordered)
    waived = Said(Line(verb=Verb.WAIVE)) in order.lines
    named = [one.unit.power for one in order.lines if isinstance(one, Adjusted)]
    return tuple(
        power
        for power, number in adjustments.due(state, state.powers_of(seat)).items()
        if named.count(power) < abs(number) and not (waived and number > 0)
    )


def unsaid(state: State, seat: Seat, order: Compound[AnyBound]) -> tuple[Line, ...]:
    """Return the default orders for units that a seat gave no order: they hold, or are
    disbanded when dislodged. A power builds nothing, and removes units by D23."""
    silent = lacking(state, seat, order)
    if state.phase != Phase.ADJUSTMENTS:
        verb = Verb.HOLD if state.phase == Phase.MOVEMENT else Verb.DISBAND
        return tuple(Line(verb=verb, unit=named(unit)) for unit in silent)
    found: list[Line] = []
    owed = adjustments.due(state, state.powers_of(seat))
    for power in silent:
        count = -owed[power]
        gone = {one.unit for one in order.lines if isinstance(one, Adjusted)}
        count -= sum(unit.power == power for unit in gone)
        found += (
            Line(verb=Verb.REMOVE, unit=named(str(unit)))
            for unit in adjustments.in_disorder(state, power, count, gone)
        )
    builds = any(number > 0 for number in owed.values())
    return (*found, Line(verb=Verb.WAIVE)) if builds else tuple(found)


def doubts(state: State, seat: Seat, order: Compound[AnyBound]) -> tuple[Fault, ...]:
    """Return which orders of a seat do not fit its others, and what is too much (D14,
    D21, D22)."""
    lines = order.lines
    if state.phase != Phase.ADJUSTMENTS:
        ordered = {one.unit.area: one for one in lines if isinstance(one, Ordered)}
        return tuple(_unmatched(ordered, any_coast=state.of_2000))
    found: list[Fault] = []
    for power, number in adjustments.due(state, state.powers_of(seat)).items():
        named = [
            str(one)
            for one in lines
            if isinstance(one, Adjusted) and one.unit.power == power
        ]
        for one in named[abs(number) :]:
            given = {"line": one, "most": abs(number), "power": power}
            found.append(Fault("illegal.too-many", given=given))
    return tuple(found)


def _unmatched(ordered: Mapping[Area, Ordered], *, any_coast: bool) -> Iterator[Fault]:
    """Yield a fault for each support or convoy that a unit of the seat does not fit."""
    for one in ordered.values():
        command, helped = one.command, ordered.get(one.command.source)
        if command.verb not in HELPS or helped is None:
            continue
        if not fits(command, helped.command, any_coast=any_coast):
            given = {"line": str(one), "other": str(helped)}
            yield Fault("doubtful.unmatched", given=given)
