"""A line of a phase after a movement, retreats or adjustments, bound to a position."""

from __future__ import annotations

from pbem.kit.maps import area_of
from pbem.protocol import Bound, Fault, Seat
from pbem.rules.diplomacy import adjustments
from pbem.rules.diplomacy.bound import Adjusted, AnyBound, Retreated, Said
from pbem.rules.diplomacy.line_faults import not_now, remarks, several
from pbem.rules.diplomacy.orders import OF_PHASE, Line, Named
from pbem.rules.diplomacy.phases import Phase
from pbem.rules.diplomacy.state import Dislodged, State
from pbem.rules.diplomacy.units import Spot, Verb


def retreat(state: State, seat: Seat, line: Line) -> Bound[AnyBound]:
    """Return where a dislodged unit is to go (D18)."""
    if line.verb not in OF_PHASE[Phase.RETREATS]:
        return Bound.no(not_now(state, line))
    mine = state.lost_of(seat)
    units = tuple(str(one.unit) for one in mine)
    if line.unit is None and len(mine) != 1:
        given = {"line": str(line), "mine": units}
        return Bound.no(Fault("ambiguous.unit", line.span, given))
    if line.unit is not None:
        mine = tuple(one for one in mine if one.unit.area in line.unit.areas)
        if not mine:
            given = {"name": str(line.unit), "mine": units}
            return Bound.no(Fault("illegal.not-dislodged", line.unit.span, given))
    lost = mine[0]
    notes = tuple(remarks(line, lost.unit))
    if line.verb in (Verb.DISBAND, Verb.REMOVE):
        return Bound(Retreated(lost.unit, ()), notes)
    wishes: list[Spot] = []
    faults: list[Fault] = []
    for goal in line.goals:
        if not goal.areas:
            break
        spots = _open_spots(state, lost, goal)
        if len(spots) == 1:
            wishes += spots
        elif spots:
            readings = tuple(f"{lost.unit} R {spot}" for spot in spots)
            given = {"readings": readings, "line": str(line)}
            faults.append(Fault("ambiguous.coast", goal.span, given))
        else:
            faults.append(_barred(lost, goal))
    if not wishes:
        return Bound.no(*(faults or [not_now(state, line)]))
    part = (one._replace(part=True) for one in faults)
    return Bound(Retreated(lost.unit, tuple(wishes)), (*notes, *part))


def _open_spots(state: State, lost: Dislodged, goal: Named) -> list[Spot]:
    """Return the places open to a dislodged unit that a name may mean."""
    names = state.world.atlas.names
    exact = {names.spot(area, goal.coast) for area in goal.areas} if goal.coast else ()
    return [
        spot
        for spot in lost.open
        if area_of(spot) in goal.areas and (not exact or spot in exact)
    ]


def _barred(lost: Dislodged, goal: Named) -> Fault:
    spots = [*lost.barred, *lost.open]
    found = [one for one in spots if area_of(one) in goal.areas]
    why = str(lost.barred.get(found[0], "coast")) if found else "too-far"
    given = {
        "unit": str(lost.unit),
        "place": found[0] if found else str(goal),
        "why": why,
        "open": lost.open,
    }
    return Fault("illegal.retreat", goal.span, given)


def adjustment(state: State, seat: Seat, line: Line) -> Bound[AnyBound]:
    """Return what is built or removed."""
    owed = adjustments.due(state, state.powers_of(seat))
    if line.verb is Verb.WAIVE:
        if any(number > 0 for number in owed.values()):
            return Bound(Said(Line(verb=Verb.WAIVE)))
        return Bound.no(not_now(state, line))
    how = {Verb.BUILD: _build, Verb.REMOVE: _remove, Verb.DISBAND: _remove}
    if line.verb is Verb.NAME and line.unit is not None and line.unit.kind:
        # A unit and nothing else: anyone who may only build builds it, or removes it.
        signs = {number > 0 for number in owed.values()}
        how[Verb.NAME] = _build if signs == {True} else _remove
    if line.verb not in how or line.unit is None:
        return Bound.no(not_now(state, line))
    wishes = (one for one in (line.unit, *line.goals) if one.areas)
    found = [how[line.verb](state, owed, line, one) for one in wishes]
    return next((one for one in found if one.order is not None), found[0])


def _build(
    state: State, owed: dict[str, int], line: Line, named: Named
) -> Bound[AnyBound]:
    powers = [power for power, number in owed.items() if number > 0]
    every = [unit for power in powers for unit in adjustments.sites(state, power)]
    here = [unit for unit in every if unit.area in named.areas]
    names = state.world.atlas.names
    fits = [unit for unit in here if named.kind in ("", unit.kind)]
    if named.coast:
        coasts = {names.spot(area, named.coast) for area in named.areas}
        exact = [unit for unit in fits if unit.spot in coasts]
        fits = exact or [unit for unit in fits if "/" not in unit.spot]
    if len(fits) == 1:
        return Bound(Adjusted(Verb.BUILD, fits[0]), tuple(remarks(line, fits[0])))
    if fits:
        kinds = {one.kind for one in fits}
        code = "ambiguous.kind" if len(kinds) > 1 else "ambiguous.coast"
        readings = tuple(f"build {unit}" for unit in fits)
        return Bound.no(
            Fault(code, named.span, {"readings": readings, "line": str(line)})
        )
    given = {
        "name": str(named),
        "inland": bool(here),
        "powers": tuple(powers),
        "sites": tuple(str(unit) for unit in every),
    }
    return Bound.no(Fault("illegal.build", named.span, given))


def _remove(
    state: State, owed: dict[str, int], line: Line, named: Named
) -> Bound[AnyBound]:
    powers = [power for power, number in owed.items() if number < 0]
    found = [
        unit
        for unit in state.units.values()
        if unit.power in powers and unit.area in named.areas
    ]
    right = named.among(found)
    if len(right) == 1:
        return Bound(Adjusted(Verb.REMOVE, right[0]), tuple(remarks(line, right[0])))
    if right:
        readings = [f"remove {unit}" for unit in right]
        return Bound.no(several(line, readings))
    given = {"name": str(named), "powers": tuple(powers)}
    return Bound.no(Fault("illegal.remove", named.span, given))
