"""The board: dice, the empty cells round them, and the blobs, kept together.

What a die changes is looked up by its face and by what is known of its cell, so
that laying one touches only what it tells something new.
"""

from __future__ import annotations

from bisect import bisect, insort
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pbem.rules.lava.blobs import OPEN, Blob, Fields, enclose, join, single
from pbem.rules.lava.faces import FACES, FITS, FITS_OF
from pbem.rules.lava.grid import (
    ACROSS,
    EAST,
    NEIGHBOURS,
    NORTH,
    POINTS,
    SOUTH,
    WEST,
)

#: The code of a cell with a die, below its face: nothing can be added to it.
TAKEN = (1 << 13) - 1
FACE_AT = 13  #: the bit that the face begins at


CONCAVE = tuple(
    bool(sides & (NORTH | SOUTH)) and bool(sides & (EAST | WEST))
    for sides in range(0, 1 << 12, 1 << 8)
)
"""Whether two neighbours of a cell stand at right angles (L5), by its sides."""

LONE_FACE = bytes(fits[0] + 1 if len(fits) == 1 else 0 for fits in FITS)
"""The one face that fits, and 1 more; 0 where none or several do. By corners."""


def forced_face(code: int) -> int:
    """Return the one face that fits in a concave corner (L6), or -1.

    By all that is known of the cell; what fits where a die lies already is -1, too.
    """
    if code >= TAKEN or not CONCAVE[code >> 8]:
        return -1
    return LONE_FACE[code & 255] - 1


SEEN = tuple(
    tuple(point for corner, point in enumerate(POINTS) if code >> 2 * corner & 3)
    for code in range(256)
)
"""The points at the corners of a cell that are known, by its code."""

_News: TypeAlias = tuple[
    tuple[tuple[int, int], ...],
    tuple[tuple[int, int], ...],
    tuple[tuple[int, int], ...],
]


class _Tidings(dict[int, _News]):
    """What a die with some face tells, by what was known of its cell.

    All are offsets: of the cells that learn something, with the bits to add to their
    codes; of its corners that were not known, with their colours; and of those with a
    die on both sides, with the cell across them.
    """

    def __init__(self, face: int) -> None:
        super().__init__()
        self._face, self._bits = face, dict[int, int]()
        for point, colour in zip(POINTS, FACES[face], strict=True):
            for corner, back in enumerate(POINTS):
                told = (colour + 1) << 2 * corner
                self._bits[point - back] = self._bits.get(point - back, 0) | told
        facing = NEIGHBOURS[2:] + NEIGHBOURS[:2]
        for (offset, _), (_, side) in zip(NEIGHBOURS, facing, strict=True):
            self._bits[offset] |= side

    def __missing__(self, known: int) -> _News:
        seen = [corner for corner in range(4) if known >> 2 * corner & 3]
        dull = {0} | {ACROSS[corner] for corner in seen}
        dull |= {offset for offset, side in NEIGHBOURS if known & side}
        nooks = [
            corner
            for corner in range(4)
            if known & NEIGHBOURS[corner][1] and known & NEIGHBOURS[corner - 1][1]
        ]
        found = self[known] = (
            tuple(told for told in self._bits.items() if told[0] not in dull),
            tuple(
                (point, colour)
                for corner, (point, colour) in enumerate(
                    zip(POINTS, FACES[self._face], strict=True)
                )
                if corner not in seen
            ),
            tuple((POINTS[corner], ACROSS[corner]) for corner in nooks),
        )
        return found


