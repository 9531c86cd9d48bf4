"""The map drawn in text, three tiles wide at most.

Every tile takes 20 columns and 8 lines; halves that met are drawn once, on
the line between their tiles. A platform is its number, its icons and its
pawn, `6g>` or `1+b[B]`; a road is a line with the letter of its colour.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise, product

from pbem.rules.mars.map.board import Board, Spot
from pbem.rules.mars.map.colours import FACE, LETTER
from pbem.rules.mars.map.tiles import POINTS

TILE_COLUMNS, TILE_LINES = 20, 8  #: characters of a tile
MARGIN_COLUMNS = 3  #: half a label beyond the outermost platform
MAX_TILES_ACROSS = 3  #: side by side in 72 columns
MAX_KEPT_MAPS = 512  #: maps whose lines are kept in memory

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
    stands = dict(pawns)
    strips = []
    for lines, where in _strips(board):
        drawn = [list(line) for line in lines]
        for row, column, spot in where:
            text = label(spot, stands.get(spot.place, ""), spot.place in spent)
            start = column - len(text) // 2
            drawn[row][start : start + len(text)] = text
        strips.append(tuple("".join(line).rstrip() for line in drawn))
    return tuple(strips)


@lru_cache(maxsize=MAX_KEPT_MAPS)
def _strips(
    board: Board,
) -> tuple[tuple[list[str], list[tuple[int, int, Spot]]], ...]:
    """Return for each strip its lines with roads only, and where platforms go in."""
    strips = []
    for columns in _columns(board):
        canvas = _roads(board, columns)
        left = columns[0] * TILE_COLUMNS - MARGIN_COLUMNS
        right = (columns[-1] + 1) * TILE_COLUMNS + MARGIN_COLUMNS
        rows = [y for _, y in canvas]
        top = min(rows)
        lines = [
            "".join(canvas.get((x, y), " ") for x in range(left, right + 1))
            for y in range(top, max(rows) + 1)
        ]
        spots = {
            (_point(board, name), spot.place): spot
            for spot in board.spots.values()
            for name in spot.names
            if board.laid[name // 10 - 1][1] in columns
        }
        where = [(y - top, x - left, spot) for ((x, y), _), spot in spots.items()]
        strips.append((lines, where))
    return tuple(strips)


def _columns(board: Board) -> list[range]:
    """Return the columns of tiles of each strip, about equally many."""
    west = min(x for x, _ in board.cells)
    width = max(x for x, _ in board.cells) - west + 1
    count = -(-width // MAX_TILES_ACROSS)
    ends = [west + width * index // count for index in range(count + 1)]
    return [range(a, b) for a, b in pairwise(ends)]


def _roads(board: Board, columns: range) -> Canvas:
    """Return the corners, the tiles' names and the roads of a strip of the map."""
    canvas: Canvas = {}
    for (x, y), number in board.cells.items():
        if x in columns:
            left, top = x * TILE_COLUMNS, y * TILE_LINES
            for corner in product((left, left + TILE_COLUMNS), (top, top + TILE_LINES)):
                canvas[corner] = "+"
            _write(canvas, left + 1, top + 1, f"T{number}")
    for a, b, colour, oneway, bridge in board.drawn:
        inside = board.laid[a // 10 - 1][1] in columns
        if inside and board.at[a] != board.at[b]:
            ends = _point(board, a), _point(board, b)
            draw_road = _level_road if ends[0][1] == ends[1][1] else _steep_road
            draw_road(canvas, *ends, LETTER.get(colour, "."), oneway, bridge)
    return canvas


def _point(board: Board, place: int) -> tuple[int, int]:
    _, x, y, _ = board.laid[place // 10 - 1]
    dx, dy = POINTS[place % 10]
    return x * TILE_COLUMNS + dx, y * TILE_LINES + dy


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
