"""A turn of Magic Arena resolved, and how the game ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from pbem.kit import squares
from pbem.kit.change import changed
from pbem.protocol import Event, Order, Outcome, Seat, Step
from pbem.rules.arena.check import as_start
from pbem.rules.arena.events import (
    Acted,
    Blow,
    Casting,
    Ignored,
    Removed,
    Started,
    Struck,
)
from pbem.rules.arena.magics import SCHOOLS, reach
from pbem.rules.arena.orders import Act
from pbem.rules.arena.plan import Plan, plan_turn
from pbem.rules.arena.state import Fighter, State

INCOME = 5  #: magic points at the end of every turn (A4)

#: A caster's magic on a target: all its casts, each with the damage done.
Hits = dict[tuple[Seat, str], list[int]]


def resolve(state: State, orders: Mapping[Seat, Order]) -> Step[State]:
    """Return what a turn of everybody who is in comes to."""
    return _resolve_turn(state, orders) if state.turn else _begin(state, orders)


def _begin(state: State, orders: Mapping[Seat, Order]) -> Step[State]:
    """Resolve turn 0: everybody appears, and has the first magic points."""
    settings = state.settings
    fighters = []
    events: list[Event] = []
    for seat, order in orders.items():
        start = as_start(state, order)
        assert start is not None
        square = squares.find(start.square, settings.size)
        assert square is not None
        types = tuple(sorted(SCHOOLS if settings.types == "all" else start.types))
        fighters.append(Fighter(seat, types, square, settings.hp, INCOME))
        events.append(Started(seat=seat, types=types, square=start.square))
    return Step(changed(state, turn=1, fighters=tuple(fighters)), tuple(events))


def _resolve_turn(state: State, orders: Mapping[Seat, Order]) -> Step[State]:
    """Resolve a turn: all move, all is hit, then healing, removal, income (A1)."""
    plans: dict[Seat, Plan] = {}
    for fighter in state.fighters:
        act = orders.get(fighter.seat)
        if isinstance(act, Act):
            plans[fighter.seat] = plan_turn(state.settings, fighter, act)
    hits, casts = _damage(state, plans)
    moves: list[Event] = []
    strikes: list[Event] = []
    ends: list[Event] = []
    fighters = []
    for fighter in state.fighters:
        if fighter.seat not in plans:
            fighters.append(fighter)
            continue
        plan = plans[fighter.seat]
        moves.extend(_acted(state, fighter, plan, casts[fighter.seat]))
        after, struck = _strike(state, fighter, plan, hits[fighter.seat])
        if struck is not None:
            strikes.append(struck)
        if after.out is not None:
            ends.append(Removed(seat=after.seat, hp=after.hp))
        fighters.append(after)
    following = changed(state, turn=state.turn + 1, fighters=tuple(fighters))
    return Step(following, (*moves, *strikes, *ends))


def _damage(
    state: State, plans: Mapping[Seat, Plan]
) -> tuple[dict[Seat, Hits], dict[Seat, list[Casting]]]:
    """Return who is hit by what, and what was cast.

    All is cast from and at the squares where everybody ended (A2). A magic
    spares its caster, but nobody else on the caster's square (A9).
    """
    size = state.settings.size
    places: dict[int, list[Seat]] = defaultdict(list)
    for seat, plan in plans.items():
        places[plan.square].append(seat)
    hits: dict[Seat, Hits] = {seat: {} for seat in plans}
    casts: dict[Seat, list[Casting]] = {}
    for caster, plan in plans.items():
        casts[caster] = castings = []
        for spell in plan.spells:
            magic = spell.magic
            if magic is None:
                castings.append(Casting(spell.part, "", "", spell.cost))
                continue
            met: list[Seat] = []
            if magic.damage:
                area = reach(magic.key, spell.target, plan.square, size)
                for square, seats in places.items():
                    if square not in area:
                        continue
                    for seat in seats:
                        if seat != caster:
                            met.append(seat)
                            blows = hits[seat].setdefault((caster, magic.name), [])
                            blows.append(area[square])
            castings.append(
                Casting(spell.part, magic.name, spell.target, spell.cost, tuple(met))
            )
    return hits, casts


def _acted(
    state: State, fighter: Fighter, plan: Plan, casts: list[Casting]
) -> Iterator[Event]:
    """Yield what a fighter did, and each part that was ignored (A16)."""
    size = state.settings.size
    walked = plan.walked
    yield Acted(
        seat=fighter.seat,
        start=squares.name(fighter.square, size),
        walked="" if walked is None else squares.name(walked, size),
        square=squares.name(plan.square, size),
        casts=tuple(casts),
        spent=fighter.mp - plan.mp,
    )
    for fault in plan.faults:
        part = str(fault.given["part"])
        yield Ignored(seat=fighter.seat, part=part, code=fault.code, given=fault.given)


def _strike(
    state: State, fighter: Fighter, plan: Plan, hits: Hits
) -> tuple[Fighter, Struck | None]:
    """Return the fighter after damage, healing, removal and income.

    What several do to one adds up (A6), and only the sum of damage and healing
    counts (A8), up to the hit points of the start (A7).
    """
    settings = state.settings
    blows = []
    for (caster, name), each in hits.items():
        # A5: with stack=no a magic of one caster counts once, at its worst.
        counted = each if settings.stack else [max(each)]
        blows.append(Blow(caster, name, len(each), tuple(counted), sum(counted)))
    damage = sum(blow.damage for blow in blows)
    healing = plan.healing
    hp = fighter.hp - damage + healing
    if not settings.overheal:
        hp = min(settings.hp, hp)
    out = state.turn if hp <= 0 else None
    mp = plan.mp if out is not None else plan.mp + INCOME
    after = fighter._replace(square=plan.square, hp=hp, mp=mp, out=out)
    if not blows and not healing:
        return after, None
    return after, Struck(
        seat=fighter.seat,
        square=squares.name(plan.square, settings.size),
        blows=tuple(blows),
        damage=damage,
        healing=healing,
        before=fighter.hp,
        after=hp,
    )


def resign(state: State, seat: Seat) -> State:
    """Return the state after a player gave up, who is hit no more (A24)."""
    if not state.turn:
        return changed(state, gone=(*state.gone, seat))
    fighters = tuple(
        f._replace(out=state.turn, resigned=True) if f.seat == seat else f
        for f in state.fighters
    )
    return changed(state, fighters=fighters)


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
