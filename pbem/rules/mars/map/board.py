"""The map: laid tiles turned, merged and joined by roads.

Merged platforms go by the lowest of their numbers (Z5), a built dome by the lowest
of its site's (Z10).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from pbem.rules.mars.map.places import OPPOSITE, STEP, spell
from pbem.rules.mars.map.tiles import Box, Platform, Tile, turned

#: name, column, row (growing south) and quarters turned of a laid tile
Laid = tuple[str, int, int, int]
#: the two ends of a bridge, lower first, and its colour
Bridge = tuple[int, int, str]
#: a place that a road leads to, and the colours of the roads
Way = tuple[int, tuple[str, ...]]


class Road(NamedTuple):
    """A road, a bridge or its site as it lies; places as they are named on its tile."""

    a: int
    b: int
    colour: str  #: "" for the site of a bridge
    oneway: bool  #: from a to b
    bridge: bool  #: a bridge, or the site of one


@dataclass(slots=True, eq=False)
class Spot:
    """One platform of the map; not changed once the map is made."""

    place: int
    names: tuple[int, ...] = ()  #: in order of their tiles
    explore: str = ""  #: colour of the pawn that explores here
    beyond: tuple[int, int] | None = None  #: the empty cell that it opens on
    factory: str = ""
    site: str = ""
    dome: bool = False  #: a built dome
    timer: bool = False
    rocket: bool = False
    pipe: bool = False
    trash: bool = False
    #: Its roads and sites of bridges: where to, the colour or "", "both", "out" or
    #: "in", and whether it is a bridge.
    links: tuple[tuple[int, str, str, bool], ...] = ()

    @property
    def name(self) -> str:
        """The platform's name, that of the earlier tile where halves met."""
        return spell(self.place)

    def show(self, place: int, platform: Platform, domed: bool) -> None:
        """Add what a tile has there; `domed`: its dome is built."""
        self.names += (place,)
        self.factory = self.factory or platform.factory
        self.timer |= platform.timer
        self.rocket |= platform.rocket
        self.pipe |= platform.pipe
        self.trash |= platform.trash
        if platform.site:
            self.dome = domed
            self.site = "" if domed else platform.site


@dataclass(slots=True, eq=False)
class Board:
    """The map as a graph; made once for each layout, never changed."""

    laid: tuple[Laid, ...]
    cells: dict[tuple[int, int], int] = field(default_factory=dict)  #: to tile numbers
    #: Any name of a place to the name that it goes by.
    at: dict[int, int] = field(default_factory=dict)
    spots: dict[int, Spot] = field(default_factory=dict)
    #: Tile numbers to the places of their sites.
    domes: dict[int, tuple[int, ...]] = field(default_factory=dict)
    #: All that is drawn between platforms; inside a built dome there is nothing.
    drawn: list[Road] = field(default_factory=list)
    #: Unbuilt bridges by their ends, both ways: the places named on their tile.
    sites: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    #: Colours of the roads from a to b; tracks: the same, arrows ignored.
    roads: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    tracks: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    #: Neighbours by track; exits: those by road, with the colours.
    near: dict[int, tuple[int, ...]] = field(default_factory=dict)
    exits: dict[int, tuple[Way, ...]] = field(default_factory=dict)
    factories: dict[str, tuple[int, ...]] = field(default_factory=dict)
    heaps: tuple[int, ...] = ()  #: places with a trash icon
    rocket: int = 0

    def links(self, pawn: str) -> dict[tuple[int, int], tuple[str, ...]]:
        """Return the colours of the roads that a pawn may go, from place to place: a
        slug goes against arrows, too (Z15)."""
        return self.tracks if pawn == "slug" else self.roads

    def called(self, place: int) -> str:
        """Return the name that a place goes by; an empty string for none."""
        return spell(self.at.get(place, 0))

    def open(self) -> list[Spot]:
        """Return the platforms from which a tile can be explored."""
        return [spot for spot in self.spots.values() if spot.beyond is not None]


