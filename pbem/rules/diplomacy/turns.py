"""What the orders of a phase come to, and which phase follows."""

from __future__ import annotations

from collections import Counter

from pbem.kit.maps import area_of
from pbem.kit.table import WorkingState
from pbem.protocol import Closes, Event, Outcome, Seat, Step, Window
from pbem.rules.diplomacy import adjudicator, adjustments, ahead, fog, votes
from pbem.rules.diplomacy.bound import (
    Adjusted,
    BoundOrders,
    Illegal,
    Ordered,
    Retreated,
)
from pbem.rules.diplomacy.events import (
    Build,
    Captured,
    Disbanded,
    Dislodging,
    Eliminated,
    Passed,
    Removal,
    Retreat,
    Unbuilt,
)
from pbem.rules.diplomacy.phases import YEAR, Phase
from pbem.rules.diplomacy.state import Barred, Dislodged, State
from pbem.rules.diplomacy.units import Area, Spot, Unit, Verb
from pbem.rules.diplomacy.verdicts import verdicts


def resolve(state: State, orders: BoundOrders) -> Step[State]:
    """Return what bound orders come to, in the next phase in which anybody has a
    choice."""
    table = WorkingState(state)
    ahead.keep(table, orders)
    if state.phase == Phase.MOVEMENT and votes.ended(table, orders):
        return table.step()
    _play(table, orders)
    reach(table)
    left = table.state.present
    for power in state.present if state.fog is None else ():
        if power not in left:
            table.tell(Eliminated(power=power))
    return table.step()


def reach(table: WorkingState[State]) -> None:
    """Go on to the first phase, this one or later, that leaves a choice (D1)."""
    YEAR.reach(table, _choice, _pass)


def window(state: State) -> Window | None:
    """Return a window for all who have a choice in the open phase (D1); in fog for all
    that are left, so that nobody learns who has one (D37)."""
    if state.ending or not state.options.fog:
        return _choice(state)
    seats = state.seats_of(state.survivors)
    discreet = state.phase != Phase.MOVEMENT
    return Window(state.phase, seats, Closes.ALL, sealed=True, discreet=discreet)


def _choice(state: State) -> Window | None:
    if state.ending:
        return None
    return Window(state.phase, choosing(state), Closes.ALL, sealed=True)


def _pass(table: WorkingState[State], orders: BoundOrders) -> None:
    """Go over a phase in which nobody has a choice."""
    if table.state.phase == Phase.MOVEMENT:
        table.change(ending="deserted")
        return
    table.tell(Passed(phase=str(table.state.moment)))
    _play(table, orders)


def _play(table: WorkingState[State], orders: BoundOrders) -> None:
    """Carry out the orders of the open phase, and go on to the next; before
    adjustments centres change hands (D20)."""
    match table.state.phase:
        case Phase.MOVEMENT:
            _move(table, orders)
        case Phase.RETREATS:
            _retreat(table, orders)
        case _:
            _adjust(table, orders)
    YEAR.advance(table)
    if table.state.phase != Phase.RETREATS:
        table.change(contested=frozenset())
    if table.state.phase == Phase.ADJUSTMENTS:
        _capture(table)
        _judge(table)


def choosing(state: State) -> tuple[Seat, ...]:
    """Return the seats that have a choice in the open phase."""
    match state.phase:
        case Phase.MOVEMENT if state.fog is not None:
            powers = {*state.survivors}  # whose units may all be out of sight
        case Phase.MOVEMENT:
            powers = {unit.power for unit in state.units.values()}
        case Phase.RETREATS:
            powers = {one.unit.power for one in state.dislodged.values()}
        case _:
            held = [unit.power for unit in state.units.values()]
            owed = adjustments.due(state, state.players)
            powers = {p for p, n in owed.items() if n > 0 or -n < held.count(p)}
    return state.seats_of(powers)


def outcome(state: State) -> Outcome | None:
    """Return how the game ended: by a victory (D25), with the last year (D26), or by
    a vote (D28, D29)."""
    if not state.ending:
        return None
    scores = dict.fromkeys(state.seats, 0)
    for power in state.owners.values():
        if power in state.players:
            scores[state.players[power]] += 1
    winners = state.sharers
    if state.ending not in ("draw", "conceded", "deserted"):
        best = {power: len(state.centres_of(power)) for power in state.players}
        most = max(best.values(), default=0)
        winners = tuple(power for power, held in best.items() if held == most > 0)
    return Outcome(state.seats_of(winners), state.ending, scores)


# Movement.


def _move(table: WorkingState[State], orders: BoundOrders) -> None:
    state = table.state
    every = _by_province(orders)
    commands = {a: one.command for a, one in every.items() if isinstance(one, Ordered)}
    settled = adjudicator.settle(
        state.world.atlas, state.units, commands, of_2000=state.of_2000
    )
    judged = tuple(fog.shared(state, verdicts(settled, state.units, every)))
    table.tell(*judged)
    stay = {a: u for a, u in state.units.items() if not settled.moves(a)}
    lost = {a: source for a in stay if (source := settled.dislodger(a))}
    after = {a: u for a, u in stay.items() if a not in lost}
    for area, unit in state.units.items():
        if settled.moves(area):
            spot = commands[area].target
            after[area_of(spot)] = unit._replace(spot=spot)
    # A unit that was beaten by one coming the other way, or whose convoy failed, did
    # not contest the province that a standoff left empty (D18).
    empty = frozenset(
        goal
        for goal, movers in settled.moves_to.items()
        if goal not in after and any(settled.prevent(one).least for one in movers)
    )
    table.change(
        units=after,
        contested=empty,
        verdicts=judged,
        ordered={
            seat: tuple(one for one in order.lines if isinstance(one, Ordered))
            for seat, order in orders.items()
        },
    )
    for area, source in sorted(lost.items()):
        by_sea = commands[source].by_sea
        dislodge(table, state.units[area], state.units[source], by_sea, state)


