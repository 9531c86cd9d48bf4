"""The board: dice, the empty cells round them, and the blobs, kept together.

A cell is one number, growing in reading order: north to south, then west to
east. The corner points carry the number of the cell that they are the
north-west corner of. What a die changes is known beforehand for each face, so
that laying one touches eight cells and four points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.rules.lava.faces import FACES, FITS, FITS_OF

ROW = 256  #: cells in a row; more than any cluster is wide
FARTHEST = 120  #: no die lies farther out: there are never more dice

#: Offsets of the points at north-west, north-east, south-east, south-west.
POINTS = (0, 1, ROW + 1, ROW)
#: Offsets of the cells that have a point in common with that at the origin.
ROUND = (0, -1, -ROW, -ROW - 1)
NORTH, EAST, SOUTH, WEST = 1 << 8, 1 << 9, 1 << 10, 1 << 11
SIDES = ((-ROW, NORTH), (1, EAST), (ROW, SOUTH), (-1, WEST))


def cell(x: int, y: int) -> int:
    """The number of the cell at x, y.

    >>> cell(0, 0), cell(1, 0), cell(0, 1), cell(-1, -1)
    (0, 1, -256, 255)
    """
    return x - ROW * y


def place(cell: int) -> tuple[int, int]:
    """The x and y of a cell, or of a point's line and row.

    >>> [place(cell(*at)) for at in ((0, 0), (-3, 2), (5, -7))]
    [(0, 0), (-3, 2), (5, -7)]
    """
    x = (cell + 128 & 255) - 128
    return x, (x - cell) >> 8


def is_concave(rim: int) -> bool:
    """Whether two edge neighbours of a cell stand at right angles (L5)."""
    return bool(rim & (NORTH | SOUTH)) and bool(rim & (EAST | WEST))


def _forced() -> tuple[int, ...]:
    return tuple(
        FITS[rim & 255][0] if is_concave(rim) and len(FITS[rim & 255]) == 1 else -1
        for rim in range(1 << 12)
    )


FORCED = _forced()
"""The one face that fits in a concave corner, or -1 (L5, L6)."""


def _spread(face: int) -> tuple[tuple[int, int], ...]:
    """What a die tells the eight cells round it: offset and bits to add."""
    told: dict[int, int] = {}
    for point, colour in zip(POINTS, FACES[face], strict=True):
        for corner, back in enumerate(POINTS):
            offset = point - back
            told[offset] = told.get(offset, 0) | (colour + 1) << 2 * corner
    del told[0]
    for offset, towards in SIDES:
        back = {NORTH: SOUTH, SOUTH: NORTH, EAST: WEST, WEST: EAST}[towards]
        told[offset] |= back
    return tuple(told.items())


SPREAD = tuple(_spread(face) for face in range(24))
BODY = tuple(
    tuple(
        point
        for point, colour in zip(POINTS, corners, strict=True)
        if colour == face >> 3
    )
    for face, corners in enumerate(FACES)
)
"""The two points that the body of each face joins."""


class Blob(NamedTuple):
    """Points of one colour that the bodies of dice join."""

    colour: int
    necks: int  #: dice whose body is part of it
    west: int
    east: int
    south: int
    north: int
    points: frozenset[int]

    @property
    def extent(self) -> int:
        """The columns or rows that its necks span, whichever are more (L14)."""
        return max(self.east - self.west, self.north - self.south)


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the table. Never changed: `laid` gives a new one."""

    #: Face by cell.
    dice: dict[int, int] = field(default_factory=dict)
    #: Empty cells that touch a die: the code of the corners that are known,
    #: and a bit for each side that a die lies on.
    rim: dict[int, int] = field(default_factory=dict)
    #: The blob of each point, by its number: its first point.
    blob_of: dict[int, int] = field(default_factory=dict)
    blobs: dict[int, Blob] = field(default_factory=dict)
    #: Gaps of each blob: pairs of a point of it and an empty cell beside that.
    gaps: dict[int, int] = field(default_factory=dict)

    def laid(self, dice: Iterable[tuple[int, int]]) -> Board:
        """The board with more dice, each a cell and a face."""
        after = self._copy()
        for where, face in dice:
            after._lay(where, face)
        return after

    def played(
        self, where: int, face: int, stock: tuple[int, ...]
    ) -> tuple[Board, list[tuple[int, int]], tuple[int, ...]]:
        """The board after a die and its auto moves, these, and the dice left."""
        after = self._copy()
        after._lay(where, face)
        left = list(stock)
        left[face >> 3] -= 1
        auto = []
        while (forced := after.first_forced(left)) is not None:  # L8
            after._lay(*forced)
            left[forced[1] >> 3] -= 1
            auto.append(forced)
        return after, auto, tuple(left)

    def first_forced(self, stock: Iterable[int]) -> tuple[int, int] | None:
        """The first cell in reading order that is to be filled (L7, L8, L9)."""
        least = None
        left = tuple(stock)
        for where, rim in self.rim.items():
            face = FORCED[rim]
            if face >= 0 and left[face >> 3] and (least is None or where < least[0]):
                least = where, face
        return least

    def placements(self, dice: int) -> Iterator[tuple[int, int]]:
        """Cells and faces that fit with these dice (a bit each), in reading order."""
        table = FITS_OF[dice]
        for where, rim in sorted(self.rim.items()):
            if rim > 255:
                for face in table[rim & 255]:
                    yield where, face

    def fitting(self, where: int) -> tuple[int, ...]:
        """The faces that agree with all that is known of an empty cell."""
        return FITS[self.rim.get(where, 0) & 255]

    def is_closed(self, blob: int) -> bool:
        """Whether all four cells round each point of a blob are filled."""
        return not self.gaps[blob]

    def closed_round(self, cells: Iterable[int]) -> list[int]:
        """The closed blobs that touch these cells, in reading order."""
        touched = {self.blob_of[where + point] for where in cells for point in POINTS}
        return sorted(blob for blob in touched if not self.gaps[blob])

    def open_cells(self, blob: int) -> list[int]:
        """The empty cells at which a blob is open, in reading order."""
        cells = {point + back for point in self.blobs[blob].points for back in ROUND}
        return sorted(cells - self.dice.keys())

    def _copy(self) -> Board:
        return Board(
            self.dice.copy(),
            self.rim.copy(),
            self.blob_of.copy(),
            self.blobs.copy(),
            self.gaps.copy(),
        )

    def _lay(self, where: int, face: int) -> None:
        """Adds a die to a board that nobody else has seen yet."""
        dice, rim, blob_of, gaps = self.dice, self.rim, self.blob_of, self.gaps
        dice[where] = face
        rim.pop(where, None)
        for offset, bits in SPREAD[face]:
            near = where + offset
            if near not in dice:
                rim[near] = rim.get(near, 0) | bits
        for offset, colour in zip(POINTS, FACES[face], strict=True):
            point = where + offset
            blob = blob_of.get(point)
            if blob is None:
                x, y = place(point)
                blob_of[point] = point
                gaps[point] = 3
                self.blobs[point] = Blob(colour, 0, x, x, y, y, frozenset((point,)))
            else:
                gaps[blob] -= 1
        one, other = BODY[face]
        self._join(blob_of[where + one], blob_of[where + other])

    def _join(self, one: int, other: int) -> None:
        """Makes one blob of two, or a ring of one, through a neck."""
        a = self.blobs[one]
        if one == other:
            self.blobs[one] = a._replace(necks=a.necks + 1)
            return
        first, gone = min(one, other), max(one, other)
        b = self.blobs[other]
        for point in self.blobs.pop(gone).points:
            self.blob_of[point] = first
        self.gaps[first] += self.gaps.pop(gone)
        self.blobs[first] = Blob(
            a.colour,
            a.necks + b.necks + 1,
            min(a.west, b.west),
            max(a.east, b.east),
            min(a.south, b.south),
            max(a.north, b.north),
            a.points | b.points,
        )
