"""The map drawn in text, three tiles wide at most.

Every tile takes 20 columns and 8 lines; halves that met are drawn once, on
the line between their tiles. A platform is its number, its icons and its
pawn, `6g>` or `1+b[B]`; a road is a line with the letter of its colour.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from pbem.kit.text_grid import TextGrid
from pbem.rules.mars.map.board import Board, Road, Spot
from pbem.rules.mars.map.colours import FACE, LETTER
from pbem.rules.mars.map.tiles import POINTS

TILE_COLUMNS, TILE_LINES = 20, 8  #: characters of a tile
MARGIN_COLUMNS = 3  #: half a label beyond the outermost platform
MAX_TILES_ACROSS = 3  #: side by side in 72 columns


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
    pawn_at = dict(pawns)
    labels = {
        place: label(spot, pawn_at.get(place, ""), place in spent)
        for place, spot in board.spots.items()
    }
    return tuple(_strip(board, columns, labels) for columns in _columns(board))


def _columns(board: Board) -> list[range]:
    """Return the columns of tiles of each strip, about equally many."""
    west = min(x for x, _ in board.cells)
    width = max(x for x, _ in board.cells) - west + 1
    count = -(-width // MAX_TILES_ACROSS)
    ends = [west + width * index // count for index in range(count + 1)]
    return [range(a, b) for a, b in pairwise(ends)]


def _strip(board: Board, columns: range, labels: dict[int, str]) -> tuple[str, ...]:
    """Return the lines of some columns of tiles; `labels` are those of platforms."""
    tiles = {cell: n for cell, n in board.cells.items() if cell[0] in columns}
    levels = [y for _, y in tiles]
    grid = TextGrid(
        len(columns) * TILE_COLUMNS + 2 * MARGIN_COLUMNS + 1,
        (max(levels) - min(levels) + 1) * TILE_LINES + 1,
    )
    corners = {
        number: (
            MARGIN_COLUMNS + (x - columns[0]) * TILE_COLUMNS,
            (y - min(levels)) * TILE_LINES,
        )
        for (x, y), number in tiles.items()
    }
    for number, (x, y) in corners.items():
        for column in (x, x + TILE_COLUMNS):
            grid.put(column, y, "+")
            grid.put(column, y + TILE_LINES, "+")
        grid.put(x + 1, y + 1, f"T{number}")
    for road in board.drawn:
        if road.a // 10 in corners:
            _draw_road(grid, corners[road.a // 10], road)
    for place, spot in board.spots.items():
        for name in spot.names:  # halves that met are drawn from both tiles
            if name // 10 in corners:
                column, line = _point(corners[name // 10], name)
                grid.put_centred(column, line, labels[place])
    return grid.lines()


def _point(corner: tuple[int, int], place: int) -> tuple[int, int]:
    """Return the column and line of a platform of a tile whose corner is there."""
    column, line = POINTS[place % 10]
    return corner[0] + column, corner[1] + line


def _draw_road(grid: TextGrid, corner: tuple[int, int], road: Road) -> None:
    """Draw a road from a to b: its letter in the middle, an arrow at the far end."""
    a, b = _point(corner, road.a), _point(corner, road.b)
    letter = LETTER.get(road.colour, ".")
    bridge = ("." if letter == "." else "=") if road.bridge else ""
    if a[1] == b[1]:
        _draw_level(grid, a, b, letter, bridge or "-", road.oneway)
    else:
        slant = "|" if a[0] == b[0] else "\\" if (a[0] < b[0]) == (a[1] < b[1]) else "/"
        _draw_steep(grid, a, b, letter, bridge or slant, road.oneway)


def _draw_steep(
    grid: TextGrid,
    a: tuple[int, int],
    b: tuple[int, int],
    letter: str,
    line: str,
    oneway: bool,
) -> None:
    """Draw a road between platforms on several lines."""
    down = a[1] < b[1]
    (x1, y1), (x2, y2) = (a, b) if down else (b, a)
    arrow = ("v" if down else "^") if oneway else ""
    middle = (y1 + y2) // 2
    for y in range(y1 + 1, y2):
        x = x1 + round((x2 - x1) * (y - y1) / (y2 - y1) + (0.01 if x2 > x1 else -0.01))
        if y != middle:
            far = y == (y2 - 1 if down else y1 + 1)
            grid.put(x, y, arrow if arrow and far else line)
        elif y2 - y1 == 2:
            grid.put(x - (x2 < x1), y, letter + line + arrow)
        else:
            grid.put(x, y, letter)


def _draw_level(
    grid: TextGrid,
    a: tuple[int, int],
    b: tuple[int, int],
    letter: str,
    line: str,
    oneway: bool,
) -> None:
    """Draw a road between platforms on one line."""
    (x1, y), (x2, _) = min(a, b), max(a, b)
    grid.put(x1 + 4, y, line * (x2 - x1 - 7))
    grid.put((x1 + x2) // 2, y, letter)
    if oneway:
        grid.put(*((x2 - 4, y, ">") if a[0] < b[0] else (x1 + 4, y, "<")))
