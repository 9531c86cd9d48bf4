"""Cells and points as numbers, and what lies round them.

A cell is one number, growing in reading order: north to south, then west to
east. The corner points carry the number of the cell that they are the
north-west corner of.
"""

from __future__ import annotations

from collections.abc import Iterable

STRIDE = 256  #: cell numbers from one row to the next; no cluster is as wide
MAX_DICE = 120  #: in a game, so that no die lies more cells from the first one

#: Offsets of the points at north-west, north-east, south-east, south-west.
POINTS = (0, 1, STRIDE + 1, STRIDE)
#: Offsets of the four cells round a point.
ROUND = tuple(-point for point in POINTS)
NORTH, EAST, SOUTH, WEST = -STRIDE, 1, STRIDE, -1
#: Offsets of the cells at the four sides of one.
ADJACENT = (NORTH, EAST, SOUTH, WEST)
#: Offsets of a cell and of all that have a point in common with it.
TOUCHED = tuple(dict.fromkeys(point + cell for point in POINTS for cell in ROUND))


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


def adjacent_to(cells: Iterable[int]) -> set[int]:
    """Return the cells with a side in common with one of these.

    >>> sorted(adjacent_to({0}))
    [-256, -1, 1, 256]
    """
    return {where + offset for where in cells for offset in ADJACENT}
