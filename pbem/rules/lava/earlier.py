"""What was made of the dice on a table before some more were laid."""

from __future__ import annotations

from contextlib import suppress
from typing import Generic, TypeVar

from pbem.rules.lava.state import Tile

T = TypeVar("T")

MOST_TABLES = 64  #: of which something is kept


class Earlier(Generic[T]):
    """Things made of the dice that lie, found again when a turn has laid more.

    >>> ann, bob = Tile((0, 0), "e", "Ann", False), Tile((1, 0), "f", "Bob", False)
    >>> lengths = Earlier[int]()
    >>> lengths.of((ann, bob), 1)
    >>> lengths.keep((ann,), 1)
    >>> lengths.of((ann, bob), 1)
    ((Tile(at=(0, 0), face='e', by='Ann', auto=False),), 1)
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], tuple[tuple[Tile, ...], T]] = {}

    def of(
        self, tiles: tuple[Tile, ...], latest: int
    ) -> tuple[tuple[Tile, ...], T] | None:
        """Return what was kept of these dice, or of those before the latest ones.

        With the dice that it was made of, which are the first of these.
        """
        for count in (len(tiles), len(tiles) - latest):
            found = self._kept.get((count, id(tiles[count - 1]))) if count else None
            if found is not None and found[0] == tiles[:count]:
                return found
        return None

    def keep(self, tiles: tuple[Tile, ...], thing: T) -> None:
        """Keep what was made of these dice; what was made first goes."""
        if not tiles:
            return
        # The dice are kept with it, so that no other die gets the last one's id.
        key = len(tiles), id(tiles[-1])
        self._kept.pop(key, None)
        if len(self._kept) >= MOST_TABLES:
            with suppress(RuntimeError, StopIteration):  # another thread keeps, too
                self._kept.pop(next(iter(self._kept)), None)
        self._kept[key] = tiles, thing
