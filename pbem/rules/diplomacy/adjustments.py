"""Centres, builds and removals at the end of a year."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial

from pbem.rules.diplomacy.phases import Phase
from pbem.rules.diplomacy.routes import steps
from pbem.rules.diplomacy.state import State
from pbem.rules.diplomacy.units import ROADS, Area, Power, Unit


def due(state: State, powers: Iterable[Power]) -> dict[Power, int]:
    """Return how many units each power may build now, where it has room, or must remove
    as a negative number; powers with neither are left out."""
    if state.phase != Phase.ADJUSTMENTS:
        return {}
    owners = [*state.owners.values()]
    units = [unit.power for unit in state.units.values()]
    found = {}
    for power in powers:
        number = owners.count(power) - units.count(power)
        if number > 0:
            number = min(number, len({one.area for one in sites(state, power)}))
        if number:
            found[power] = number
    return found


def sites(state: State, power: Power) -> tuple[Unit, ...]:
    """Return what a power could build: armies, and fleets where there is a coast (D21).

    That is in empty home centres that it owns; in any centre that it owns where the
    game builds in those "owned", or "home-left" and one of them is a home centre.
    """
    world, owners, where = state.world, state.owners, state.options.builds
    homes: Iterable[Area] = world.nations[power].homes
    left = any(owners.get(area) == power for area in homes)
    if where == "owned" or (where == "home-left" and left):
        homes = world.centres
    return tuple(
        Unit(power, kind, spot)
        for area in sorted(homes)
        if owners.get(area) == power and area not in state.units
        for kind, road in ROADS.items()
        for spot in world.atlas.spots(road, area)
    )


def in_disorder(
    state: State, power: Power, count: int, gone: Collection[Unit]
) -> tuple[Unit, ...]:
    """Return the units that are removed besides those `gone` where nobody says which
    (D23, D33)."""
    world, of_2000 = state.world, state.of_2000
    own = [area for area, owner in state.owners.items() if owner == power]
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

    units = state.units.values()
    mine = (unit for unit in units if unit.power == power and unit not in gone)
    return tuple(sorted(mine, key=rank)[: max(count, 0)])
