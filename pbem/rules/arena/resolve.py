"""A turn of Magic Arena resolved, and how the game ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from pbem.kit import squares
from pbem.kit.change import changed
from pbem.protocol import Event, Outcome, Seat, Step
from pbem.rules.arena import events
from pbem.rules.arena.binding import AnyBound
from pbem.rules.arena.magics import SCHOOLS
from pbem.rules.arena.orders import Start
from pbem.rules.arena.plan import Plan
from pbem.rules.arena.state import Fighter, Settings, State

INCOME = 5  #: magic points at the end of every turn (A4)

#: A caster's magic on a target: all its casts, each with the damage done.
Hits = dict[tuple[Seat, str], list[int]]


def resolve(state: State, orders: Mapping[Seat, AnyBound]) -> Step[State]:
    """Return what a turn of everybody who is in comes to."""
    if not state.turn:
        return _begin(state, orders)
    plans = {seat: plan for seat, plan in orders.items() if isinstance(plan, Plan)}
    return _resolve_turn(state, plans)


def _begin(state: State, orders: Mapping[Seat, AnyBound]) -> Step[State]:
    """Resolve turn 0: everybody appears, and has the first magic points."""
    settings = state.settings
    fighters = []
    begun: list[Event] = []
    for seat, start in orders.items():
        assert isinstance(start, Start)
        square = squares.at(start.square, settings.size)
        types = tuple(sorted(SCHOOLS if settings.types == "all" else start.types))
        fighters.append(Fighter(seat, types, square, settings.hp, INCOME))
        begun.append(events.Started(seat=seat, types=types, square=start.square))
    return Step(changed(state, turn=1, fighters=tuple(fighters)), tuple(begun))


def _resolve_turn(state: State, plans: Mapping[Seat, Plan]) -> Step[State]:
    """Resolve a turn: all move, all is hit, then healing, removal, income (A1)."""
    hits = _hits(plans)
    fighters = tuple(
        [
            _after(state.turn, plans[fighter.seat], hits.get(fighter.seat, {}))
            if fighter.seat in plans
            else fighter
            for fighter in state.fighters
        ]
    )
    after = State(state.settings, state.seats, state.turn + 1, fighters, state.gone)
    return Step(after, tell=partial(_told, plans, hits, after))


def _hits(plans: Mapping[Seat, Plan]) -> dict[Seat, Hits]:
    """Return who is hit by what."""
    places: dict[int, list[Seat]] = {}
    for seat, plan in plans.items():
        places.setdefault(plan.square, []).append(seat)
    hits: dict[Seat, Hits] = {}
    for caster, plan in plans.items():
        for spell in plan.spells:
            if spell.magic is not None:
                area, name = plan.area(spell), spell.magic.name
                for at, seat in _met(caster, area, places):
                    by = hits.setdefault(seat, {})
                    by.setdefault((caster, name), []).append(area[at])
    return hits


def _met(
    caster: Seat, area: Mapping[int, int], places: Mapping[int, list[Seat]]
) -> list[tuple[int, Seat]]:
    """Return whom a magic hits, and where.

    All is cast at the squares where everybody ended (A2). A magic spares its
    caster, but nobody else on the caster's square (A9).
    """
    found = [at for at in places if at in area]
    return [(at, seat) for at in found for seat in places[at] if seat != caster]


def _after(turn: int, plan: Plan, hits: Hits) -> Fighter:
    """Return a fighter after damage, healing, removal and income.

    What several do to one adds up (A6), and only the sum of damage and healing
    counts (A8), up to the hit points of the start (A7).
    """
    fighter, settings, mp = plan.fighter, plan.settings, plan.mp
    hp = fighter.hp + plan.healing
    for each in hits.values():
        hp -= sum(_counted(settings, each))
    if not settings.overheal and hp > settings.hp:
        hp = settings.hp
    if hp > 0:
        seat, types = fighter.seat, fighter.types
        return Fighter(seat, types, plan.square, hp, mp + INCOME)
    return Fighter(fighter.seat, fighter.types, plan.square, hp, mp, turn)


def _counted(settings: Settings, each: Sequence[int]) -> Sequence[int]:
    """Return the damage that counts of what one magic of one caster does: with
    stack=no one cast of it, the worst (A5)."""
    return each if settings.stack else (max(each),)


def _told(
    plans: Mapping[Seat, Plan], hits: Mapping[Seat, Hits], after: State
) -> tuple[Event, ...]:
    """Return what happened in a turn: all moves, then all strikes, then the ends."""
    moves: list[Event] = []
    strikes: list[Event] = []
    ends: list[Event] = []
    places: dict[int, list[Seat]] = defaultdict(list)
    for seat, plan in plans.items():
        places[plan.square].append(seat)
    for fighter in after.fighters:
        now = plans.get(fighter.seat)
        if now is None:
            continue
        moves.extend(_acted(now, places))
        found = hits.get(fighter.seat, {})
        if found or now.healing:
            strikes.append(_struck(now, found, fighter.hp))
        if fighter.out is not None:
            ends.append(events.Removed(seat=fighter.seat, hp=fighter.hp))
    return (*moves, *strikes, *ends)


def _acted(plan: Plan, places: Mapping[int, list[Seat]]) -> Iterator[Event]:
    """Yield what a fighter did, and each part that was ignored (A16)."""
    fighter, size = plan.fighter, plan.settings.size
    casts = []
    for spell in plan.spells:
        name = spell.magic.name if spell.magic else ""
        met = _met(fighter.seat, plan.area(spell), places)
        who = tuple(seat for _, seat in met)
        casts.append(events.Casting(spell.part, name, spell.target, spell.cost, who))
    yield events.Acted(
        seat=fighter.seat,
        start=squares.name(fighter.square, size),
        walked="" if plan.walked is None else squares.name(plan.walked, size),
        square=squares.name(plan.square, size),
        casts=tuple(casts),
        spent=fighter.mp - plan.mp,
    )
    for fault in plan.faults:
        part = str(fault.given["part"])
        yield events.Ignored(
            seat=fighter.seat, part=part, code=fault.code, given=fault.given
        )


def _struck(plan: Plan, hits: Hits, after: int) -> events.Struck:
    """Return what was done to a fighter, who has so many hit points after it."""
    blows = []
    for (caster, name), each in hits.items():
        counted = tuple(_counted(plan.settings, each))
        blows.append(events.Blow(caster, name, len(each), counted, sum(counted)))
    return events.Struck(
        seat=plan.fighter.seat,
        square=squares.name(plan.square, plan.settings.size),
        blows=tuple(blows),
        damage=sum([blow.damage for blow in blows]),
        healing=plan.healing,
        before=plan.fighter.hp,
        after=after,
    )


def resign(state: State, seat: Seat, order: AnyBound) -> Step[State]:
    """Return what comes of a player giving up, who is hit no more (A24)."""
    if state.turn:
        fighters = tuple(
            f._replace(out=state.turn, resigned=True) if f.seat == seat else f
            for f in state.fighters
        )
        after = changed(state, fighters=fighters)
    else:
        after = changed(state, gone=(*state.gone, seat))
    return Step(after, (events.Resigned(seat=seat),))


def outcome(state: State) -> Outcome | None:
    """Return how the game ended (A17), at the limit (A20) too; None before."""
    standing = state.standing()
    limit = state.settings.limit
    if len(standing) > 1 and not (limit and state.turn > limit):
        return None
    scores = {fighter.seat: fighter.hp for fighter in state.fighters}
    if len(standing) == 1:
        return Outcome(standing, "last-standing", scores)
    if not standing:
        last = [f for f in state.fighters if f.out == state.turn - 1]
        fallen = [f for f in last if not f.resigned] or last
        winners = _healthiest(fallen)
        return Outcome(winners, "tie" if len(winners) > 1 else "all-gone", scores)
    alive = [f for f in state.fighters if f.out is None]
    return Outcome(_healthiest(alive), "turn-limit", scores)


def _healthiest(fighters: list[Fighter]) -> tuple[Seat, ...]:
    """Return the seats with the most hit points, several where they are equal."""
    most = max((fighter.hp for fighter in fighters), default=0)
    return tuple(fighter.seat for fighter in fighters if fighter.hp == most)
