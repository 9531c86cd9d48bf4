"""The blobs as all see them: what is told of each, and what a turn changes of that."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple, TypeAlias

from pbem.protocol import Seat
from pbem.rules.lava.blobs import Blob
from pbem.rules.lava.board import SEEN, TAKEN
from pbem.rules.lava.earlier import Earlier
from pbem.rules.lava.faces import COLOURS
from pbem.rules.lava.grid import POINTS, ROUND, cell, coordinates
from pbem.rules.lava.judge import span
from pbem.rules.lava.state import State
from pbem.values import dataclass

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


class _Told(NamedTuple):
    """What is told of a table."""

    terms: tuple[object, ...]  #: what it hangs on besides the dice that lie
    dead: Set[int]
    blobs: dict[int, BlobView]


_told = Earlier[_Told]()


def blob_views(state: State, dead: Set[int]) -> list[BlobView]:
    """Return the blobs with a neck, and the closed ones without, in reading order.

    `dead` are the dead cells. What was told before this turn is told again of all blobs
    that its dice, and cells that have died of them, do not touch.
    """
    tiles, blob_of, terms = state.laid, state.board.blob_of, (state.seats, state.out)
    blobs: dict[int, BlobView] = {}
    fresh, died, known = tiles, dead, state.board.cells
    earlier = _told.of(tiles, state.recent)
    if earlier is not None and earlier[1].terms == terms:
        fresh, died = tiles[len(earlier[0]) :], dead - earlier[1].dead
        blobs = earlier[1].blobs.copy()
    points = {cell(*tile.at) + point for tile in fresh for point in POINTS}
    points |= {at + point for at in died for point in SEEN[known[at] & 255]}
    for fields in {blob_of[point] for point in points}:
        blob = Blob(*fields)
        for point in blob.points:
            blobs.pop(point, None)  # it may have been the number of one that is joined
        if blob.necks or not blob.open:
            blobs[blob.number] = _view_of(state, blob, dead)
    _told.keep(tiles, _Told(terms, dead, blobs))
    return [blob for _, blob in sorted(blobs.items())]


def _view_of(state: State, blob: Blob, dead: Set[int]) -> BlobView:
    known = state.board.cells
    around = {point + back for point in blob.points for back in ROUND}
    gaps = sorted([where for where in around if known[where] < TAKEN])
    columns, rows = span(blob)
    return BlobView(
        COLOURS[blob.colour],
        state.owner(blob.colour),
        blob.necks,
        blob.extent,
        columns,
        rows,
        not gaps,
        tuple([coordinates(where) for where in gaps]),
        tuple([coordinates(where) for where in gaps if where in dead]),
    )
