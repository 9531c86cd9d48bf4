"""Ways of convoys over the seas of a map (D10)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pbem.kit.maps import Atlas
from pbem.rules.diplomacy.units import Area


def seas_beside(atlas: Atlas, area: Area) -> frozenset[Area]:
    """Return the seas beside any coast of a province."""
    found = (atlas.areas_beside("fleet", spot) for spot in atlas.spots("fleet", area))
    every = frozenset[Area]().union(*found)
    return frozenset(one for one in every if atlas.areas[one].kind == "sea")


def connected(
    atlas: Atlas, fleets: Collection[Area], source: Area, target: Area
) -> bool:
    """Return whether fleets in these seas reach from one coast to another."""
    ends, seen = seas_beside(atlas, target), set[Area]()
    ring = seas_beside(atlas, source).intersection(fleets)
    while ring:
        if ring & ends:
            return True
        seen |= ring
        ring = frozenset(
            near
            for sea in ring
            for near in atlas.areas_beside("fleet", sea)
            if near in fleets and near not in seen
        )
    return False


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
    starts = seas_beside(atlas, source).intersection(fleets)
    ends = seas_beside(atlas, target)
    open_routes: list[tuple[Area, ...]] = [(sea,) for sea in sorted(starts)]
    while open_routes:
        route = open_routes.pop()
        if route[-1] in ends:
            yield route
            continue
        near: set[Area] = set(starts)
        for sea in route[:-1]:
            near |= atlas.areas_beside("fleet", sea)
        for sea in sorted(atlas.areas_beside("fleet", route[-1]) & {*fleets}):
            if sea not in near and sea not in route:
                open_routes.append((*route, sea))
