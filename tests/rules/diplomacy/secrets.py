"""What is hidden in Diplomacy: what others have ordered for phases to come and, in fog,
what is out of sight."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from pbem.kit.calendar import Moment
from pbem.rules.diplomacy import fog, legality
from pbem.rules.diplomacy.orders import Line
from pbem.rules.diplomacy.phases import YEAR, Phase
from pbem.rules.diplomacy.state import Dislodged, State
from pbem.rules.diplomacy.units import Unit
from pbem.rules.diplomacy.verdicts import Verdict

MOST = 4  #: lines of a seat


def permuted(state: State, seat: str | None, rng: random.Random) -> State:
    """The same for this seat: others have ordered other things ahead and, in fog, are
    elsewhere."""
    if fog.hides(state):
        state = _in_fog(state, seat, rng)
    ahead = {who: lines for who, lines in state.ahead.items() if who == seat}
    if state.phase == Phase.MOVEMENT:
        moment = _next_movement(state.moment)
        for who in state.seats:
            if who != seat and rng.random() < 0.7:
                ahead[who] = _lines(state, who, moment, rng)
    return replace(
        state, ahead={who: ahead[who] for who in state.seats if who in ahead}
    )


def _in_fog(state: State, seat: str | None, rng: random.Random) -> State:
    """The units, centres and retreats out of sight, and what was done there, shuffled:
    as many as there were, and nobody more or less is left."""
    seen, world = fog.sight(state, seat), state.world
    unseen = [area for area in world.atlas.areas if area not in seen]
    rng.shuffle(unseen)
    powers = [x.power for a, x in state.units.items() if a not in seen]
    owners = [power for area, power in state.owners.items() if area not in seen]
    rng.shuffle(powers)
    rng.shuffle(owners)
    units = {area: one for area, one in state.units.items() if area in seen}
    new = dict(zip(unseen, powers, strict=False))
    units |= {area: _unit(state, area, power, rng) for area, power in new.items()}
    centres = [area for area in unseen if area in world.centres]
    owned = {area: power for area, power in state.owners.items() if area in seen}
    owned |= dict(zip(centres, owners, strict=False))
    other = replace(
        state,
        units=units,
        owners=owned,
        contested=_contested(state, seat, unseen, rng),
        dislodged=_dislodged(state, seat, unseen, rng),
        verdicts=tuple(_verdicts(state, seat, rng)),
        ordered={who: x for who, x in state.ordered.items() if who == seat},
    )
    alike = fog.sight(other, seat) == seen and other.survivors == state.survivors
    return other if alike else state


def _unit(state: State, area: str, power: str, rng: random.Random) -> Unit:
    atlas = state.world.atlas
    spots = [("A", spot) for spot in atlas.spots("army", area)]
    spots += [("F", spot) for spot in atlas.spots("fleet", area)]
    return Unit(power, *rng.choice(spots))


def _contested(
    state: State, seat: str | None, unseen: Sequence[str], rng: random.Random
) -> frozenset[str]:
    kept = fog.known(state, seat).contested
    return kept | {*unseen[: rng.randint(0, 2)]}


def _dislodged(
    state: State, seat: str | None, unseen: Sequence[str], rng: random.Random
) -> dict[str, Dislodged]:
    """Those in sight, others among them with other ways to go; as many elsewhere."""
    found: dict[str, Dislodged] = {}
    hidden = [*unseen]
    for area, one in state.dislodged.items():
        mine = state.players.get(one.unit.power) == seat
        if mine:
            found[area] = one
        elif area not in unseen:
            found[area] = replace(one, by="", open=one.open[:1], barred={})
        else:
            there = _unit(state, hidden[-1], one.unit.power, rng)
            found[hidden.pop()] = Dislodged(there, "", (hidden[0],), {})
    return found


def _verdicts(state: State, seat: str | None, rng: random.Random) -> list[Verdict]:
    """What the seat was told of the last orders, and as many other things."""
    told = [one for one in state.verdicts if one.known_to and seat in one.known_to]
    rest = [one for one in state.verdicts if one not in told]
    rng.shuffle(rest)
    return told + [replace(one, order="", by=()) for one in rest[::2]]


def _next_movement(moment: Moment) -> Moment:
    later = YEAR.after(moment)
    return later if later.phase == Phase.MOVEMENT else _next_movement(later)


def _lines(
    state: State, who: str, moment: Moment, rng: random.Random
) -> tuple[Line, ...]:
    found = [*islice(legality.lines(state, who), 200)]
    some = rng.sample(found, min(MOST, len(found)))
    return tuple(replace(line, moment=moment) for line in some)
