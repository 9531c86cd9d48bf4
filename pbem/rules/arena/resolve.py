"""A turn of Magic Arena resolved, and how the game ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from pbem.kit import squares
from pbem.kit.change import changed
from pbem.protocol import Event, Outcome, Seat, Step
from pbem.rules.arena import events
from pbem.rules.arena.binding import AnyBound
from pbem.rules.arena.magics import SCHOOLS
from pbem.rules.arena.orders import Start
from pbem.rules.arena.plan import Plan
from pbem.rules.arena.state import Fighter, State

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
    hits, casts = _damage(plans)
    moves: list[Event] = []
    strikes: list[Event] = []
    ends: list[Event] = []
    fighters = []
    for fighter in state.fighters:
        plan = plans.get(fighter.seat)
        if plan is None:
            fighters.append(fighter)
            continue
        moves.extend(_acted(plan, casts[fighter.seat]))
        after, struck = _strike(state.turn, plan, hits[fighter.seat])
        if struck is not None:
            strikes.append(struck)
        if after.out is not None:
            ends.append(events.Removed(seat=after.seat, hp=after.hp))
        fighters.append(after)
    following = changed(state, turn=state.turn + 1, fighters=tuple(fighters))
    return Step(following, (*moves, *strikes, *ends))


def _damage(
    plans: Mapping[Seat, Plan],
) -> tuple[dict[Seat, Hits], dict[Seat, list[events.Casting]]]:
    """Return who is hit by what, and what was cast.

    All is cast at the squares where everybody ended (A2). A magic spares its
    caster, but nobody else on the caster's square (A9).
    """
    places: dict[int, list[Seat]] = defaultdict(list)
    for seat, plan in plans.items():
        places[plan.square].append(seat)
    hits: dict[Seat, Hits] = {seat: {} for seat in plans}
    casts: dict[Seat, list[events.Casting]] = {seat: [] for seat in plans}
    for caster, plan in plans.items():
        for spell in plan.spells:
            area, name = plan.area(spell), spell.magic.name if spell.magic else ""
            found = [(at, seat) for at in places if at in area for seat in places[at]]
            met = [(at, seat) for at, seat in found if seat != caster]
            for at, seat in met:
                hits[seat].setdefault((caster, name), []).append(area[at])
            who = tuple(seat for _, seat in met)
            casts[caster].append(
                events.Casting(spell.part, name, spell.target, spell.cost, who)
            )
    return hits, casts


def _acted(plan: Plan, casts: list[events.Casting]) -> Iterator[Event]:
    """Yield what a fighter did, and each part that was ignored (A16)."""
    fighter, size = plan.fighter, plan.settings.size
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


def _strike(turn: int, plan: Plan, hits: Hits) -> tuple[Fighter, events.Struck | None]:
    """Return the fighter after damage, healing, removal and income.

    What several do to one adds up (A6), and only the sum of damage and healing
    counts (A8), up to the hit points of the start (A7).
    """
    fighter, settings, healing = plan.fighter, plan.settings, plan.healing
    blows = []
    for (caster, name), each in hits.items():
        # A5: with stack=no a magic of one caster counts once, at its worst.
        counted = each if settings.stack else [max(each)]
        blows.append(events.Blow(caster, name, len(each), tuple(counted), sum(counted)))
    damage = sum([blow.damage for blow in blows])
    hp = fighter.hp - damage + healing
    if not settings.overheal:
        hp = min(settings.hp, hp)
    out = turn if hp <= 0 else None
    mp = plan.mp if out is not None else plan.mp + INCOME
    after = Fighter(fighter.seat, fighter.types, plan.square, hp, mp, out)
    if not blows and not healing:
        return after, None
    return after, events.Struck(
        seat=fighter.seat,
        square=squares.name(plan.square, settings.size),
        blows=tuple(blows),
        damage=damage,
        healing=healing,
        before=fighter.hp,
        after=hp,
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
