"""Routes of convoys over the seas of a map (D10), and steps over its borders."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from pbem.kit.maps import Atlas
from pbem.rules.diplomacy.units import Area, Spot


def steps(
    starts: Iterable[Spot], near: Callable[[Spot], Iterable[Spot]]
) -> dict[Spot, int]:
    """Return how many steps lead to each place from the nearest of some."""
    found = dict.fromkeys(starts, 0)
    ring = [*found]
    while ring:
        beyond = dict.fromkeys(other for one in ring for other in near(one))
        new = [one for one in beyond if one not in found]
        found.update(dict.fromkeys(new, found[ring[0]] + 1))
        ring = new
    return found


def shores(atlas: Atlas, fleets: Collection[Area], source: Area) -> frozenset[Area]:
    """Return the provinces that fleets in these seas reach from a coast, that of the
    source and seas among them."""
    found = set[Area]()
    seen = set[Area]()
    ring = {*atlas.areas_around("fleet", source).intersection(fleets)}
    while ring:
        seen |= ring
        near = set[Area]().union(*(atlas.adjacent_areas("fleet", sea) for sea in ring))
        found |= near
        ring = near.intersection(fleets) - seen
    return frozenset(found)


def needed(
    atlas: Atlas, fleets: Collection[Area], fleet: Area, source: Area, target: Area
) -> bool:
    """Return whether a fleet belongs to some route that fails without it (D14).

    `fleets` are all that could convoy, this one among them.
    """
    return any(fleet in route for route in _routes(atlas, fleets, source, target))


def _routes(
    atlas: Atlas, fleets: Collection[Area], source: Area, target: Area
) -> Iterator[tuple[Area, ...]]:
    """Yield the routes from which no fleet can be left out."""
    starts = atlas.areas_around("fleet", source).intersection(fleets)
    ends = atlas.areas_around("fleet", target)
    open_routes: list[tuple[Area, ...]] = [(sea,) for sea in sorted(starts)]
    while open_routes:
        route = open_routes.pop()
        if route[-1] in ends:
            yield route
            continue
        near: set[Area] = set(starts)
        for sea in route[:-1]:
            near |= atlas.adjacent_areas("fleet", sea)
        for sea in sorted(atlas.adjacent_areas("fleet", route[-1]) & {*fleets}):
            if sea not in near and sea not in route:
                open_routes.append((*route, sea))
