"""The board as text: a letter for each corner point, a stroke for each body.

A die is four columns by two rows. Equal letters at the two ends of a stroke
are one blob. What several dice say of one point is the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.kit.text_grid import TextGrid
from pbem.rules.lava.empty_cells import Special
from pbem.rules.lava.faces import FACES, LETTERS, leans_right
from pbem.rules.lava.grid import STRIDE
from pbem.rules.lava.state import Tile

MAX_COLUMNS = 14  #: cells side by side that fit in a letter

NEW, AUTO = "*", "+"  #: marks of the die that was laid last, and of its auto moves
#: Numbers of columns. Labels as long as a column is wide would run together.
HEADS = {
    x: f"{x:>4}" if x > -100 or x % 2 == 0 else " " * 4
    for x in range(-STRIDE // 2, STRIDE // 2 + 1)
}


def _look(face: int, sign: str) -> tuple[str, str, str]:
    """Return the three lines of a die, five characters each."""
    nw, ne, se, sw = ("RGB"[colour] for colour in FACES[face])
    body = f"|{sign}{'/' if leans_right(face) else chr(92)}{sign}|"
    return f"{nw}---{ne}", body, f"{sw}---{se}"


ORIGIN = Tile((0, 0), "e", None, False)  #: where the first die will lie


def panels(
    tiles: tuple[Tile, ...],
    latest: int,
    specials: Iterable[Special],
    columns: int = MAX_COLUMNS,
) -> tuple[tuple[str, ...], ...]:
    r"""Return the board in lines; in several parts, west to east, where it is wide.

    So many of the tiles are of the latest turn. `specials` are empty cells to be
    marked. Each part has all rows, and its coordinates on all four sides.

    >>> die = Tile((0, 0), "e", "Ann", False)
    >>> print("\n".join(panels((die,), 1, [Special((1, 0), "dead", "")])[0]))
          -1   0   1
      1                 1
             G---R
      0      |*/*| x    0
             R---B
     -1                -1
          -1   0   1
    """
    xs, ys = zip(*(tile.at for tile in tiles or [ORIGIN]), strict=True)
    west, east, south, north = min(xs) - 1, max(xs) + 1, min(ys) - 1, max(ys) + 1
    # Rows of bodies and of points by turns, the first and the last of empty cells.
    shown = east - west + 1
    grid = TextGrid(4 * shown + 1, 2 * (north - south) + 1)
    for number, tile in enumerate(tiles):
        x, y = tile.at
        sign = " " if number < len(tiles) - latest else AUTO if tile.auto else NEW
        for row, text in enumerate(_look(LETTERS.index(tile.face), sign), -1):
            grid.put(4 * (x - west), 2 * (north - y) + row, text)
    for special in specials:
        x, y = special.at
        grid.put(4 * (x - west) + 2, 2 * (north - y), f"{special.mark:<2}")
    if shown <= columns:
        return (_part(grid, west, north, 0, shown),)
    last = -(-shown // columns) - 1
    starts = [part * (shown - columns) // last for part in range(last + 1)]
    return tuple(_part(grid, west, north, start, columns) for start in starts)


def _part(
    grid: TextGrid, west: int, north: int, start: int, columns: int
) -> tuple[str, ...]:
    """Return the lines of so many columns of a board, from one on, with numbers."""
    first = west + start
    head = "    " + "".join(HEADS[x] for x in range(first, first + columns)).rstrip()
    lines = [head]
    for row, line in enumerate(grid.rows()):
        text = line[4 * start : 4 * (start + columns) + 1]
        if row % 2:
            lines.append(f"     {text.rstrip()}")
        else:
            label = f"{north - row // 2:>3}"
            lines.append(f"{label}  {text}{label}")
    return (*lines, head)
