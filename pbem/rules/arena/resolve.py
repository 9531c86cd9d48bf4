"""A turn of Magic Arena resolved, and how the game ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from pbem.kit import squares
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
_NONE: Hits = {}
#: Whom the magics of a caster hit, by their numbers.
Met = dict[tuple[Seat, int], list[Seat]]


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
    return Step(replace(state, turn=1, fighters=tuple(fighters)), tuple(begun))


def _resolve_turn(state: State, plans: Mapping[Seat, Plan]) -> Step[State]:
    """Resolve a turn: all move, all is hit, then healing, removal, income (A1)."""
    hits, met = _damage(plans)
    fighters = tuple(
        [
            _after(state.turn, plans[fighter.seat], hits.get(fighter.seat, _NONE))
            if fighter.seat in plans
            else fighter
            for fighter in state.fighters
        ]
    )
    after = State(state.settings, state.seats, state.turn + 1, fighters, state.gone)
    return Step(after, (), partial(_events, plans, hits, met, after))


def _damage(plans: Mapping[Seat, Plan]) -> tuple[dict[Seat, Hits], Met]:
    """Return who is hit by what, and whom each magic hits.

    All is cast at the squares where everybody ended (A2). A magic spares its
    caster, but nobody else on the caster's square (A9).
    """
    places: dict[int, list[Seat]] = {}
    for seat, plan in plans.items():
        places.setdefault(plan.square, []).append(seat)
    hits: dict[Seat, Hits] = {}
    met: Met = {}
    for caster, plan in plans.items():
        for number, spell in enumerate(plan.spells):
            if spell.magic is None:
                continue
            area, name = plan.area(spell), spell.magic.name
            for at in places:
                if at not in area:
                    continue
                for seat in places[at]:
                    if seat != caster:
                        by = hits.setdefault(seat, {})
                        by.setdefault((caster, name), []).append(area[at])
                        met.setdefault((caster, number), []).append(seat)
    return hits, met


def _after(turn: int, plan: Plan, hits: Hits) -> Fighter:
    """Return a fighter after damage, healing, removal and income.

    What several do to one adds up (A6), and only the sum of damage and healing
    counts (A8), up to the hit points of the start (A7).
    """
    (seat, types, _, hp, *_), settings, mp = plan.fighter, plan.settings, plan.mp
    hp += plan.healing
    for each in hits.values():
        hp -= sum(_counted(settings, each))
    if not settings.overheal and hp > settings.hp:
        hp = settings.hp
    if hp > 0:
        return Fighter(seat, types, plan.square, hp, mp + INCOME, None, False)
    return Fighter(seat, types, plan.square, hp, mp, turn, False)


def _counted(settings: Settings, each: Sequence[int]) -> Sequence[int]:
    """Return the damage that counts of what one magic of one caster does: with
    stack=no one cast of it, the worst (A5)."""
    return each if settings.stack else (max(each),)


def _events(
    plans: Mapping[Seat, Plan], hits: Mapping[Seat, Hits], met: Met, after: State
) -> tuple[Event, ...]:
    """Return what happened in a turn: all moves, then all strikes, then the ends."""
    moves: list[Event] = []
    strikes: list[Event] = []
    ends: list[Event] = []
    for fighter in after.fighters:
        plan = plans.get(fighter.seat)
        if plan is None:
            continue
        moves.extend(_acted(plan, met))
        by = hits.get(fighter.seat, _NONE)
        if by or plan.healing:
            strikes.append(_struck(plan, by, fighter.hp))
        if fighter.out is not None:
            ends.append(events.Removed(seat=fighter.seat, hp=fighter.hp))
    return (*moves, *strikes, *ends)


def _acted(plan: Plan, met: Met) -> Iterator[Event]:
    """Yield what a fighter did, and each part that was ignored (A16)."""
    fighter, size, seat = plan.fighter, plan.settings.board, plan.fighter.seat
    casts = []
    for number, spell in enumerate(plan.spells):
        name = spell.magic.name if spell.magic else ""
        who = tuple(met.get((seat, number), ()))
        casts.append(events.Casting(spell.part, name, spell.target, spell.cost, who))
    start, square = squares.name(fighter.square, size), squares.name(plan.square, size)
    walked = "" if plan.walked is None else squares.name(plan.walked, size)
    yield events.Acted(
        seat=seat,
        start=start,
        walked=walked,
        square=square,
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
    (seat, _, _, before, *_), settings, damage = plan.fighter, plan.settings, 0
    blows = []
    for (caster, name), each in hits.items():
        counted = tuple(_counted(settings, each))
        done = sum(counted)
        damage += done
        blows.append(events.Blow(caster, name, len(each), counted, done))
    square = squares.name(plan.square, settings.board)
    return events.Struck(
        seat=seat,
        square=square,
        blows=tuple(blows),
        damage=damage,
        healing=plan.healing,
        before=before,
        after=after,
    )


def resign(state: State, seat: Seat, order: AnyBound) -> Step[State]:
    """Return what comes of a player giving up, who is hit no more (A24)."""
    if state.turn:
        fighters = tuple(
            f._replace(out=state.turn, resigned=True) if f.seat == seat else f
            for f in state.fighters
        )
        after = replace(state, fighters=fighters)
    else:
        after = replace(state, gone=(*state.gone, seat))
    return Step(after, (events.Resigned(seat=seat),))


def is_over(state: State, standing: tuple[Seat, ...]) -> bool:
    """Return whether at most one of the seats that are still in is left (A17), or the
    limit is passed (A20)."""
    limit = state.settings.limit
    return len(standing) < 2 or 0 < limit < state.turn


def outcome(state: State) -> Outcome | None:
    """Return how the game ended (A17), at the limit (A20) too; None before."""
    standing = state.standing()
    if not is_over(state, standing):
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
