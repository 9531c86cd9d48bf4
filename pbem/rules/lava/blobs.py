"""Blobs, as the bodies of dice join them."""

from __future__ import annotations

from typing import NamedTuple

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
    """Points of one colour that the bodies of dice join, or one that none has."""

    number: int  #: its first point, in reading order
    colour: int
    necks: int  #: dice whose body is part of it
    west: int  #: bounds of its points
    east: int
    south: int
    north: int
    points: tuple[int, ...]

    @property
    def extent(self) -> int:
        """Columns or rows that its necks span, whichever are more (L14)."""
        return max(self.east - self.west, self.north - self.south)


def single(point: int, colour: int) -> Blob:
    """Return the blob of a point that no body joins to another."""
    x, y = coordinates(point)
    return Blob(point, colour, 0, x, x, y, y, (point,))


def join(one: Blob, other: Blob) -> Blob:
    """Return what a body makes of the blobs at its ends: one of two, or a ring."""
    if one.number == other.number:
        return one._replace(necks=one.necks + 1)
    return Blob(
        min(one.number, other.number),
        one.colour,
        one.necks + other.necks + 1,
        min(one.west, other.west),
        max(one.east, other.east),
        min(one.south, other.south),
        max(one.north, other.north),
        one.points + other.points,
    )
