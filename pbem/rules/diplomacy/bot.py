"""What a bot thinks of Diplomacy: it goes for centres, and helps its own units there.

It compares plans by how the year goes on if the others plan alike. It knows nothing of
what they have ordered, and sends no press.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pbem.chance import Chance
from pbem.kit.maps import area_of
from pbem.protocol import Compound, Order, SearchResult, Seat
from pbem.rules.diplomacy import adjustments, amending, binding, routes, turns
from pbem.rules.diplomacy.bound import AnyBound, Ordered, named
from pbem.rules.diplomacy.legality import Board
from pbem.rules.diplomacy.orders import Line
from pbem.rules.diplomacy.phases import Phase
from pbem.rules.diplomacy.state import State
from pbem.rules.diplomacy.units import HOLD, Area, Command, Spot, Unit, Verb

FAR = 8  #: steps to a centre beyond which all are alike
MANNERS = 3  #: plans that are compared
PER_TRY = 20  #: playouts of a level to a year that is played out
MOST_TRIES = 400  #: beyond which nothing is found out
HABIT = 0.3  #: the same for those who try no plans
BREADTH = 0.5  #: of n tries n**BREADTH plans are compared
WHIM = 0.7  #: at most what a step is thought to gain more or less, for other plans
_WEIGHTS = ((1.0, 0.5), (1.0, 0.1), (0.6, 0.9))
"""Of each manner: what a centre of others counts, and an own one beside them."""


class Luck:
    """Draws, one after the other."""

    def __init__(self, chance: Chance, most: float = WHIM) -> None:
        self._chance, self._most = chance, most

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to one less than a limit."""
        found, self._chance = self._chance.below(limit, "plan")
        return found

    def whim(self) -> float:
        """Return a random amount, -most to most, to vary the bot's valuation of a
        step."""
        return (self.below(201) - 100) / 100 * self._most


def worth(state: State, seat: Seat) -> float:
    """Return the share that a seat has of the centres needed to win, below 1: its own,
    0.6 for a unit on another centre, 0.05 a unit; of several powers the best."""
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


