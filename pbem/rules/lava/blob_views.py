"""The blobs as all see them."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import TypeAlias

from pbem.protocol import Seat
from pbem.rules.lava.blobs import Blob
from pbem.rules.lava.faces import COLOURS
from pbem.rules.lava.grid import coordinates
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
    open_at: tuple[At, ...]  #: empty cells next to it
    dead_at: tuple[At, ...]  #: those of them that nothing can fill (L10)

    def where(self) -> str:
        """Return the open cells of a blob in notation, or their number where they are
        many."""
        many = len(self.open_at)
        return _cells_text(self.open_at) if many <= MOST_NAMED else f"{many} cells"

    def dead_cells(self) -> str:
        """Return the dead cells next to it as they are written."""
        return _cells_text(self.dead_at)


def blob_views(state: State, dead: Set[int]) -> tuple[list[BlobView], list[int]]:
    """Return the blobs with a neck, and the closed ones without, in reading order; and
    how many others there are of each colour. `dead` are the dead cells."""
    blobs, lone = list[BlobView](), [0] * len(COLOURS)
    for _, blob in sorted(state.board.blobs.items()):
        cells = state.board.open_at(blob)
        if blob.necks or not cells:
            blobs.append(_view_of(state, blob, cells, dead))
        else:
            lone[blob.colour] += 1
    return blobs, lone


def _view_of(state: State, blob: Blob, cells: list[int], dead: Set[int]) -> BlobView:
    columns, rows = span(blob.west, blob.east, blob.south, blob.north)
    return BlobView(
        colour=COLOURS[blob.colour],
        owner=state.owner(blob.colour),
        necks=blob.necks,
        extent=blob.extent,
        columns=columns,
        rows=rows,
        closed=not cells,
        open_at=tuple(map(coordinates, cells)),
        dead_at=tuple(coordinates(where) for where in cells if where in dead),
    )
