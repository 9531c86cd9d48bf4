"""Where dislodged units may go, and what becomes of those that go there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pbem.kit.maps import Atlas, area_of
from pbem.rules.diplomacy.adjudicator import Settled
from pbem.rules.diplomacy.units import Area, Spot, Unit


class Barred(StrEnum):
    """Why a unit may not retreat to an adjacent place."""

    OCCUPIED = "occupied"
    STANDOFF = "standoff"
    ATTACKER = "attacker"


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A unit that lost its place."""

    unit: Unit
    by: Area  #: where the unit came from that dislodged it
    open: tuple[Spot, ...]  #: where it may go
    barred: Mapping[Spot, Barred]  #: where it may not go, and why
    by_sea: bool = False  #: the other came by convoy


def contested(settled: Settled, after: Mapping[Area, Unit]) -> frozenset[Area]:
    """Return the provinces that a standoff left empty (D18).

    A unit that was beaten by one coming the other way, or whose convoy failed, did
    not contest them.
    """
    return frozenset(
        goal
        for goal, movers in settled.moves_to.items()
        if goal not in after and any(settled.prevent(one).least for one in movers)
    )


def dislodged(
    atlas: Atlas,
    unit: Unit,
    attacker: Area,
    by_sea: bool,
    occupied: Mapping[Area, Unit],
    contested: frozenset[Area],
    *,
    of_2000: bool = False,
) -> Dislodged:
    """Return a dislodged unit with the places that it may go to (D18, D32)."""
    open_spots: list[Spot] = []
    barred: dict[Spot, Barred] = {}
    for spot in atlas.adjacent(unit.road, unit.spot):
        area = area_of(spot)
        if area in occupied:
            barred[spot] = Barred.OCCUPIED
        elif area in contested:
            barred[spot] = Barred.STANDOFF
        elif area == attacker and (of_2000 or not by_sea):
            barred[spot] = Barred.ATTACKER
        else:
            open_spots.append(spot)
    return Dislodged(unit, attacker, tuple(open_spots), barred, by_sea)


def arrived(goals: Mapping[Area, Spot]) -> dict[Area, Spot]:
    """Return which dislodged units come to stand where: those that go to a province
    alone. The others are disbanded (D19)."""
    arrivals = Counter(map(area_of, goals.values()))
    return {area: spot for area, spot in goals.items() if arrivals[area_of(spot)] == 1}