def searched(
    state: State, seat: Seat, playouts: int, chance: Chance
) -> Iterator[SearchResult[Order]]:
    """Yield the best of some plans so far, tried against what others may plan.

    Each world is one guess at all others; every plan is tried in it, and the worse half
    is dropped from time to time.
    """
    tries = min(playouts // PER_TRY, MOST_TRIES)
    luck = Luck(chance)
    count = max(MANNERS, int(tries**BREADTH))
    if tries < MANNERS:
        # Anyone who always does the same bounces for ever.
        yield SearchResult(plan(state, seat, 0, Luck(chance, HABIT)), playouts)
        return
    every = [plan(state, seat, n) for n in range(MANNERS)]
    every += [plan(state, seat, luck.below(MANNERS), luck) for _ in range(count)]
    left = [*{str(one): one for one in every}.values()]
    sums = [0.0] * len(left)
    done = 0
    while done < tries and len(left) > 1:
        for _ in range(max(1, tries // (2 * len(left) * len(left).bit_length()))):
            others = _guesses(state, seat, luck)
            for at, one in enumerate(left):
                sums[at] += _tried(state, seat, one, others)
                done += 1
        order = sorted(range(len(left)), key=lambda at: -sums[at])
        order = order[: max(1, (len(left) + 1) // 2)]
        left, sums = [left[at] for at in order], [sums[at] for at in order]
        yield SearchResult(left[0], min(done * PER_TRY, playouts - 1))
    yield SearchResult(left[0], playouts)


def _guesses(state: State, seat: Seat, luck: Luck) -> dict[Seat, Compound[Line]]:
    """Return what all others may order in the open phase."""
    return {
        other: plan(state, other, luck.below(MANNERS), luck)
        for other in turns.choosing(state)
        if other != seat
    }


def _tried(
    state: State, seat: Seat, own: Compound[Line], others: Mapping[Seat, Compound[Line]]
) -> float:
    """Return how well a seat stands when centres have changed hands, if all go on as
    they would first think of."""
    orders = {**others, seat: own}
    year = state.moment.year + (state.phase == Phase.ADJUSTMENTS)
    while True:
        bound = {who: _bound(state, who, one) for who, one in orders.items()}
        state = turns.resolve(state, bound).state
        if state.ending or state.moment.season == "Winter" or state.moment.year > year:
            return worth(state, seat)
        orders = {who: plan(state, who, 0) for who in turns.choosing(state)}


def _bound(state: State, seat: Seat, order: Compound[Line]) -> Compound[AnyBound]:
    found = (binding.bind_line(state, seat, line).order for line in order.lines)
    return Compound(lines=tuple(one for one in found if one is not None))


def plan(
    state: State, seat: Seat, manner: int, luck: Luck | None = None
) -> Compound[Line]:
    """Return orders for all that a seat may order in the open phase; with `luck` others
    than those that seem best."""
    match state.phase:
        case Phase.MOVEMENT:
            lines = _movement(state, seat, manner, luck)
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
    world, board = state.world, Board(state)
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
    targets = {area for area in goals if state.owners.get(area) != power}
    steps = {
        road: routes.steps(
            (spot for spot in near if area_of(spot) in targets), near.__getitem__
        )
        for road, near in world.atlas.roads.items()
    }
    return _Chart(goals, steps)


def _movement(
    state: State, seat: Seat, manner: int, luck: Luck | None
) -> Iterator[Line]:
    board = Board(state)
    for power in state.powers_of(seat):
        units = sorted(one for one in state.units.values() if one.power == power)
        chart = _chart(state, power, manner)
        commands = _moves(state, board, units, chart, luck)
        for unit in units:
            command = commands.get(unit.area) or _help(state, board, unit, commands)
            yield Ordered.on(state.units, unit, command).line


def _moves(
    state: State,
    board: Board,
    units: Sequence[Unit],
    chart: _Chart,
    luck: Luck | None,
) -> dict[Area, Command]:
    """Return who goes where, the best goals first and each of them once."""

    def better(unit: Unit, spot: Spot) -> float:
        more = chart.value(unit, spot) - chart.value(unit, unit.spot)
        return more + (luck.whim() if luck else 0.0)

    wishes = sorted(
        (
            (better(unit, spot), unit, spot)
            for unit in units
            for spot in board.steps(unit)
        ),
        key=lambda one: (-one[0], one[1:]),
    )
    own = {unit.area for unit in units}
    commands: dict[Area, Command] = {}
    claimed: set[Area] = set()
    for gain, unit, spot in wishes:
        area = area_of(spot)
        blocked = area in own and area not in commands
        if (
            gain > 0
            and unit.area not in commands
            and area not in claimed
            and not blocked
        ):
            commands[unit.area] = Command(Verb.MOVE, unit.area, spot)
            claimed.add(area)
    swapped = [
        area
        for area, command in commands.items()
        if area_of(commands.get(area_of(command.target), HOLD).target) == area
    ]
    for area in swapped:
        commands.pop(area, None)
    return commands


def _help(
    state: State, board: Board, unit: Unit, commands: Mapping[Area, Command]
) -> Command:
    """Return the support of a move, into an occupied province first; else hold."""
    helps = [
        Command(Verb.SUPPORT, area, area_of(command.target))
        for area, command in sorted(commands.items())
        if area != unit.area
    ]
    helps.sort(key=lambda one: one.target not in state.units)
    fits = (one for one in helps if not board.wrong(unit, one))
    return next(fits, HOLD)


def _retreats(state: State, seat: Seat, manner: int) -> Iterator[Line]:
    claimed = set[Area]()
    for lost in state.lost_of(seat):
        unit = lost.unit
        chart = _chart(state, unit.power, manner)
        open_spots = [spot for spot in lost.open if area_of(spot) not in claimed]
        best = max(open_spots, key=lambda spot: chart.value(unit, spot), default="")
        whose = named(str(unit))
        if not best:
            yield Line(verb=Verb.DISBAND, unit=whose)
            continue
        claimed.add(area_of(best))
        yield Line(verb=Verb.RETREAT, unit=whose, goals=(named(best),))


def _adjustments(state: State, seat: Seat, manner: int) -> Iterator[Line]:
    silent = amending.unsaid(state, seat, Compound())
    yield from (line for line in silent if line.verb is Verb.REMOVE)
    for power, number in adjustments.due(state, state.powers_of(seat)).items():
        if number < 0:
            continue
        chart = _chart(state, power, manner)
        sites = sorted(
            adjustments.sites(state, power),
            key=lambda unit: -chart.value(unit, unit.spot),
        )
        built: set[Area] = set()
        for unit in sites:
            if unit.area not in built and len(built) < number:
                built.add(unit.area)
                yield Line(verb=Verb.BUILD, unit=named(str(unit)))
