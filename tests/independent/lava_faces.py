"""The dice and blobs of Lava as the naive referee knows them."""

from __future__ import annotations

from typing import Any, NamedTuple

Cell = tuple[int, int]
Vertex = tuple[int, int]

COLOURS = ["red", "green", "blue"]
#: By letter: the corners clockwise from the north-west, the body as a capital.
FACES = {
    **{"a": "gRgR", "b": "RgRg", "c": "bRbR", "d": "RbRb"},
    **{"e": "gRbR", "f": "RgRb", "g": "bRgR", "h": "RbRg"},
    **{"i": "rGrG", "j": "GrGr", "k": "bGbG", "l": "GbGb"},
    **{"m": "rGbG", "n": "GrGb", "o": "bGrG", "p": "GbGr"},
    **{"q": "rBrB", "r": "BrBr", "s": "gBgB", "t": "BgBg"},
    **{"u": "rBgB", "v": "BrBg", "w": "gBrB", "x": "BgBr"},
}
#: By colour of the die: its three sides, each by the letters of its rotations.
SIDES = {
    "red": ["ab", "cd", "efgh"],
    "green": ["ij", "kl", "mnop"],
    "blue": ["qr", "st", "uvwx"],
}


class Blob(NamedTuple):
    """Corners of one colour that bodies join."""

    colour: str
    corners: frozenset[Vertex]
    necks: int
    extent: int
    closed: bool


def die_of(face: str) -> str:
    """The colour of the die that a face is on."""
    return COLOURS[(ord(face) - ord("a")) // 8]


def corners(cell: Cell) -> list[Vertex]:
    """The corners of a cell, clockwise from the north-west."""
    x, y = cell
    return [(x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y)]


def beside(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]


def blobs(tiles: dict[Cell, dict[str, Any]], known: dict[Vertex, str]) -> list[Blob]:
    """All blobs on the table."""
    joined: dict[Vertex, set[Vertex]] = {at: set() for at in known}
    necks = []
    for cell, tile in tiles.items():
        face = FACES[tile["face"]]
        ends = [at for at, x in zip(corners(cell), face, strict=True) if x.isupper()]
        joined[ends[0]].add(ends[1])
        joined[ends[1]].add(ends[0])
        necks.append(ends[0])
    found, seen = [], set()
    for first in known:
        if first in seen:
            continue
        blob, new = {first}, [first]
        while new:
            for at in joined[new.pop()]:
                if at not in blob:
                    blob.add(at)
                    new.append(at)
        seen |= blob
        xs, ys = [x for x, _ in blob], [y for _, y in blob]
        found.append(
            Blob(
                {"r": "red", "g": "green", "b": "blue"}[known[first]],
                frozenset(blob),
                sum(at in blob for at in necks),
                max(max(xs) - min(xs), max(ys) - min(ys)),
                all(
                    cell in tiles
                    for x, y in blob
                    for cell in [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)]
                ),
            )
        )
    return found
