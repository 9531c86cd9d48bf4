"""Where tiles, platforms and roads lie in a picture, 200 units a tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, degrees, hypot
from typing import NamedTuple

from pbem.rules.mars.board_text import POINTS
from pbem.rules.mars.map.board import Board, spell
from pbem.rules.mars.map.colours import LETTER

TILE = 200  #: units of a tile's side
RADIUS = 21  #: of a platform; roads end at its rim

At = tuple[int, int]

AROUND: tuple[At, ...] = (  #: of a pawn, eight places for signs
    (-21, -21),
    (21, -21),
    (21, 21),
    (-21, 21),
    (0, -29),
    (29, 0),
    (0, 29),
    (-29, 0),
)
CLEAR = 23  #: from the middle of a sign to that of a letter


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

    @property
    def line(self) -> str:
        """The road from end to end, in the language of SVG's paths."""
        return f"M{self.x1} {self.y1}L{self.x2} {self.y2}"

    @property
    def middle(self) -> tuple[float, float]:
        """Where the sign of the road's colour stands."""
        return self.x, self.y

    @property
    def letter(self) -> tuple[float, float, str]:
        """The letter on that sign, and where its foot is."""
        return self.x, self.y + 5.4, LETTER[self.way.colour].upper()


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


def beside(at: At, roads: Sequence[Track]) -> list[At]:
    """Where signs stand round a pawn, best first: off the letters of the roads.

    >>> blue = Way("T1.5", "T1.1", "blue", False, False)  # to the north-west
    >>> beside((100, 100), tracks([blue], {"T1": (0, 0)}))
    [(21, -21), (21, 21), (-21, 21), (-21, -21)]
    """
    near = [
        (road.x - at[0], road.y - at[1])
        for road in roads
        if abs(road.x - at[0]) < 50 and abs(road.y - at[1]) < 50
    ]

    def room(place: At) -> float:
        apart = (hypot(x - place[0], y - place[1]) for x, y in near)
        return min(CLEAR, min(apart, default=CLEAR))

    found: list[At] = []
    for place in sorted(AROUND, key=room, reverse=True):
        if all(hypot(place[0] - x, place[1] - y) > CLEAR for x, y in found):
            found.append(place)
    return found


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
