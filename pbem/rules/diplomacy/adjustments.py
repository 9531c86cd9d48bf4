"""Centres, builds and removals at the end of a year."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.kit.maps import area_of
from pbem.rules.diplomacy.units import Area, Power, Spot, Unit
from pbem.rules.diplomacy.world import World


def captured(
    world: World, owners: Mapping[Area, Power], units: Mapping[Area, Unit]
) -> dict[Area, Power]:
    """Return whose the centres are after the retreats of Fall (D20)."""
    taken = {area: unit.power for area, unit in units.items() if area in world.centres}
    return {**owners, **taken}


def due(
    powers: Mapping[Power, object],
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
    *,
    anywhere: bool = False,
) -> tuple[Unit, ...]:
    """Return what a power could build: armies, and fleets where there is a coast (D21).

    That is in empty home centres that it owns; `anywhere` in any centre that it owns.
    """
    homes = world.centres if anywhere else world.nations[power].homes
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
) -> tuple[Unit, ...]:
    """Return the units that are removed where nobody says which (D23)."""
    own = [area for area, owner in owners.items() if owner == power]
    steps = _steps(world, own)

    def rank(unit: Unit) -> tuple[bool, int, bool, str]:
        far = steps.get(unit.area, len(world.atlas.areas))
        title = world.atlas.areas[unit.area].title
        return unit.area in world.centres, -far, unit.kind == "A", title

    mine = (unit for unit in units.values() if unit.power == power)
    return tuple(sorted(mine, key=rank)[:count])


def _steps(world: World, centres: list[Area]) -> dict[Area, int]:
    """Return how many steps over borders of any kind lead to the nearest centre."""
    found = dict.fromkeys(centres, 0)
    ring = centres
    while ring:
        near = [other for area in ring for other in _beside(world, area)]
        new = [area for area in dict.fromkeys(near) if area not in found]
        found.update(dict.fromkeys(new, found[ring[0]] + 1))
        ring = new
    return found


def _beside(world: World, area: Area) -> list[Area]:
    atlas = world.atlas
    spots: list[tuple[str, Spot]] = [
        (road, spot) for road in atlas.roads for spot in atlas.spots(road, area)
    ]
    return [
        area_of(other) for road, spot in spots for other in atlas.beside(road, spot)
    ]
