"""The blobs as all see them: what is told of each, and what a turn changes of that."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from pbem.protocol import Seat
from pbem.rules.lava.blobs import Fields
from pbem.rules.lava.board import SEEN, TAKEN
from pbem.rules.lava.earlier import tables
from pbem.rules.lava.faces import COLOURS
from pbem.rules.lava.grid import POINTS, ROUND, cell, coordinates
from pbem.rules.lava.judge import span
from pbem.rules.lava.state import State

At: TypeAlias = tuple[int, int]


MOST_NAMED = 6  #: cells that are told of an open blob


def _cells_text(cells: tuple[At, ...]) -> str:
    """Return cells as they are written."""
    return "; ".join([f"{x},{y}" for x, y in cells])


@dataclass(frozen=True, slots=True)
class BlobView:
    """An open blob with at least one neck, or a closed one."""

    colour: str
    owner: Seat | None  #: None: neutral
    necks: int
    extent: int
    columns: At | None  #: first and last that its necks span
    rows: At | None
    closed: bool
    open_at: tuple[At, ...]  #: empty cells beside it
    dead_at: tuple[At, ...]  #: those of them that nothing can fill (L10)

    def where(self) -> str:
        """Return the cells at which it is open as they are written, or how many."""
        many = len(self.open_at)
        return _cells_text(self.open_at) if many <= MOST_NAMED else f"{many} cells"

    def dead_cells(self) -> str:
        """Return the dead cells beside it as they are written."""
        return _cells_text(self.dead_at)


_Gaps: TypeAlias = dict[int, At]
"""The empty cells beside a blob, by number."""


class _Told(NamedTuple):
    """What is told of a table."""

    terms: tuple[object, ...]  #: what it hangs on besides the dice that lie
    dead: Set[int]
    blobs: dict[int, tuple[BlobView, _Gaps]]
    lone: list[set[int]]  #: open points that no body has, by colour


def blob_views(state: State, dead: Set[int]) -> tuple[list[BlobView], list[int]]:
    """Return the blobs with a neck, and the closed ones without, in reading order; and
    how many others there are of each colour.

    `dead` are the dead cells. What was told before this turn is told again of all blobs
    that its dice, and cells that have died of them, do not touch.
    """
    made, terms = tables.of(state.laid, state.recent), (state.seats, state.out)
    blob_of, known = state.board.blob_of, state.board.cells
    told, fresh = made.part("blobs")
    if told is None or told.terms != terms:
        told = _Told(terms, frozenset(), {}, [set(), set(), set()])
        fresh = state.laid
    laid = [cell(*tile.at) for tile in fresh]
    touched: dict[int, list[int]] = {}  # their corners, by the blob of each
    for where in laid:
        for offset in POINTS:
            point = where + offset
            touched.setdefault(blob_of[point][0], []).append(point)
    for where in dead - told.dead:
        for offset in SEEN[known[where] & 255]:
            touched.setdefault(blob_of[where + offset][0], [])
    blobs, lone = told.blobs.copy(), [*map(set, told.lone)]
    for number, corners in touched.items():
        fields = blob_of[number]
        _, colour, necks, *_, is_open, points = fields
        lone[colour].difference_update(points)
        gaps: _Gaps = {}
        for joined in blobs.keys() & points:
            gaps |= blobs.pop(joined)[1]
        if necks or not is_open:
            for point in corners:
                for offset in ROUND:
                    where = point + offset
                    if known[where] < TAKEN:
                        gaps[where] = coordinates(where)
            for where in laid:
                gaps.pop(where, None)
            blobs[number] = _view_of(state, fields, gaps, dead), gaps
        else:
            lone[colour].add(number)
    made.blobs = _Told(terms, dead, blobs, lone)
    return [blobs[number][0] for number in sorted(blobs)], [*map(len, lone)]


def _view_of(state: State, fields: Fields, gaps: _Gaps, dead: Set[int]) -> BlobView:
    _, colour, necks, west, east, south, north, _, _ = fields
    columns, rows = span(west, east, south, north)
    cells = sorted(gaps)
    return BlobView(
        COLOURS[colour],
        state.owner(colour),
        necks,
        max(east - west, north - south),
        columns,
        rows,
        not gaps,
        tuple([gaps[where] for where in cells]),
        tuple([gaps[where] for where in cells if where in dead]) if dead else (),
    )
