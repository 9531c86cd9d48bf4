"""Random positions of Diplomacy with orders that get in each other's way."""

from __future__ import annotations

from random import Random

from tests.independent.diplomacy.naive import AREAS, Unit, coastal, province, sea, steps

POWERS = ("Austria", "England", "France")
MOST_MOVES = 9  #: of which every combination is tried


def position(rng: Random) -> dict[str, Unit]:
    """Return units close to each other, with orders: legal mostly, and mostly about
    the orders of others."""
    places = _close(rng, rng.randint(6, 13))
    units = {}
    for area in places:
        kind = "F" if sea(area) else rng.choice("AAF")
        spots = _spots(kind, area)
        if spots:
            units[area] = Unit(rng.choice(POWERS), kind, rng.choice(spots))
    plot = _plot(rng, [area for area in units if sea(area)])
    units.update(plot)
    order = sorted(
        [area for area in units if area not in plot], key=lambda _: rng.random()
    )
    half = min(len(order) * rng.randint(4, 6) // 10, MOST_MOVES)
    for area in order[:half]:
        units[area] = _moving(rng, units, units[area])
    for area in order[half:]:
        units[area] = _helping(rng, units, units[area])
    return units


def _plot(rng: Random, seas: list[str]) -> dict[str, Unit]:
    """Return armies in convoys that attack fleets which support attacks on these
    convoys, one for some of the seas; others may get in their way."""
    found: dict[str, Unit] = {}
    for here in seas[: rng.choice([0, 0, 1, 2])]:
        shores = sorted(area for area in AREAS if here in coastal(area))
        shores = [area for area in shores if not sea(area) and len(area) == 3]
        beside = [area for area in shores if "coasts" not in AREAS[area]]
        if len(beside) < 2:
            continue
        start, goal = rng.sample(beside, 2)
        attackers = [spot for spot in steps("F", here) if spot[:3] not in (start, goal)]
        attacker = rng.choice(attackers)
        friend, foe = rng.sample(POWERS, 2)
        found[start] = Unit(friend, "A", start, "M", "", goal)
        found[here] = Unit(friend, "F", here, "C", start, goal)
        found[goal] = Unit(foe, "F", goal, "S", province(attacker), here)
        found[province(attacker)] = Unit(foe, "F", attacker, "M", "", here)
    return found


def _spots(kind: str, area: str) -> list[str]:
    coasts = AREAS[area].get("coasts", [])
    every = [f"{area}/{coast}" for coast in coasts] if kind == "F" else []
    return [spot for spot in every or [area] if steps(kind, spot)]


def _close(rng: Random, count: int) -> list[str]:
    found = [rng.choice([area for area in AREAS if sea(area)])]
    while len(found) < count:
        area = rng.choice(found)
        near = {province(x) for key in AREAS[area] for x in _beside(area, key)}
        new = sorted(near - {*found})
        seas = [one for one in new if sea(one)]
        if new:
            found.append(rng.choice(seas if seas and rng.random() < 0.4 else new))
    return found


def _beside(area: str, key: str) -> list[str]:
    return AREAS[area][key] if key.startswith(("army", "fleet")) else []


def _moving(rng: Random, units: dict[str, Unit], unit: Unit) -> Unit:
    """Return a unit that goes somewhere, often where another stands."""
    here = coastal(province(unit.at)) & units.keys()
    far = sorted(
        area
        for area in sorted(_coasts(units) - {province(unit.at)})
        if (unit.kind == "A" and here & coastal(area)) or rng.random() < 0.1
    )
    if unit.kind == "A" and far and rng.random() < 0.7:
        occupied = [area for area in far if area in units]
        goal = rng.choice(occupied if occupied and rng.random() < 0.7 else far)
        return unit._replace(verb="M", to=goal, via=rng.random() < 0.3)
    goals = [*steps(unit.kind, unit.at)]
    occupied = [spot for spot in goals if province(spot) in units]
    goals = occupied if occupied and rng.random() < 0.8 else goals
    return unit._replace(verb="M", to=rng.choice(goals))


def _helping(rng: Random, units: dict[str, Unit], unit: Unit) -> Unit:
    """Return a unit that helps another: mostly one that it can help."""
    going = [one for one in units.values() if one.verb == "M" and one != unit]
    if sea(province(unit.at)):
        armies = [one for one in going if one.kind == "A"]
        far = [one for one in armies if one.to not in steps("A", one.at)]
        here = province(unit.at)
        short = [one for one in far if here in coastal(one.at) & coastal(one.to)]
        if far and rng.random() < 0.85:
            army = rng.choice(short or far if rng.random() < 0.9 else armies)
            return unit._replace(verb="C", other=province(army.at), to=army.to)
    near = {province(spot) for spot in steps(unit.kind, unit.at)}
    told = [one for one in going if province(one.to) in near]
    told += [one for one in units.values() if one.at in near and one.verb != "M"]
    dice = rng.random()
    if told and dice < 0.9:
        helped = rng.choice(told)
        goal = helped.to if helped.verb == "M" else ""
        return unit._replace(verb="S", other=province(helped.at), to=goal)
    if dice < 0.95:
        helped = rng.choice([*units.values()])
        return unit._replace(
            verb=rng.choice("SC"),
            other=province(helped.at),
            to=helped.to or province(helped.at),
        )
    return unit


def _coasts(units: dict[str, Unit]) -> set[str]:
    """Return the provinces beside the seas with fleets."""
    seas = {area for area in units if sea(area)}
    return {
        area
        for area in AREAS
        if not sea(area) and coastal(area) & seas and "coasts" not in AREAS[area]
    }
