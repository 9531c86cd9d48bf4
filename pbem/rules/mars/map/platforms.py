"""The map in names: tiles, platforms and roads as everybody sees them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pbem.rules.mars.map.board import Board, Spot
from pbem.rules.mars.map.places import spell


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile of the map: `at` counts tiles to the east and to the south."""

    name: str
    tile: str
    title: str
    at: tuple[int, int]
    turn: int  #: quarters clockwise


@dataclass(frozen=True, slots=True)
class Link:
    """A road from a platform, or the site of a bridge (colour "")."""

    to: str
    colour: str
    way: str  #: "both", "out" or "in"
    bridge: bool


class RoadView(NamedTuple):
    """A road as it is drawn on the map, or the site of a bridge (colour "")."""

    a: str
    b: str
    colour: str
    oneway: bool  #: from a to b
    bridge: bool


@dataclass(frozen=True, slots=True)
class PlatformView:
    """A platform of the map with all that is printed on it."""

    names: tuple[str, ...]
    explore: str  #: the colour that explores from here, "" where none does
    factory: str
    site: str
    dome: bool
    timer: bool
    rocket: bool
    pipe: bool
    trash: bool
    links: tuple[Link, ...]

    def icons(self, fresh: bool) -> list[tuple[str, str]]:
        """Return the icons on it, each with its colour or ""; `fresh`: the timer."""
        coloured = {"explore": self.explore, "factory": self.factory, "site": self.site}
        timer, others = "timer" if fresh else "used", {"rocket": self.rocket}
        others |= {timer: self.timer, "pipe": self.pipe, "trash": self.trash}
        found = [(kind, colour) for kind, colour in coloured.items() if colour]
        return found + [(kind, "") for kind, there in others.items() if there]


def roads_of(board: Board) -> tuple[RoadView, ...]:
    """Return the roads of a map as they are drawn; inside a built dome is none."""
    return tuple(
        RoadView(spell(road.a), spell(road.b), road.colour, road.oneway, road.bridge)
        for road in board.drawn
    )


def platforms_of(board: Board) -> dict[str, PlatformView]:
    """Return the platforms of a map by name, in order of places."""
    spots = board.spots
    return {spell(at): _platform(spots[at]) for at in sorted(spots)}


def _platform(spot: Spot) -> PlatformView:
    return PlatformView(
        tuple([spell(name) for name in sorted(spot.names)]),
        spot.explore,
        spot.factory,
        spot.site,
        spot.dome,
        spot.timer,
        spot.rocket,
        spot.pipe,
        spot.trash,
        tuple([Link(spell(to), c, way, bridge) for to, c, way, bridge in spot.links]),
    )
