"""Blobs, as the bodies of dice join them."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from pbem.rules.lava.faces import FACES
from pbem.rules.lava.grid import POINTS, coordinates

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
    """Points of one colour that the bodies of dice join, or one that none has.

    A board keeps them as plain tuples, which are taken apart quickly.
    """

    number: int  #: its first point
    colour: int
    necks: int  #: dice whose body is part of it
    west: int
    east: int
    south: int
    north: int
    open: int  #: points of it that have an empty cell beside
    points: tuple[int, ...]

    @property
    def extent(self) -> int:
        """Columns or rows that its necks span, whichever are more (L14)."""
        return max(self.east - self.west, self.north - self.south)


#: Where some fields of a blob stand.
COLOUR: Final = 1
NECKS: Final = 2
OPEN: Final = 7
Fields: TypeAlias = tuple[int, int, int, int, int, int, int, int, tuple[int, ...]]


def join(blob_of: dict[int, Fields], where: int, face: int) -> int:
    """Make one blob of two, or a ring of one, by the body of a die; return its extent.

    That of a ring is told as 0, as it has been told before.
    """
    one, other = BODY[face]
    first, second = blob_of[where + one], blob_of[where + other]
    if first is second:
        number, colour, necks, west, east, south, north, open_, points = first
        first = (number, colour, necks + 1, west, east, south, north, open_, points)
        blob_of.update(dict.fromkeys(points, first))
        return 0
    number, colour, necks, west, east, south, north, open_, points = first
    first_of, _, more, far_west, far_east, far_south, far_north, opener, others = second
    if first_of < number:
        number = first_of
    if far_west < west:
        west = far_west
    if far_east > east:
        east = far_east
    if far_south < south:
        south = far_south
    if far_north > north:
        north = far_north
    necks, open_, points = necks + more + 1, open_ + opener, points + others
    first = (number, colour, necks, west, east, south, north, open_, points)
    for point in points:
        blob_of[point] = first
    return east - west if east - west > north - south else north - south


def enclose(blob_of: dict[int, Fields], point: int) -> None:
    """Note that a point of a blob has no empty cell beside it any more."""
    number, colour, necks, west, east, south, north, open_, points = blob_of[point]
    blob = (number, colour, necks, west, east, south, north, open_ - 1, points)
    blob_of.update(dict.fromkeys(points, blob))


def single(point: int, colour: int) -> Fields:
    """Return the fields of a blob that is a single point."""
    x, y = coordinates(point)
    return point, colour, 0, x, x, y, y, 1, (point,)