TIDINGS = tuple(map(_Tidings, range(24)))


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the table; never changed, as `laid` and `played` copy it."""

    #: What is known of each cell that has a die or touches one: the code of its known
    #: corners and a bit for each side that a die lies on; or TAKEN and the face.
    cells: dict[int, int] = field(default_factory=dict)
    #: Empty cells with a die at a side, in reading order: cell * 256 + code of corners.
    edge: tuple[int, ...] = ()
    #: The fields of the blob of each point.
    blob_of: dict[int, Fields] = field(default_factory=dict)
    #: Forced cells whose dice are used up.
    forced: frozenset[int] = frozenset()
    widest: int = 0  #: the greatest extent of a blob so far

    @property
    def dice(self) -> dict[int, int]:
        """Face by cell."""
        cells = self.cells.items()
        return {where: code >> FACE_AT for where, code in cells if code >= TAKEN}

    @property
    def rim(self) -> dict[int, int]:
        """Codes of the empty cells that touch a die."""
        return {where: code for where, code in self.cells.items() if code < TAKEN}

    @property
    def blobs(self) -> dict[int, Blob]:
        """All blobs by number."""
        blobs = self.blob_of.items()
        return {point: Blob(*blob) for point, blob in blobs if blob[0] == point}

    @property
    def gaps(self) -> dict[int, int]:
        """Gaps of each blob: pairs of a point of it and an empty cell beside that."""
        blob_of = self.blob_of
        found = {point: 0 for point, blob in blob_of.items() if blob[0] == point}
        for where, code in self.cells.items():
            if code < TAKEN:
                for offset in SEEN[code & 255]:
                    found[blob_of[where + offset][0]] += 1
        return found

    def fitting(self, where: int) -> tuple[int, ...]:
        """Return the faces that agree with all that is known of an empty cell."""
        return FITS[self.cells.get(where, 0) & 255]

    def placements(self, dice: int) -> list[int]:
        """Return what fits with these dice (a bit each), in reading order.

        Each is cell * 32 + face.
        """
        fits = FITS_OF[dice]
        return [key >> 8 << 5 | face for key in self.edge for face in fits[key & 255]]

    def laid(self, dice: Iterable[tuple[int, int]]) -> Board:
        """Return the board with more dice, each a cell and a face."""
        board = self
        for where, face in dice:
            board = board._with(where, face, [0, 0, 0])[0]
        return board

    def played(self, where: int, face: int, stock: Sequence[int]) -> Fall:
        """Return what comes of a die and its auto moves.

        These are looked for again after each one (L8).
        """
        left = [*stock]
        left[face >> 3] -= 1
        return self._with(where, face, left)

    def _with(self, where: int, face: int, left: list[int]) -> Fall:
        cells, edge, blob_of = self.cells.copy(), [*self.edge], self.blob_of.copy()
        forced: Collection[int] = self.forced
        widest = self.widest
        auto: list[tuple[int, int]] = []
        closing: list[int] = []
        while True:
            known = cells.get(where, 0)
            if known > 255:
                del edge[bisect(edge, where << 8)]
            cells[where] = face << FACE_AT | TAKEN
            told, fresh, nooks = TIDINGS[face][known]
            for offset, bits in told:
                near = where + offset
                was = cells.get(near, 0)
                code = cells[near] = was | bits
                if code > 255:
                    if was > 255:
                        edge[bisect(edge, near << 8)] = near << 8 | code & 255
                    else:
                        insort(edge, near << 8 | code & 255)
                    if LONE_FACE[code & 255] and CONCAVE[code >> 8]:
                        forced = {near, *forced}
            for offset, colour in fresh:
                point = where + offset
                blob_of[point] = single(point, colour)
            extent = join(blob_of, where, face)
            if extent > widest:
                widest = extent
            for offset, across in nooks:
                if cells[where + across] >= TAKEN:
                    closing.append(where + offset)
                    enclose(blob_of, where + offset)
            if not forced:
                break
            forced, found = _forced(cells, forced, left)
            if found is None:
                break
            where, face = found
            left[face >> 3] -= 1
            auto.append(found)
        closed: Sequence[Blob] = ()
        if closing:
            blobs = {blob_of[point] for point in closing}
            closed = sorted([Blob(*blob) for blob in blobs if not blob[OPEN]])
        board = Board(cells, tuple(edge), blob_of, frozenset(forced), widest)
        return board, auto, tuple(left), closed


Fall: TypeAlias = tuple[
    Board, Sequence[tuple[int, int]], tuple[int, ...], Sequence[Blob]
]
"""What comes of a die that is laid: the board after it, its auto moves, each a cell and
a face, the dice left, and the blobs that were closed, in reading order (L11)."""


def _forced(
    cells: Mapping[int, int], forced: Iterable[int], left: Sequence[int]
) -> tuple[set[int], tuple[int, int] | None]:
    """Return which of some cells are still forced, and the cell and face of the next
    auto move, or None.

    Of all forced cells, old ones too (L7), it is the first in reading order
    (L8) whose die is not used up (L9).
    """
    still, due = set[int](), None
    for where in forced:
        face = forced_face(cells[where])
        if face >= 0:
            still.add(where)
            if left[face >> 3] and (due is None or where < due[0]):
                due = where, face
    return still, due
