"""The map drawn in text, three tiles wide at most.

Every tile takes 20 columns and 8 lines; halves that met are drawn once, on
the line between their tiles. A platform is its number, its icons and its
pawn, `6g>` or `1+b[B]`; a road is a line with the letter of its colour.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from pbem.rules.mars.map.board import Board, Road, Spot
from pbem.rules.mars.map.colours import FACE, LETTER
from pbem.rules.mars.map.tiles import POINTS, SIDES

TILE_COLUMNS, TILE_LINES = 20, 8  #: characters of a tile
MARGIN_COLUMNS = 3  #: half a label beyond the outermost platform
MAX_TILES_ACROSS = 3  #: side by side in 72 columns

MOST_LABEL = 7  #: characters that fit beside a margin, wherever a platform is

_CORNER = ord("+")
_FACES = {"": b"", **{pawn: f"[{face}]".encode() for pawn, face in FACE.items()}}

#: Column and line to the character there.
Canvas = dict[tuple[int, int], str]


def icons(spot: Spot, spent: bool = False) -> str:
    """Return what is printed on a platform, in signs; used timers vanish (Z26).

    >>> icons(Spot(11, factory="blue")), icons(Spot(12, pipe=True, trash=True))
    ('+b', '~#')
    """
    signs = ""
    if spot.beyond is not None:
        signs += LETTER[spot.explore] + "?"
    if spot.factory:
        signs += "+" + LETTER[spot.factory]
    if spot.site:
        signs += "*" + LETTER[spot.site]
    if spot.dome:
        signs += "D"
    if spot.timer and not spent:
        signs += "%"
    if spot.rocket:
        signs += "R"
    return signs + "~" * spot.pipe + "#" * spot.trash


def label(spot: Spot, pawn: str, spent: bool = False) -> str:
    """Return a platform as it is drawn, at most seven characters.

    >>> label(Spot(11, factory="blue"), "leaf")
    '1+b[G]'
    """
    face = f"[{FACE[pawn]}]" if pawn else ""
    return f"{spot.place % 10}{icons(spot, spent)}{face}"


def draw(
    board: Board,
    pawns: Iterable[tuple[int, str]] = (),
    spent: tuple[int, ...] = (),
) -> tuple[tuple[str, ...], ...]:
    """Return the map as strips of lines, each at most three tiles wide, west first."""
    strips = []
    labels = [
        (spot, (_used(spot) if place in spent else _bare(spot)) + _FACES[pawn])
        for place, pawn in pawns
        if (spot := board.spots.get(place)) is not None
    ]
    for strip in _strips(board, spent):
        sheet = strip.sheet.copy()
        for spot, text in labels:
            strip.name(sheet, spot, text)
        strips.append(tuple(map(str.rstrip, sheet.decode().splitlines())))
    return tuple(strips)


class _Strip(NamedTuple):
    """A part of a map where nobody stands."""

    sheet: bytearray  #: lines of the same length, one behind the other; not changed
    width: int  #: their length
    corners: dict[int, int]  #: where the tiles begin, by their numbers
    points: dict[int, int]  #: where a tile's platforms are from there, by their keys

    def name(self, sheet: bytearray, spot: Spot, text: bytes) -> None:
        """Write a label wherever a platform is drawn."""
        for name in spot.names:
            corner = self.corners.get(name // 10)
            if corner is not None:
                start = corner + self.points[name % 10] - len(text) // 2
                if len(text) <= MOST_LABEL:
                    sheet[start : start + len(text)] = text
                else:
                    _put(sheet, self.width, start + len(text) // 2, text)


def _put(sheet: bytearray, width: int, middle: int, text: bytes) -> None:
    """Write a label, its middle at some place, all of it on the line of that place."""
    line = middle - middle % width
    start = max(line, min(middle - len(text) // 2, line + width - 1 - len(text)))
    sheet[start : start + len(text)] = text


def _strips(board: Board, spent: tuple[int, ...]) -> list[_Strip]:
    return [_strip(board, columns, spent) for columns in _columns(board)]


def _columns(board: Board) -> list[range]:
    """Return the columns of tiles of each strip, about equally many."""
    west = min(x for x, _ in board.cells)
    width = max(x for x, _ in board.cells) - west + 1
    count = -(-width // MAX_TILES_ACROSS)
    ends = [west + width * index // count for index in range(count + 1)]
    return [range(a, b) for a, b in pairwise(ends)]


def _strip(board: Board, columns: range, spent: tuple[int, ...]) -> _Strip:
    tiles = [(*cell, n) for cell, n in board.cells.items() if cell[0] in columns]
    levels = [y for _, y, _ in tiles]
    width = len(columns) * TILE_COLUMNS + 2 * MARGIN_COLUMNS + 2
    lines = (max(levels) - min(levels) + 1) * TILE_LINES + 1
    sheet, corners = bytearray((b" " * (width - 1) + b"\n") * lines), dict[int, int]()
    for x, y, number in tiles:
        north = (y - min(levels)) * TILE_LINES * width
        corner = north + MARGIN_COLUMNS + (x - columns[0]) * TILE_COLUMNS
        corners[number] = corner
        for line in (corner, corner + TILE_LINES * width):
            sheet[line] = sheet[line + TILE_COLUMNS] = _CORNER
        start = corner + 1
        for row in _inside(board, number):
            start += width
            sheet[start : start + TILE_COLUMNS] = row
        name, start = b"T%d" % number, corner + width + 1
        sheet[start : start + len(name)] = name
    points = {key: line * width + column for key, (column, line) in POINTS.items()}
    strip = _Strip(sheet, width, corners, points)
    for number, corner in corners.items():
        for key in SIDES:
            goes_by = board.at.get(number * 10 + key)
            if goes_by is not None:
                text = _bare(board.spots[goes_by])
                _put(sheet, width, corner + points[key], text)
    for place in spent:
        if (spot := board.spots.get(place)) is not None:
            strip.name(sheet, spot, b" " * len(_bare(spot)))
            strip.name(sheet, spot, _used(spot))
    return strip


def _bare(spot: Spot) -> bytes:
    return label(spot, "").encode()


def _used(spot: Spot) -> bytes:
    return label(spot, "", True).encode()


def _inside(board: Board, number: int) -> list[bytes]:
    """Return the lines between a tile's borders, all but the first character of each,
    with the labels of the platforms that no other tile touches."""
    roads = [road for road in board.drawn if road.a // 10 == number]
    rows = [bytearray(row) for row in _roads(roads)]
    for key, (column, row) in POINTS.items():
        goes_by = board.at.get(number * 10 + key)
        if key not in SIDES and goes_by is not None:
            text = _bare(board.spots[goes_by])
            _put(rows[row - 1], TILE_COLUMNS + 1, column - 1, text)
    return [*map(bytes, rows)]


def _roads(roads: Iterable[Road]) -> list[bytes]:
    """Return the lines of a tile with its roads only, all but its borders."""
    canvas: Canvas = {}
    for a, b, colour, oneway, bridge in roads:
        ends = POINTS[a % 10], POINTS[b % 10]
        draw_road = _level_road if ends[0][1] == ends[1][1] else _steep_road
        draw_road(canvas, *ends, LETTER.get(colour, "."), oneway, bridge)
    return [
        "".join(canvas.get((x, y), " ") for x in range(1, TILE_COLUMNS + 1)).encode()
        for y in range(1, TILE_LINES)
    ]


def _write(canvas: Canvas, x: int, y: int, text: str) -> None:
    for offset, sign in enumerate(text):
        canvas[x + offset, y] = sign


def _steep_road(
    canvas: Canvas,
    a: tuple[int, int],
    b: tuple[int, int],
    letter: str,
    oneway: bool,
    bridge: bool,
) -> None:
    """Draw a road from a to b: its letter in the middle, an arrow at the far end."""
    down = a[1] < b[1]
    (x1, y1), (x2, y2) = (a, b) if down else (b, a)
    slope = "|" if x1 == x2 else "\\" if x1 < x2 else "/"
    line = ("." if letter == "." else "=") if bridge else slope
    arrow = ("v" if down else "^") if oneway else ""
    middle = (y1 + y2) // 2
    for y in range(y1 + 1, y2):
        x = x1 + round((x2 - x1) * (y - y1) / (y2 - y1) + (0.01 if x2 > x1 else -0.01))
        if y != middle:
            far = y == (y2 - 1 if down else y1 + 1)
            canvas[x, y] = arrow if arrow and far else line
        elif y2 - y1 == 2:
            _write(canvas, x - (x2 < x1), y, letter + line + arrow)
        else:
            canvas[x, y] = letter


def _level_road(
    canvas: Canvas,
    a: tuple[int, int],
    b: tuple[int, int],
    letter: str,
    oneway: bool,
    bridge: bool,
) -> None:
    """Draw a road between platforms on one line, likewise."""
    (x1, y), (x2, _) = min(a, b), max(a, b)
    line = "-" if not bridge else "." if letter == "." else "="
    for x in range(x1 + 4, x2 - 3):
        canvas[x, y] = line
    canvas[(x1 + x2) // 2, y] = letter
    if oneway:
        canvas[(x2 - 4, y) if a[0] < b[0] else (x1 + 4, y)] = "><"[a[0] > b[0]]
