"""Where tiles, platforms and roads lie in a picture, 200 units a tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, degrees, hypot
from typing import NamedTuple

from pbem.rules.mars.board import Board, spell
from pbem.rules.mars.drawing import POINTS

TILE = 200  #: units of a tile's side
RADIUS = 21  #: of a platform; roads end at its rim

At = tuple[int, int]


class Way(NamedTuple):
    """A road as it is drawn on the map, or the site of a bridge (colour "")."""

    a: str
    b: str
    colour: str
    oneway: bool  #: from a to b
    bridge: bool


class Track(NamedTuple):
    """A road in a picture: its two ends, its middle, and which way it runs."""

    x1: float
    y1: float
    x2: float
    y2: float
    x: float
    y: float
    angle: float  #: degrees clockwise from the east
    way: Way


def ways(board: Board) -> tuple[Way, ...]:
    """The roads of a map as they are drawn; inside a built dome there is none."""
    return tuple(
        Way(spell(a), spell(b), colour, oneway, bridge)
        for a, b, colour, oneway, bridge in board.drawn
        if board.at[a] != board.at[b]
    )


def point(place: str, cells: Mapping[str, At]) -> At:
    """Where the middle of a platform lies, given the cells of the tiles.

    >>> point("T2.4", {"T2": (1, 0)}), point("T1.9", {"T1": (0, -1)})
    ((200, 100), (150, -50))
    """
    tile, _, number = place.partition(".")
    (column, row), (x, y) = cells[tile], POINTS[int(number)]
    return column * TILE + 10 * x, row * TILE + 25 * y


def tracks(roads: Sequence[Way], cells: Mapping[str, At]) -> list[Track]:
    """The roads of a picture, from rim to rim."""
    found = []
    for way in roads:
        (ax, ay), (bx, by) = point(way.a, cells), point(way.b, cells)
        length = hypot(bx - ax, by - ay)
        dx, dy = (bx - ax) / length * RADIUS, (by - ay) / length * RADIUS
        found.append(
            Track(
                round(ax + dx, 1),
                round(ay + dy, 1),
                round(bx - dx, 1),
                round(by - dy, 1),
                (ax + bx) / 2,
                (ay + by) / 2,
                round(degrees(atan2(by - ay, bx - ax)), 1),
                way,
            )
        )
    return found
