"""Where tiles, platforms and roads lie in a picture, 200 units a tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, degrees, hypot
from typing import NamedTuple

from pbem.rules.mars.map.colours import LETTER
from pbem.rules.mars.map.platforms import LaidTile, PlatformView, RoadView
from pbem.rules.mars.map.tiles import POINTS

TILE_UNITS = 200  #: units of a tile's side
UNITS_PER_COLUMN, UNITS_PER_LINE = 10, 25  #: units of a character in the drawn text
RIM_UNITS = 21  #: radius of a platform, at whose rim roads end


At = tuple[int, int]

#: Eight places for icons, round the middle of a pawn.
AROUND: tuple[At, ...] = (
    (-21, -21),
    (21, -21),
    (21, 21),
    (-21, 21),
    (0, -29),
    (29, 0),
    (0, 29),
    (-29, 0),
)
CLEAR_UNITS = 23  #: from the middle of an icon to that of a road's letter
NEAR_UNITS = 50  #: within which a road's letter can be in an icon's way


class RoadLine(NamedTuple):
    """A road in a picture: its two ends, its middle, and which way it runs."""

    x1: float
    y1: float
    x2: float
    y2: float
    x: float
    y: float
    angle: float  #: degrees clockwise from the east
    road: RoadView

    @property
    def line(self) -> str:
        """The road from end to end, in the language of SVG's paths."""
        return f"M{self.x1} {self.y1}L{self.x2} {self.y2}"

    @property
    def middle(self) -> tuple[float, float]:
        """The place of the disc with the road's colour."""
        return self.x, self.y

    @property
    def letter(self) -> tuple[float, float, str]:
        """The letter on that disc, behind the place of its foot."""
        return self.x, self.y + 5.4, LETTER[self.road.colour].upper()


class Roads(NamedTuple):
    """The roads of one colour in a picture; those of none are sites of bridges."""

    colour: str
    lines: str  #: from end to end, in the language of SVG's paths
    bridges: str  #: those of them that were built
    middles: tuple[tuple[float, float], ...]  #: of those that lead both ways
    oneway: tuple[RoadLine, ...]
    letters: tuple[tuple[float, float, str], ...]


def point(place: str, cells: Mapping[str, At]) -> At:
    """Return where the middle of a platform lies, given the cells of the tiles.

    >>> point("T2.4", {"T2": (1, 0)}), point("T1.9", {"T1": (0, -1)})
    ((200, 100), (150, -50))
    """
    tile, _, number = place.partition(".")
    (column, row), (x, y) = cells[tile], POINTS[int(number)]
    return (
        column * TILE_UNITS + UNITS_PER_COLUMN * x,
        row * TILE_UNITS + UNITS_PER_LINE * y,
    )


def beside(at: At, roads: Sequence[RoadLine]) -> list[At]:
    """Return places for icons round a pawn, best first: off the roads' letters.

    >>> blue = RoadView("T1.5", "T1.1", "blue", False, False)  # to the north-west
    >>> beside((100, 100), road_lines([blue], {"T1": (0, 0)}))
    [(21, -21), (21, 21), (-21, 21), (-21, -21)]
    """
    near = [
        (road.x - at[0], road.y - at[1])
        for road in roads
        if abs(road.x - at[0]) < NEAR_UNITS and abs(road.y - at[1]) < NEAR_UNITS
    ]

    def room(place: At) -> float:
        apart = (hypot(x - place[0], y - place[1]) for x, y in near)
        return min(CLEAR_UNITS, min(apart, default=CLEAR_UNITS))

    found: list[At] = []
    for place in sorted(AROUND, key=room, reverse=True):
        if all(hypot(place[0] - x, place[1] - y) > CLEAR_UNITS for x, y in found):
            found.append(place)
    return found


def road_lines(roads: Sequence[RoadView], cells: Mapping[str, At]) -> list[RoadLine]:
    """Return the roads of a picture, from rim to rim."""
    found = []
    for road in roads:
        (ax, ay), (bx, by) = point(road.a, cells), point(road.b, cells)
        length = hypot(bx - ax, by - ay)
        dx, dy = (bx - ax) / length * RIM_UNITS, (by - ay) / length * RIM_UNITS
        found.append(
            RoadLine(
                round(ax + dx, 1),
                round(ay + dy, 1),
                round(bx - dx, 1),
                round(by - dy, 1),
                (ax + bx) / 2,
                (ay + by) / 2,
                round(degrees(atan2(by - ay, bx - ax)), 1),
                road,
            )
        )
    return found


def by_colour(lines: Sequence[RoadLine]) -> list[Roads]:
    """Return the roads of a picture by the names of their colours.

    >>> site = RoadView("T1.5", "T1.1", "", False, False)
    >>> roads = road_lines([site, site._replace(colour="blue")], {"T1": (0, 0)})
    >>> [(one.colour, one.lines, one.middles) for one in by_colour(roads)][0]
    ('', 'M85.2 85.2L64.8 64.8', ((75.0, 75.0),))
    """
    found = []
    for colour in sorted({one.road.colour for one in lines}):
        some = [one for one in lines if one.road.colour == colour]
        found.append(
            Roads(
                colour,
                "".join(one.line for one in some),
                "".join(one.line for one in some if one.road.bridge),
                tuple(one.middle for one in some if not one.road.oneway),
                tuple(one for one in some if one.road.oneway),
                tuple(one.letter for one in some if colour),
            )
        )
    return found


def cells_of(tiles: tuple[LaidTile, ...]) -> dict[str, At]:
    """Return the column and the row of each tile, by its name."""
    return {tile.name: tile.at for tile in tiles}


def points_of(
    platforms: dict[str, PlatformView], tiles: tuple[LaidTile, ...]
) -> dict[str, list[At]]:
    """Return where each platform lies: a dome in several places."""
    cells = cells_of(tiles)
    return {
        name: list(dict.fromkeys(point(other, cells) for other in spot.names))
        for name, spot in platforms.items()
    }


def lines_of(
    roads: tuple[RoadView, ...], tiles: tuple[LaidTile, ...]
) -> list[RoadLine]:
    """Return the roads between tiles, from rim to rim."""
    return road_lines(roads, cells_of(tiles))


def roads_of(roads: tuple[RoadView, ...], tiles: tuple[LaidTile, ...]) -> list[Roads]:
    """Return the roads between tiles by the names of their colours."""
    return by_colour(lines_of(roads, tiles))