# A map takes a millisecond to make, and is asked for at every action of a plan.
@lru_cache(maxsize=256)
def board_of(
    box: Box,
    laid: tuple[Laid, ...],
    bridges: tuple[Bridge, ...] = (),
    domes: tuple[int, ...] = (),
) -> Board:
    """Return the map of these tiles, with these bridges and domes (tile numbers)."""
    board = Board(laid)
    board.cells |= {(x, y): number for number, (_, x, y, _) in enumerate(laid, 1)}
    colours = {(a, b): colour for a, b, colour in bridges}
    for number, (name, _, _, turn) in enumerate(laid, 1):
        tile = box.tiles[name]
        _add_platforms(board, number, tile, number in domes)
        for road in tile.roads:
            a, b = (
                number * 10 + turned(road.a, turn),
                number * 10 + turned(road.b, turn),
            )
            colour = road.colour or colours.get((min(a, b), max(a, b)), "")
            _add_road(board, Road(a, b, colour, road.oneway, not road.colour))
    _add_neighbours(board)
    for spot in board.spots.values():
        if spot.factory:
            others = board.factories.get(spot.factory, ())
            board.factories[spot.factory] = (*others, spot.place)
        if spot.rocket:
            board.rocket = spot.place
    heaps = [spot.place for spot in board.spots.values() if spot.trash]
    board.heaps = tuple(sorted(heaps))
    return board


def _add_platforms(board: Board, number: int, tile: Tile, domed: bool) -> None:
    """Add the platforms of a tile to the map; `domed`: its dome is built."""
    _, x, y, turn = board.laid[number - 1]
    platforms = {number * 10 + turned(p.number, turn): p for p in tile.platforms}
    site = tuple(sorted(place for place, p in platforms.items() if p.site))
    if site:
        board.domes[number] = site
    for place, platform in platforms.items():
        goes_by, beyond = place, None
        if domed and platform.site:
            goes_by = site[0]  # Z10: the site is one platform now
        if (side := place % 10) in STEP:
            beyond = (x + STEP[side][0], y + STEP[side][1])
            half = board.cells.get(beyond, 0) * 10 + OPPOSITE[side]
            goes_by = board.at.get(half, goes_by)  # Z5: two halves are one
        board.at[place] = goes_by
        spot = board.spots.setdefault(goes_by, Spot(goes_by))
        spot.show(place, platform, domed)
        if platform.explore and beyond and beyond not in board.cells:  # Z4
            spot.explore, spot.beyond = platform.explore, beyond


def _add_road(board: Board, road: Road) -> None:
    """Add a road, a built bridge or the site of one."""
    a, b = board.at[road.a], board.at[road.b]
    if a == b:
        return  # Z10: inside a built dome there is no road left
    board.drawn.append(road)
    out, back = ("out", "in") if road.oneway else ("both", "both")
    board.spots[a].links += ((b, road.colour, out, road.bridge),)
    board.spots[b].links += ((a, road.colour, back, road.bridge),)
    if not road.colour:
        ends = min(road.a, road.b), max(road.a, road.b)
        board.sites[a, b] = board.sites[b, a] = ends
        return
    for one, other in ((a, b), (b, a)):
        tracks = board.tracks.get((one, other), ())
        board.tracks[one, other] = (*tracks, road.colour)
        if one == a or not road.oneway:
            roads = board.roads.get((one, other), ())
            board.roads[one, other] = (*roads, road.colour)


def _add_neighbours(board: Board) -> None:
    """Fill in which platforms lie next to each other, by track and by road."""
    near: dict[int, list[int]] = {place: [] for place in board.spots}
    for a, b in sorted(board.tracks):
        near[a].append(b)
    for a, others in near.items():
        board.near[a] = tuple(others)
        exits = [(b, board.roads[a, b]) for b in others if (a, b) in board.roads]
        board.exits[a] = tuple(exits)


def quarters(entrance: int, side: int) -> int:
    """Return how far a tile is turned so that its entrance meets a side (Z4).

    >>> quarters(8, 2), quarters(8, 6), quarters(4, 2)
    (0, 1, 3)
    """
    return next(q for q in range(4) if turned(entrance, q) == OPPOSITE[side])


def laid_beyond(box: Box, spot: Spot, name: str) -> Laid:
    """Return a tile laid beyond an open platform, its arrow meeting it (Z4)."""
    assert spot.beyond is not None
    turn = quarters(box.tiles[name].entrances[0], spot.place % 10)
    return (name, *spot.beyond, turn)
