"""The board: dice, the empty cells round them, and the blobs, kept together.

A cell is one number, growing in reading order: north to south, then west to
east. The corner points carry the number of the cell that they are the
north-west corner of. What a die changes is known beforehand for each face, so
that laying one touches eight cells and four points.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import NamedTuple

from pbem.rules.lava.faces import FACES, FITS, FITS_OF
from pbem.values import dataclass

STRIDE = 256  #: cell numbers from one row to the next; no cluster is as wide
MAX_DICE = 120  #: in a game, so that no die lies more cells from the first one

#: Offsets of the points at north-west, north-east, south-east, south-west.
POINTS = (0, 1, STRIDE + 1, STRIDE)
#: Offsets of the four cells round a point.
ROUND = (0, -1, -STRIDE, -STRIDE - 1)
NORTH, EAST, SOUTH, WEST = 1 << 8, 1 << 9, 1 << 10, 1 << 11
NEIGHBOURS = ((-STRIDE, NORTH), (1, EAST), (STRIDE, SOUTH), (-1, WEST))


def cell(x: int, y: int) -> int:
    """Return the number of the cell at x, y: always the same one (L1).

    >>> cell(0, 0), cell(1, 0), cell(0, 1), cell(-1, -1)
    (0, 1, -256, 255)
    """
    return x - STRIDE * y


def coordinates(cell: int) -> tuple[int, int]:
    """Return the x and y of a cell, or of the cell south-east of a point.

    >>> [coordinates(cell(*at)) for at in ((0, 0), (-3, 2), (5, -7))]
    [(0, 0), (-3, 2), (5, -7)]
    """
    x = (cell + 128 & 255) - 128
    return x, (x - cell) >> 8


def beside(cells: Iterable[int]) -> set[int]:
    """Return the cells with a side in common with one of these.

    >>> sorted(beside({0}))
    [-256, -1, 1, 256]
    """
    return {where + offset for where in cells for offset, _ in NEIGHBOURS}


def is_concave(rim: int) -> bool:
    """Return whether two neighbours of a cell stand at right angles (L5)."""
    return bool(rim & (NORTH | SOUTH)) and bool(rim & (EAST | WEST))


FORCED_FACE = tuple(
    FITS[rim & 255][0] if is_concave(rim) and len(FITS[rim & 255]) == 1 else -1
    for rim in range(1 << 12)
)
"""The one face that fits in a concave corner, or -1 (L6), by all that is known."""


def _spread(face: int) -> tuple[tuple[int, int], ...]:
    """Return what a die tells the eight cells round it: offsets and bits to add."""
    told: dict[int, int] = {}
    for point, colour in zip(POINTS, FACES[face], strict=True):
        for corner, back in enumerate(POINTS):
            offset = point - back
            told[offset] = told.get(offset, 0) | (colour + 1) << 2 * corner
    del told[0]
    for offset, towards in NEIGHBOURS:
        told[offset] |= {NORTH: SOUTH, SOUTH: NORTH, EAST: WEST, WEST: EAST}[towards]
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
        """Columns or rows that its necks span, whichever are more (L14)."""
        return max(self.east - self.west, self.north - self.south)


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the table; never changed, as `laid` and `played` copy it."""

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
        """Return the board with more dice, each a cell and a face."""
        after = self._copy()
        for where, face in dice:
            after._lay(where, face)
        return after

    def played(
        self, where: int, face: int, stock: tuple[int, ...]
    ) -> tuple[Board, list[tuple[int, int]], tuple[int, ...]]:
        """Return the board after a die and its auto moves, these, and the dice left.

        The auto moves are looked for again after each one (L8).
        """
        after = self._copy()
        after._lay(where, face)
        left = list(stock)
        left[face >> 3] -= 1
        auto = []
        while (forced := after.first_forced(left)) is not None:
            after._lay(*forced)
            left[forced[1] >> 3] -= 1
            auto.append(forced)
        return after, auto, tuple(left)

    def first_forced(self, stock: Iterable[int]) -> tuple[int, int] | None:
        """Return the cell and face of the next auto move, or None.

        Of all forced cells, old ones too (L7), it is the first in reading order
        (L8) whose die is not used up (L9).
        """
        least = None
        left = tuple(stock)
        for where, rim in self.rim.items():
            face = FORCED_FACE[rim]
            if face >= 0 and left[face >> 3] and (least is None or where < least[0]):
                least = where, face
        return least

    def placements(self, dice: int) -> list[int]:
        """Return what fits with these dice (a bit each), in reading order.

        Each is cell * 32 + face.
        """
        table, rim = FITS_OF[dice], self.rim
        return [
            where << 5 | face
            for where in sorted([where for where, found in rim.items() if found > 255])
            for face in table[rim[where] & 255]
        ]

    def fitting(self, where: int) -> tuple[int, ...]:
        """Return the faces that agree with all that is known of an empty cell."""
        return FITS[self.rim.get(where, 0) & 255]

    def closed_round(self, cells: Iterable[int]) -> list[int]:
        """Return the closed blobs that touch these cells, in reading order (L11)."""
        touched = {self.blob_of[where + point] for where in cells for point in POINTS}
        return sorted(blob for blob in touched if not self.gaps[blob])

    def _copy(self) -> Board:
        return Board(
            self.dice.copy(),
            self.rim.copy(),
            self.blob_of.copy(),
            self.blobs.copy(),
            self.gaps.copy(),
        )

    def _lay(self, where: int, face: int) -> None:
        """Add a die to a board that nobody else has seen yet."""
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
                x, y = coordinates(point)
                blob_of[point] = point
                gaps[point] = 3
                self.blobs[point] = Blob(colour, 0, x, x, y, y, frozenset((point,)))
            else:
                gaps[blob] -= 1
        one, other = BODY[face]
        self._join(blob_of[where + one], blob_of[where + other])

    def _join(self, one: int, other: int) -> None:
        """Make one blob of two, or a ring of one, through a neck."""
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
