"""What a bot thinks of Diplomacy: it goes for centres, and helps its own units there.

It knows nothing of what others plan, and sends no press.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pbem.kit.maps import area_of
from pbem.protocol import Compound, Order, Seat
from pbem.rules.diplomacy import adjustments, binding
from pbem.rules.diplomacy.bound import Ordered, named
from pbem.rules.diplomacy.legality import Board
from pbem.rules.diplomacy.orders import Line, Verb
from pbem.rules.diplomacy.phases import Phase
from pbem.rules.diplomacy.state import State
from pbem.rules.diplomacy.units import HOLD, Area, Command, Kind, Spot, Unit

FAR = 8  #: steps to a centre beyond which all are alike
MANNERS = 3  #: plans that are compared
_WEIGHTS = ((1.0, 0.5), (1.0, 0.1), (0.6, 0.9))
"""Of each manner: what a centre of others counts, and an own one beside them."""


def worth(state: State, seat: Seat) -> float:
    """Return the part of the centres to win that a seat has, with units beside more."""
    powers = state.powers_of(seat)
    best = 0.0
    for power in powers:
        units = [one for one in state.units.values() if one.power == power]
        there = sum(
            one.area in state.world.centres and state.owners.get(one.area) != power
            for one in units
        )
        held = len(state.centres_of(power)) + 0.6 * there + 0.05 * len(units)
        best = max(best, min(held / state.victory, 0.99))
    return best


def first_guess(state: State, seat: Seat) -> Order | None:
    """Return orders for all units of a seat."""
    return plan(state, seat, 0)


def sensible(state: State, seat: Seat, orders: Sequence[Order]) -> list[Order]:
    """Return orders for all units in a few manners, the usual one first."""
    found = {str(one): one for one in (plan(state, seat, n) for n in range(MANNERS))}
    return [*found.values()] or [*orders]


def plan(state: State, seat: Seat, manner: int) -> Compound[Line]:
    """Return orders for all that a seat may order in the open phase."""
    match state.phase:
        case Phase.MOVEMENT:
            lines = _movement(state, seat, manner)
        case Phase.RETREATS:
            lines = _retreats(state, seat, manner)
        case _:
            lines = _adjustments(state, seat, manner)
    return Compound(lines=tuple(lines))


class _Chart(NamedTuple):
    """How good it is to be where, for the units of one power."""

    goals: Mapping[Area, float]  #: provinces that are worth something by themselves
    steps: Mapping[str, Mapping[Spot, int]]  #: to the nearest of them, by kind of road

    def value(self, unit: Unit, spot: Spot) -> float:
        """Return how good it is for a unit to be in a spot."""
        far = self.steps[unit.road].get(spot, FAR)
        return self.goals.get(area_of(spot), 0.0) + 0.5 / (1 + far)


def _chart(state: State, power: str, manner: int) -> _Chart:
    world, board = state.world, Board(state.world.atlas, state.units)
    theirs, mine = _WEIGHTS[manner]
    threatened = {
        area_of(spot)
        for unit in state.units.values()
        if unit.power != power
        for spot in board.steps(unit)
    }
    goals = {}
    for area in world.centres:
        if state.owners.get(area) != power:
            goals[area] = theirs
        elif area in threatened:
            goals[area] = mine
    wanted = {area for area in goals if state.owners.get(area) != power}
    roads = world.atlas.roads
    steps = {road: _steps(roads[road], wanted) for road in roads}
    return _Chart(goals, steps)


def _steps(roads: Mapping[Spot, tuple[Spot, ...]], goals: set[Area]) -> dict[Spot, int]:
    """Return how many steps lead from each spot to the nearest goal."""
    found = {spot: 0 for spot in roads if area_of(spot) in goals}
    ring = [*found]
    while ring:
        near = (other for spot in ring for other in roads[spot])
        new = [spot for spot in dict.fromkeys(near) if spot not in found]
        found.update(dict.fromkeys(new, found[ring[0]] + 1))
        ring = new
    return found


def _movement(state: State, seat: Seat, manner: int) -> Iterator[Line]:
    board = Board(state.world.atlas, state.units)
    for power in state.powers_of(seat):
        units = sorted(one for one in state.units.values() if one.power == power)
        told = _moves(state, board, units, _chart(state, power, manner))
        for unit in units:
            command = told.get(unit.area) or _help(state, board, unit, told)
            other = state.units.get(command.source)
            helps = command.kind is Kind.SUPPORT and other
            yield Ordered(unit, command, str(other) if helps else "").line


def _moves(
    state: State, board: Board, units: Sequence[Unit], chart: _Chart
) -> dict[Area, Command]:
    """Return who goes where, the best goals first and each of them once."""
    wishes = sorted(
        (
            (chart.value(unit, spot) - chart.value(unit, unit.spot), unit, spot)
            for unit in units
            for spot in board.steps(unit)
        ),
        key=lambda one: (-one[0], one[1:]),
    )
    own = {unit.area for unit in units}
    told: dict[Area, Command] = {}
    taken: set[Area] = set()
    for gain, unit, spot in wishes:
        area = area_of(spot)
        blocked = area in own and area not in told
        if gain > 0 and unit.area not in told and area not in taken and not blocked:
            told[unit.area] = Command(Kind.MOVE, unit.area, spot)
            taken.add(area)
    swapped = [
        area
        for area, command in told.items()
        if area_of(told.get(area_of(command.target), HOLD).target) == area
    ]
    for area in swapped:
        told.pop(area, None)
    return told


def _help(
    state: State, board: Board, unit: Unit, told: Mapping[Area, Command]
) -> Command:
    """Return the support of a move, into an occupied province first; else hold."""
    helps = [
        Command(Kind.SUPPORT, area, area_of(command.target))
        for area, command in sorted(told.items())
        if area != unit.area
    ]
    helps.sort(key=lambda one: one.target not in state.units)
    fits = (one for one in helps if not board.wrong(unit, one))
    return next(fits, HOLD)


def _retreats(state: State, seat: Seat, manner: int) -> Iterator[Line]:
    powers, taken = state.powers_of(seat), set[Area]()
    for lost in state.dislodged.values():
        unit = lost.unit
        if unit.power not in powers:
            continue
        chart = _chart(state, unit.power, manner)
        open_spots = [spot for spot in lost.open if area_of(spot) not in taken]
        best = max(open_spots, key=lambda spot: chart.value(unit, spot), default="")
        whose = named(str(unit))
        if not best:
            yield Line(verb=Verb.DISBAND, unit=whose)
            continue
        taken.add(area_of(best))
        yield Line(verb=Verb.RETREAT, unit=whose, goals=(named(best),))


def _adjustments(state: State, seat: Seat, manner: int) -> Iterator[Line]:
    for power, number in binding.due(state, seat).items():
        if number < 0:
            gone = adjustments.in_disorder(
                *(state.world, state.owners, state.units, power, -number),
                of_2000=state.of_2000,
            )
            for unit in gone:
                yield Line(verb=Verb.REMOVE, unit=named(str(unit)))
            continue
        chart = _chart(state, power, manner)
        sites = sorted(
            binding.sites(state, power),
            key=lambda unit: -chart.value(unit, unit.spot),
        )
        built: set[Area] = set()
        for unit in sites:
            if unit.area not in built and len(built) < number:
                built.add(unit.area)
                yield Line(verb=Verb.BUILD, unit=named(str(unit)))
