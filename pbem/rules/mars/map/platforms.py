"""The map in names: tiles, platforms and roads as everybody sees them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from pbem.rules.mars.map.board import Board
from pbem.rules.mars.map.pieces import Form, Piece, Spot
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
    return tuple(chain.from_iterable(map(_roads, board.pieces)))


def _roads(piece: Piece) -> list[RoadView]:
    at, base = piece.form.at, piece.number * 10
    return [
        RoadView(spell(base + a), spell(base + b), colour, oneway, bridge)
        for a, b, colour, oneway, bridge in piece.form.roads
        if at[a] != at[b]
    ]


def platforms_of(board: Board) -> dict[str, PlatformView]:
    """Return the platforms of a map by name, in order of places."""
    spots = board.spots
    return {spell(at): _platform(spots[at]) for at in sorted(spots)}


def icons_of(board: Board) -> frozenset[str]:
    """Return the kinds of icons on a map; a timer is "used", fresh or not."""
    icons = [_icons(piece.form) for piece in board.pieces]
    return frozenset({"explore"} if board.open() else ()).union(*icons)


def _icons(form: Form) -> frozenset[str]:
    """Return the kinds of icons on a tile; where it can be explored is told apart."""
    found: set[str] = set()
    for _, platform in form.platforms:
        there = {
            "factory": bool(platform.factory),
            "dome" if form.domed else "site": bool(platform.site),
            "used": platform.timer,
            "rocket": platform.rocket,
            "pipe": platform.pipe,
            "trash": platform.trash,
        }
        found.update(kind for kind, here in there.items() if here)
    for a, b, colour, oneway, bridge in form.roads:
        if form.at[a] != form.at[b]:
            if bridge:
                found.add("bridge" if colour else "bridge-site")
            if oneway:
                found.add("one-way")
    return frozenset(found)


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
        tuple([_link(*link) for link in spot.links]),
    )


def _link(to: int, colour: str, way: str, bridge: bool) -> Link:
    return Link(spell(to), colour, way, bridge)
