"""Centres, builds and removals at the end of a year."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from pbem.rules.diplomacy.routes import steps
from pbem.rules.diplomacy.units import Area, Power, Unit
from pbem.rules.diplomacy.world import World


def captured(
    world: World, owners: Mapping[Area, Power], units: Mapping[Area, Unit]
) -> dict[Area, Power]:
    """Return whose the centres are after the retreats of Fall (D20)."""
    occupied = {
        area: unit.power for area, unit in units.items() if area in world.centres
    }
    return {**owners, **occupied}


def due(
    powers: Iterable[Power],
    owners: Mapping[Area, Power],
    units: Mapping[Area, Unit],
) -> dict[Power, int]:
    """Return how many units each power may build, or must remove as a negative number;
    powers with neither are left out."""
    owned, held = [*owners.values()], [unit.power for unit in units.values()]
    found = {power: owned.count(power) - held.count(power) for power in powers}
    return {power: number for power, number in found.items() if number}


def sites(
    world: World,
    owners: Mapping[Area, Power],
    units: Mapping[Area, Unit],
    power: Power,
    where: str = "home",
) -> tuple[Unit, ...]:
    """Return what a power could build: armies, and fleets where there is a coast (D21).

    That is in empty home centres that it owns; in any centre that it owns where that is
    "owned", or where it is "home-left" and one of them is a home centre.
    """
    homes: Iterable[Area] = world.nations[power].homes
    left = any(owners.get(area) == power for area in homes)
    if where == "owned" or (where == "home-left" and left):
        homes = world.centres
    empty = [
        area
        for area in sorted(homes)
        if owners.get(area) == power and area not in units
    ]
    return tuple(
        Unit(power, kind, spot)
        for area in empty
        for kind, road in (("A", "army"), ("F", "fleet"))
        for spot in world.atlas.spots(road, area)
    )


def in_disorder(
    world: World,
    owners: Mapping[Area, Power],
    units: Mapping[Area, Unit],
    power: Power,
    count: int,
    *,
    of_2000: bool = False,
) -> tuple[Unit, ...]:
    """Return the units that are removed where nobody says which (D23, D33)."""
    own = [area for area, owner in owners.items() if owner == power]
    if of_2000:
        own = [*world.nations[power].homes]
    around = world.atlas.areas_around

    def near(area: Area) -> Iterable[Area]:
        return (other for road in world.atlas.roads for other in around(road, area))

    any_way = steps(own, near)
    sailed = steps(own, partial(around, "fleet")) if of_2000 else any_way

    def rank(unit: Unit) -> tuple[bool, int, bool, str]:
        far = (any_way if unit.kind == "A" else sailed).get(unit.area)
        title = world.atlas.areas[unit.area].title
        distance = len(world.atlas.areas) if far is None else far
        safe = unit.area in world.centres and not of_2000
        return safe, -distance, unit.kind == "A", title

    mine = (unit for unit in units.values() if unit.power == power)
    return tuple(sorted(mine, key=rank)[:count])
