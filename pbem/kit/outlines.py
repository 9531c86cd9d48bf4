"""Maps as pictures: the lines between areas, where names and units stand.

Outlines are a table, as TOML has it:

    width = 2400
    height = 2025

    [lines]
    "Por|Spa" = ["268 1327 12 3 -4 9"]
    "Mao|Por" = ["268 1327 -40 2", "90 60 5 5 -5 5 -5 -5 5 -5"]
    "Por|edge" = ["0 0 9 9"]

    [label]
    Por = [240, 1500]

    [unit]
    "Spa/nc" = [300, 1320]

A line is a point and the steps from point to point, x to the east and y to the south;
the first area of its name lies on its left. Who is no area of the map is nobody's.
`apart = [["Egy", "Syr"]]` lists neighbours that are drawn without touching.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from pbem.kit.maps import area_of

Point = tuple[float, float]


class Line(NamedTuple):
    """A line between two areas."""

    left: str
    right: str
    points: tuple[Point, ...]

    @property
    def back(self) -> Line:
        """The same line from its other end."""
        return Line(self.right, self.left, self.points[::-1])


class Outlines:
    """The outlines of a map, read from their table.

    >>> outlines = Outlines({
    ...     "width": 20, "height": 10,
    ...     "lines": {"A|B": ["10 0 0 10"], "A|edge": ["10 10 -10 0 0 -10 10 0"]},
    ...     "label": {"A": [5, 3]}, "unit": {"A": [5, 7]},
    ... })
    >>> outlines.shape("A"), sorted(outlines.borders)
    ('M10 0l0 10-10 0 0-10 10 0z', [('A', 'B'), ('A', 'edge')])
    >>> outlines.drawn(lambda one, other: other != "edge"), outlines.spot("A")
    ('M10 0l0 10', (5, 7))
    """

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.width: float = table["width"]
        self.height: float = table["height"]
        self.lines: tuple[Line, ...] = tuple(
            Line(left, right, _points(text))
            for names, every in table["lines"].items()
            for left, _, right in (names.partition("|"),)
            for text in every
        )
        #: Pairs that are neighbours of each other although no line parts them.
        self.apart: frozenset[tuple[str, str]] = frozenset(
            (min(pair), max(pair)) for pair in table.get("apart", ())
        )
        self._labels: dict[str, Point] = _places(table["label"])
        self._spots: dict[str, Point] = _places(table["unit"])

    @property
    def borders(self) -> frozenset[tuple[str, str]]:
        """Which two have a line between them, by the alphabet."""
        pairs = (sorted((one.left, one.right)) for one in self.lines)
        return frozenset((first, second) for first, second in pairs)

    @property
    def labels(self) -> Mapping[str, Point]:
        """The point at which each area's name is centred."""
        return self._labels

    @property
    def coasts(self) -> Mapping[str, Point]:
        """Where a unit is drawn on each coast that has its own place ("spa/nc")."""
        return {spot: at for spot, at in self._spots.items() if "/" in spot}

    def spot(self, spot: str) -> Point:
        """Return where a unit stands; on a coast without a place of its own, where
        one of its area does. Raises KeyError."""
        return self._spots.get(spot) or self._spots[area_of(spot)]

    def has(self, spot: str) -> bool:
        """Return whether a unit has a place there."""
        return spot in self._spots or area_of(spot) in self._spots

    def shape(self, area: str) -> str:
        """Return an area as a closed path. Raises ValueError if a line is missing."""
        own = [one for one in self.lines if one.left == area]
        own += [one.back for one in self.lines if one.right == area]
        return "".join(_path(ring) + "z" for ring in rings(own))

    def drawn(self, include: Callable[[str, str], bool]) -> str:
        """Return one SVG path of the lines between areas that `include` accepts."""
        chosen = (one for one in self.lines if include(one.left, one.right))
        return "".join(_path(one.points) for one in chosen)


def rings(lines: Iterable[Line]) -> list[tuple[Point, ...]]:
    """Return lines put together end to end. Raises ValueError where one goes nowhere.

    >>> one, other = Line("A", "B", ((0, 0), (9, 0))), Line("A", "C", ((9, 0), (0, 0)))
    >>> rings([one, other])
    [((0, 0), (9, 0), (0, 0))]
    """
    left = list(lines)
    found: list[tuple[Point, ...]] = []
    while left:
        ring = left.pop(0).points
        while ring[0] != ring[-1]:
            follows = [one for one in left if one.points[0] == ring[-1]]
            if not follows:
                raise ValueError(f"no line goes on at {ring[-1]}")
            left.remove(follows[0])
            ring += follows[0].points[1:]
        found.append(ring)
    return found


def _points(text: str) -> tuple[Point, ...]:
    numbers = [int(one) for one in text.split()]
    x, y = numbers[:2]
    points: list[Point] = [(x, y)]
    for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x, y))
    return tuple(points)


def _places(table: Mapping[str, Sequence[float]]) -> dict[str, Point]:
    return {name: (x, y) for name, (x, y) in table.items()}


def _path(points: Sequence[Point]) -> str:
    (x, y), *_ = points
    steps = " ".join(f"{c - a} {d - b}" for (a, b), (c, d) in pairwise(points))
    return f"M{x} {y}l{steps}".replace(" -", "-")
