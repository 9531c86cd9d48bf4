"""Boxes of tiles: the one of the house, or a folder of one's own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pbem.rules.mars.board_text import draw
from pbem.rules.mars.map.board import board_of
from pbem.rules.mars.map.tiles import (
    Box,
    Tile,
    TileFault,
    boxed,
    read_tile,
    standard_box,
)
from pbem.tiles.check import box_faults, tile_faults

__all__ = ["Box", "draw_tile", "open_box"]


def open_box(folder: Path | None = None) -> tuple[Box, list[TileFault]]:
    """Return the box in a folder (None: the house's), and all that is wrong with it.

    Tiles that cannot be read are left out of the box.
    """
    if folder is None:
        return standard_box(), []
    faults: list[TileFault] = []
    tiles: dict[str, Tile] = {}
    for file in sorted(folder.glob("*.toml")):
        try:
            tile = read_tile(file.read_text(encoding="utf-8"))
        except TileFault as fault:
            found = [fault]
        except UnicodeDecodeError:
            found = [TileFault("utf-8")]
        else:
            found = list(tile_faults(tile))
            if tile.name in tiles:
                found.append(TileFault("twice", name=tile.name))
            tiles.setdefault(tile.name, tile)
        for one in found:
            one.given["file"] = file.name
        faults += found
    # Maps are kept by the name of their box, so other tiles are another box.
    box = boxed(f"{folder.resolve()} {hash(tuple(tiles.values()))}", tiles.values())
    return box, [*faults, *box_faults(box)]


def draw_tile(box: Box, name: str) -> tuple[str, ...]:
    """Return the drawing of one tile as it lies in its file, line by line.

    Roads that end where there is no platform are left out.
    """
    tile = box.tiles[name]
    here = {platform.number for platform in tile.platforms}
    roads = tuple(road for road in tile.roads if {road.a, road.b} <= here)
    alone = boxed(f"{box.name} {name}", [replace(tile, roads=roads)])
    lines = draw(board_of(alone, ((name, 0, 0, 0),)))[0]
    return tuple(line.replace("T1", "  ").rstrip() for line in lines)
