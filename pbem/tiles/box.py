"""Boxes of tiles: the one of the house, or a folder of one's own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from pbem.rules.mars.board_text import draw
from pbem.rules.mars.map.tiles import SETS, Box, Tile, TileFault, house, read_tile
from pbem.tiles.check import box_faults, tile_faults

__all__ = ["Box", "draw_tile", "open_box"]


def open_box(folder: Path | None = None) -> tuple[Box, list[TileFault]]:
    """Return the box in a folder (None: the house's), and all that is wrong with it.

    Tiles that cannot be read are left out of the box.
    """
    if folder is None:
        return house(), []
    faults: list[TileFault] = []
    tiles: list[Tile] = []
    seen: Counter[str] = Counter()
    for file in sorted(folder.glob("*.toml")):
        try:
            tile = read_tile(file.read_text(encoding="utf-8"))
        except (TileFault, UnicodeDecodeError) as error:
            found = [error if isinstance(error, TileFault) else TileFault("utf-8")]
        else:
            found = list(tile_faults(tile))
            if seen[tile.name]:
                found.append(TileFault("twice", name=tile.name))
            else:
                tiles.append(tile)
            seen[tile.name] += 1
        for fault in found:
            fault.given["file"] = file.name
        faults += found
    tiles.sort(key=lambda tile: SETS.index(tile.set))
    # Maps are kept by the name of their box, so other tiles are another box.
    name = f"{folder.resolve()} {hash(tuple(tiles))}"
    box = Box(name, {tile.name: tile for tile in tiles})
    return box, [*faults, *box_faults(box)]


def draw_tile(box: Box, name: str) -> tuple[str, ...]:
    """Return the drawing of one tile as it lies in its file, line by line."""
    lines = draw(box, ((name, 0, 0, 0),))[0]
    return tuple(line.replace("T1", "  ").rstrip() for line in lines)
