"""The dice on the table, what fits next to them, and the blobs that they form.

A die touches the dice that it shares a side or a corner point with, and must match them
all. Sides match where both their corner points do, so corner points are all that is
compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.rules.lava.blobs import BODY, Blob, join, single
from pbem.rules.lava.faces import FACES, FITS, Corners
from pbem.rules.lava.grid import (
    ADJACENT,
    EAST,
    NORTH,
    POINTS,
    ROUND,
    SOUTH,
    TOUCHED,
    WEST,
    adjacent_to,
)


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the table; never changed, `with_die` and `played` return others."""

    dice: dict[int, int] = field(default_factory=dict)
    """Face by cell, in the order that the dice were laid."""
    colours: dict[int, int] = field(default_factory=dict)
    """Colour of each corner point of a die."""
    blob_of: dict[int, Blob] = field(default_factory=dict)
    """Blob of each corner point of a die."""

    @property
    def blobs(self) -> dict[int, Blob]:
        """All blobs by number."""
        blobs = self.blob_of.items()
        return {point: blob for point, blob in blobs if blob.number == point}

    def is_next_to_die(self, where: int) -> bool:
        """Return whether a cell has a die at a side."""
        return any(where + near in self.dice for near in ADJACENT)

    def edge(self) -> list[int]:
        """Return the empty cells with a die at a side, in reading order."""
        return sorted(adjacent_to(self.dice) - self.dice.keys())

    def touched(self) -> list[int]:
        """Return the empty cells that have a point in common with a die.

        They are in the order in which dice came to touch them.
        """
        near = (where + offset for where in self.dice for offset in TOUCHED)
        return [where for where in dict.fromkeys(near) if where not in self.dice]

    def blobs_at(self, where: int) -> list[Blob]:
        """Return the blobs of those corner points of a cell that are known."""
        points = (where + offset for offset in POINTS)
        return [self.blob_of[point] for point in points if point in self.blob_of]

    def corners(self, where: int) -> Corners:
        """Return the colours of the corner points of a cell, None if no die has one."""
        return tuple([self.colours.get(where + offset) for offset in POINTS])

    def fitting(self, where: int) -> tuple[int, ...]:
        """Return the faces that agree with all dice round an empty cell."""
        return FITS[self.corners(where)]

    def is_concave(self, where: int) -> bool:
        """Return whether two dice next to a cell make a right angle (L5)."""
        upright = where + NORTH in self.dice or where + SOUTH in self.dice
        return upright and (where + EAST in self.dice or where + WEST in self.dice)

    def forced_face(self, where: int) -> int | None:
        """Return the one face that fits an empty concave corner (L6), or None."""
        fits = self.fitting(where)
        return fits[0] if len(fits) == 1 and self.is_concave(where) else None

    def open_at(self, blob: Blob) -> list[int]:
        """Return the empty cells round the points of a blob, in reading order.

        A blob without any is closed (L11).
        """
        cells = {point + offset for point in blob.points for offset in ROUND}
        return sorted(cells - self.dice.keys())

    def with_die(self, where: int, face: int) -> Board:
        """Return the board with one more die."""
        colours, blob_of = self.colours.copy(), self.blob_of.copy()
        for offset, colour in zip(POINTS, FACES[face], strict=True):
            point = where + offset
            if point not in colours:
                colours[point], blob_of[point] = colour, single(point, colour)
        one, other = BODY[face]
        joined = join(blob_of[where + one], blob_of[where + other])
        blob_of.update(dict.fromkeys(joined.points, joined))
        return Board({**self.dice, where: face}, colours, blob_of)

    def played(self, where: int, face: int, stock: Sequence[int]) -> Played:
        """Return what comes of a die and its auto moves, which take any dice (L23).

        Auto moves are looked for again after each one (L8), among all concave corners,
        old ones too (L7).
        """
        left, placed = [*stock], list[tuple[int, int]]()
        board = self
        following: tuple[int, int] | None = (where, face)
        while following is not None:
            where, face = following
            board = board.with_die(where, face)
            left[face >> 3] -= 1
            placed.append(following)
            following = board._next_auto_move(left)
        corners = {blob for at, _ in placed for blob in board.blobs_at(at)}
        closed = [blob for blob in corners if not board.open_at(blob)]
        return Played(board, tuple(placed[1:]), tuple(left), tuple(sorted(closed)))

    def _next_auto_move(self, left: Sequence[int]) -> tuple[int, int] | None:
        """Return the cell and the face of the auto move that is due, or None.

        It is the first in reading order (L8) whose die is not used up (L9).
        """
        for where in self.edge():
            face = self.forced_face(where)
            if face is not None and left[face >> 3]:
                return where, face
        return None


class Played(NamedTuple):
    """What placing a die leads to, its auto moves included."""

    board: Board  #: with the die and its auto moves
    auto: tuple[tuple[int, int], ...]  #: the auto moves: cell and face
    stock: tuple[int, ...]  #: dice left: red, green, blue
    closed: tuple[Blob, ...]  #: blobs that were closed, in reading order (L11)
