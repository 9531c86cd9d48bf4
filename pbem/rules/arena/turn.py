"""One turn of Magic Arena resolved: movement, damage, healing, removal (A1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from pbem.kit import squares
from pbem.protocol import Event, Order, Outcome, Seat, Step
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
from pbem.rules.arena.orders import Act, Start
from pbem.rules.arena.reading import Reading, read_turn
from pbem.rules.arena.state import Fighter, State

INCOME = 5  #: magic points at the end of every turn (A4)

#: A caster's magic on a target: all its casts, each with the damage done.
Hits = dict[tuple[Seat, str], list[int]]


def begin(state: State, starts: Mapping[Seat, Start]) -> Step[State]:
    """Turn 0: everybody appears, and has the first magic points."""
    house = state.house
    fighters = []
    events: list[Event] = []
    for seat, start in starts.items():
        square = squares.find(start.square, house.size)
        assert square is not None
        types = tuple(sorted(SCHOOLS if house.types == "all" else start.types))
        fighters.append(Fighter(seat, types, square, house.hp, INCOME))
        events.append(Started(seat=seat, types=types, square=start.square))
    return Step(replace(state, turn=1, fighters=tuple(fighters)), tuple(events))


def resolve(state: State, orders: Mapping[Seat, Order]) -> Step[State]:
    """A turn of those who are in, all at once."""
    house = state.house
    readings: dict[Seat, Reading] = {}
    for fighter in state.fighters:
        act = orders.get(fighter.seat)
        if isinstance(act, Act):
            readings[fighter.seat] = read_turn(house, fighter, act)
    hits, casts = _damage(state, readings)
    moves: list[Event] = []
    strikes: list[Event] = []
    ends: list[Event] = []
    fighters = []
    for fighter in state.fighters:
        if fighter.seat not in readings:
            fighters.append(fighter)
            continue
        reading = readings[fighter.seat]
        moves.extend(_told(state, fighter, reading, casts[fighter.seat]))
        after, struck = _strike(state, fighter, reading, hits[fighter.seat])
        if struck is not None:
            strikes.append(struck)
        if after.out is not None:
            ends.append(Removed(seat=after.seat, hp=after.hp))
        fighters.append(after)
    following = replace(state, turn=state.turn + 1, fighters=tuple(fighters))
    return Step(following, (*moves, *strikes, *ends))


def _damage(
    state: State, readings: Mapping[Seat, Reading]
) -> tuple[dict[Seat, Hits], dict[Seat, list[Casting]]]:
    """Who is hit by what, from and to the squares where everybody ended (A2)."""
    size = state.house.size
    places: dict[int, list[Seat]] = defaultdict(list)
    for seat, reading in readings.items():
        places[reading.square].append(seat)
    hits: dict[Seat, Hits] = {seat: {} for seat in readings}
    casts: dict[Seat, list[Casting]] = {}
    for caster, reading in readings.items():
        casts[caster] = told = []
        for spell in reading.spells:
            magic = spell.magic
            if magic is None:
                told.append(Casting(spell.part, "", "", spell.cost))
                continue
            met: list[Seat] = []
            if magic.damage:
                area = reach(magic.key, spell.target, reading.square, size)
                for square, seats in places.items():
                    if square not in area:
                        continue
                    for seat in seats:
                        if seat != caster:
                            met.append(seat)
                            blows = hits[seat].setdefault((caster, magic.name), [])
                            blows.append(area[square])
            told.append(
                Casting(spell.part, magic.name, spell.target, spell.cost, tuple(met))
            )
    return hits, casts


def _told(
    state: State,
    fighter: Fighter,
    reading: Reading,
    casts: list[Casting],
) -> Iterable[Event]:
    size = state.house.size
    walked = reading.walked
    yield Acted(
        seat=fighter.seat,
        start=squares.name(fighter.square, size),
        walked="" if walked is None else squares.name(walked, size),
        square=squares.name(reading.square, size),
        casts=tuple(casts),
        spent=fighter.mp - reading.mp,
    )
    for fault in reading.faults:
        part = str(fault.given["part"])
        yield Ignored(seat=fighter.seat, part=part, code=fault.code, given=fault.given)


def _strike(
    state: State, fighter: Fighter, reading: Reading, hits: Hits
) -> tuple[Fighter, Struck | None]:
    """The fighter after damage, healing, removal and income."""
    house = state.house
    blows = []
    for (caster, name), each in hits.items():
        # A5: with stack=no a magic of one caster counts once, at its worst.
        counted = each if house.stack else [max(each)]
        blows.append(Blow(caster, name, len(each), tuple(counted), sum(counted)))
    damage = sum(blow.damage for blow in blows)
    healing = reading.healing
    hp = fighter.hp - damage + healing
    if not house.overheal:
        hp = min(house.hp, hp)
    out = state.turn if hp <= 0 else None
    mp = reading.mp if out is not None else reading.mp + INCOME
    after = fighter._replace(square=reading.square, hp=hp, mp=mp, out=out)
    if not blows and not healing:
        return after, None
    return after, Struck(
        seat=fighter.seat,
        square=squares.name(reading.square, house.size),
        blows=tuple(blows),
        damage=damage,
        healing=healing,
        before=fighter.hp,
        after=hp,
    )


def resigned(state: State, seat: Seat) -> State:
    """The state after a player gave up."""
    if not state.turn:
        return replace(state, gone=(*state.gone, seat))
    fighters = tuple(
        f._replace(out=state.turn, resigned=True) if f.seat == seat else f
        for f in state.fighters
    )
    return replace(state, fighters=fighters)


def outcome(state: State) -> Outcome | None:
    """How the game ended (A17; A20 for the turn limit)."""
    standing = state.standing()
    limit = state.house.limit
    if len(standing) > 1 and not (limit and state.turn > limit):
        return None
    scores = {fighter.seat: fighter.hp for fighter in state.fighters}
    if len(standing) == 1:
        return Outcome(standing, "last-standing", scores)
    if not standing:
        last = [f for f in state.fighters if f.out == state.turn - 1]
        fallen = [f for f in last if not f.resigned] or last
        winners = _best(fallen)
        return Outcome(winners, "tie" if len(winners) > 1 else "all-gone", scores)
    alive = [f for f in state.fighters if f.out is None]
    return Outcome(_best(alive), "turn-limit", scores)


def _best(fighters: list[Fighter]) -> tuple[Seat, ...]:
    most = max((fighter.hp for fighter in fighters), default=0)
    return tuple(fighter.seat for fighter in fighters if fighter.hp == most)