def _by_province(orders: BoundOrders) -> dict[Area, Ordered | Illegal]:
    """Return the orders by province; an army goes by sea where a fleet of its own power
    convoys it (D11)."""
    every = [
        one
        for order in orders.values()
        for one in order.lines
        if isinstance(one, Ordered | Illegal)
    ]
    carried = {
        (one.unit.power, one.command.source, area_of(one.command.target))
        for one in every
        if isinstance(one, Ordered) and one.command.verb is Verb.CONVOY
    }
    found: dict[Area, Ordered | Illegal] = {}
    for one in every:
        area = one.unit.area
        found[area] = one
        if isinstance(one, Ordered) and one.command.verb is Verb.MOVE:
            command = one.command._replace(by_sea=True)
            if (one.unit.power, area, area_of(command.target)) in carried:
                found[area] = one._replace(command=command)
    return found


def dislodge(
    table: WorkingState[State], unit: Unit, by: Unit, by_sea: bool, seen_in: State
) -> None:
    """Mark a unit as dislodged by another from where that came, or disband it where it
    cannot retreat (D18, D19, D24, D32). The event is for seats that saw the unit."""
    state = table.state
    open_spots: list[Spot] = []
    barred: dict[Spot, Barred] = {}
    for spot in state.world.atlas.adjacent(unit.road, unit.spot):
        area = area_of(spot)
        if area in state.units:
            barred[spot] = Barred.OCCUPIED
        elif area in state.contested:
            barred[spot] = Barred.STANDOFF
        elif area == by.area and (state.of_2000 or not by_sea):
            barred[spot] = Barred.ATTACKER
        else:
            open_spots.append(spot)
    lost = Dislodged(unit, by.area, tuple(open_spots), barred, by_sea)
    played = unit.power in state.players
    if lost.open and played:
        table.change(dislodged={**state.dislodged, unit.area: lost})
        event: Event = Dislodging(
            power=unit.power,
            unit=str(unit),
            by=str(by),
            open=lost.open,
            barred=tuple((spot, str(why)) for spot, why in barred.items()),
        )
    else:
        why = "nowhere" if played else "disorder"
        event = Disbanded(power=unit.power, unit=str(unit), why=why)
    table.tell(*fog.shared(seen_in, [event]))


# Retreats.


def _retreat(table: WorkingState[State], orders: BoundOrders) -> None:
    state = table.state
    ordered = {
        one.unit.area: one.wishes
        for order in orders.values()
        for one in order.lines
        if isinstance(one, Retreated)
    }
    goals = {area: wishes[0] for area, wishes in ordered.items() if wishes}
    arrivals = Counter(map(area_of, goals.values()))
    units = dict(state.units)
    events: list[Event] = []
    for area, lost in sorted(state.dislodged.items()):
        unit, text = lost.unit, str(lost.unit)
        spot = goals.get(area, "")
        if arrivals[area_of(spot)] == 1:
            units[area_of(spot)] = unit._replace(spot=spot)
            events.append(Retreat(power=unit.power, unit=text, spot=spot))
            continue
        why = "clash" if area in goals else "ordered" if area in ordered else "silent"
        events.append(Disbanded(power=unit.power, unit=text, why=why))
    table.tell(*fog.shared(state, events))
    table.change(units=units, dislodged={}, contested=frozenset())


# The end of a year.


def _capture(table: WorkingState[State]) -> None:
    """Give each centre to the power whose unit stands there (D20)."""
    state = table.state
    owners = dict(state.owners)
    for area, unit in state.units.items():
        if area in state.world.centres:
            owners[area] = unit.power
    captured = (
        Captured(
            area=area,
            title=state.world.atlas.areas[area].title,
            power=owners[area],
            before=state.owners.get(area),
        )
        for area in sorted(owners)
        if owners[area] != state.owners.get(area)
    )
    table.tell(*fog.shared(state, captured))
    table.change(owners=owners)


def _judge(table: WorkingState[State]) -> None:
    """End the game where a power has won, or its last year is over (D25, D26)."""
    state = table.state
    held = sorted(
        (len(state.centres_of(power)) for power in state.players), reverse=True
    )
    first, second = [*held, 0, 0][:2]
    if first >= state.victory and first > second:
        table.change(ending="solo")
    elif 0 < state.options.years <= state.moment.year:
        table.change(ending="years")


def _adjust(table: WorkingState[State], orders: BoundOrders) -> None:
    """Build and remove, also for powers that said nothing (D21 to D24)."""
    state = table.state
    lines = [one for order in orders.values() for one in order.lines]
    nations = tuple(state.world.nations)
    if state.fog is not None and state.fog.seat is not None:
        nations = state.powers_of(state.fog.seat)  # of others it knows too little
    units = dict(state.units)
    events: list[Event] = []
    for power, number in adjustments.due(state, nations).items():
        named = [one.unit for one in lines if isinstance(one, Adjusted)]
        ordered = [unit for unit in named if unit.power == power][: abs(number)]
        if number > 0:
            for unit in ordered:
                units[unit.area] = unit
                events.append(Build(power=power, unit=str(unit)))
            if power in state.players and number > len(ordered):
                events.append(Unbuilt(power=power, count=number - len(ordered)))
            continue
        rest = -number - len(ordered)
        more = adjustments.in_disorder(state, power, rest, ordered)
        for unit in (*ordered, *more):
            del units[unit.area]
            by_order = unit in ordered
            events.append(Removal(power=power, unit=str(unit), ordered=by_order))
    table.tell(*fog.shared(state, events))
    table.change(units=units)
