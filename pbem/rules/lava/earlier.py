"""What was made of the dice on a table before some more were laid."""

from __future__ import annotations

from typing import Any

from pbem.rules.lava.state import Tile

MOST_TABLES = 128  #: of which something is kept


class Made:
    """What was made of the dice that lie, each part of it when it was asked for."""

    __slots__ = ("before", "blobs", "cells", "drawn", "fresh", "tiles")

    def __init__(self, tiles: tuple[Tile, ...], before: Made | None) -> None:
        self.tiles = tiles
        self.before = before  #: of the dice before the latest ones
        self.fresh = tiles if before is None else tiles[len(before.tiles) :]
        self.cells: Any = None  #: by `empty_cells`
        self.blobs: Any = None  #: by `blob_views`
        self.drawn: Any = None  #: by `board_text`

    def part(self, name: str) -> tuple[Any, tuple[Tile, ...]]:
        """Return a part as it was made last, and the dice that have come since then."""
        if (own := getattr(self, name)) is not None:
            return own, ()
        before = self.before  # another thread may let it go
        if before is not None and (old := getattr(before, name)) is not None:
            return old, self.fresh
        return None, self.tiles


class _Tables(dict[tuple[int, int], Made]):
    """What was made of tables, by how many dice lie and the number of the last one.

    The dice are kept with it, so that no other die gets that number.
    """

    def of(self, tiles: tuple[Tile, ...], latest: int) -> Made:
        """Return what is made of these dice, of which so many are the latest.

        What was made of the others may be touched up.

        >>> ann, bob = Tile((0, 0), "e", "Ann", False), Tile((1, 0), "f", "Bob", False)
        >>> tables = _Tables()
        >>> tables.of((ann,), 1).cells = "one die"
        >>> tables.of((ann, bob), 1).part("cells")
        ('one die', (Tile(at=(1, 0), face='f', by='Bob', auto=False),))
        """
        if not tiles:
            return Made(tiles, None)
        found = self._found(tiles)
        if found is not None:
            return found
        before = self._found(tiles[: len(tiles) - latest])
        if before is not None and (oldest := before.before) is not None:
            # A game that goes on leaves two tables here, and holds no more.
            self.pop(_key(oldest.tiles), None)
            before.before = None
        if len(self) >= MOST_TABLES:
            try:  # noqa: SIM105  (`suppress` takes as long as the rest)
                self.pop(next(iter(self)), None)
            except (RuntimeError, StopIteration):  # another thread keeps, too
                pass
        made = self[_key(tiles)] = Made(tiles, before)
        return made

    def _found(self, tiles: tuple[Tile, ...]) -> Made | None:
        found = self.get(_key(tiles)) if tiles else None
        return found if found is not None and found.tiles == tiles else None


def _key(tiles: tuple[Tile, ...]) -> tuple[int, int]:
    return len(tiles), id(tiles[-1])


tables = _Tables()
