"""The board as text: a letter for each corner point, a stroke for each body.

A die is four columns by two rows. Equal letters at the two ends of a stroke
are one blob. What several dice say of one point is the same, so each is written
down by itself, in the lines as they are shown. A turn changes a few of them: the lines
of the table before it are touched up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from pbem.rules.lava.earlier import tables
from pbem.rules.lava.empty_cells import Special
from pbem.rules.lava.faces import FACES, LETTERS, leans_right
from pbem.rules.lava.grid import STRIDE
from pbem.rules.lava.state import Tile

MAX_COLUMNS = 14  #: cells side by side that fit in a letter

NEW, AUTO = "*", "+"  #: marks of the die that was laid last, and of its auto moves
ROWS = {y: f"{y:>3}" for y in range(-STRIDE // 2, STRIDE // 2 + 1)}
#: Labels as long as a column is wide would run together.
HEADS = {x: f"{x:>4}" if x > -100 or x % 2 == 0 else " " * 4 for x in ROWS}


def _look(face: int, sign: str) -> tuple[str, str, str]:
    """Return the three lines of a die, five characters each."""
    nw, ne, se, sw = ("RGB"[colour] for colour in FACES[face])
    body = f"|{sign}{'/' if leans_right(face) else chr(92)}{sign}|"
    return f"{nw}---{ne}", body, f"{sw}---{se}"


LOOKS = {
    sign: {letter: _look(face, sign) for face, letter in enumerate(LETTERS)}
    for sign in (" ", NEW, AUTO)
}


MARGIN = 5  #: characters before the north-west corner of a board
PLAIN = {
    letter: [line.encode() for line in look] for letter, look in LOOKS[" "].items()
}
LEFT = {y: len(label) + 2 for y, label in ROWS.items()}  #: the same beside bodies

Bounds: TypeAlias = tuple[int, int, int, int]
At: TypeAlias = tuple[int, int]


class _Drawn(NamedTuple):
    """A board in lines, all columns side by side.

    Below the head come rows of bodies and of points by turns, north to south, the first
    and the last of empty cells. A row of points ends with a corner.
    """

    bounds: Bounds  #: west, east, south, north: with an empty cell all round
    lines: list[str]
    latest: Sequence[Tile]  #: those that are drawn with a sign
    cells: Mapping[At, Special]  #: those that have a mark


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
    fresh, made = tiles[len(tiles) - latest :], tables.of(tiles, latest)
    cells = {special.at: special for special in specials}
    had: Mapping[At, Special] = {}
    before, since = made.part("drawn")
    if before is None:
        drawn = _Drawn(*_afresh(tiles), fresh, cells)
    else:
        drawn, had = _Drawn(*_wide_enough(before, since), fresh, cells), before.cells
        for where in before.cells.keys() - cells.keys():
            _write(drawn, where, "  ")
        for tile in before.latest:
            _age(drawn, tile)
    for tile in fresh:
        _put(drawn, tile, AUTO if tile.auto else NEW)
    for where, special in cells.items():
        if had.get(where) is not special:
            _write(drawn, where, special.mark)
    made.drawn = drawn
    (west, east, *_), lines, *_ = drawn
    shown = east - west + 1
    if shown <= columns:
        return (tuple(lines),)
    last = -(-shown // columns) - 1
    starts = [part * (shown - columns) // last for part in range(last + 1)]
    return tuple([_part(drawn, start, columns) for start in starts])


def _head(west: int, east: int) -> str:
    """Return the numbers of some columns."""
    return "    " + "".join([HEADS[x] for x in range(west, east + 1)]).rstrip()


def _around(tiles: Iterable[Tile], bounds: Bounds) -> Bounds:
    """Return bounds that have some more dice inside."""
    west, east, south, north = bounds
    for tile in tiles:
        x, y = tile.at
        if not (west < x < east and south < y < north):
            west, east = min(west, x - 1), max(east, x + 1)
            south, north = min(south, y - 1), max(north, y + 1)
    return west, east, south, north


def _afresh(tiles: Sequence[Tile]) -> tuple[Bounds, list[str]]:
    """Return bounds and lines of a board without signs and marks."""
    x, y = tiles[0].at if tiles else (0, 0)
    bounds = _around(tiles, (x - 1, x + 1, y - 1, y + 1))
    west, east, south, north = bounds
    length = 4 * (east - west + 1) + 1
    text, looks = bytearray(b" " * length * (2 * (north - south) + 1)), PLAIN
    for tile in tiles:
        x, y = tile.at
        at = (2 * (north - y) - 1) * length + 4 * (x - west)
        for part in looks[tile.face]:
            text[at : at + 5] = part
            at += length
    whole = text.decode()
    lines, at = [_head(west, east)], 0
    for y in range(north, south, -1):
        middle, end = at + length, at + 2 * length
        lines.append(f"{ROWS[y]}  {whole[at:middle]}{ROWS[y]}")
        lines.append(f"     {whole[middle:end].rstrip()}")
        at = end
    lines += [f"{ROWS[south]}  {whole[at:]}{ROWS[south]}", lines[0]]
    return bounds, lines


def _wide_enough(drawn: _Drawn, tiles: Iterable[Tile]) -> tuple[Bounds, list[str]]:
    """Return bounds and lines of a board with room for some more dice."""
    bounds, lines = _around(tiles, drawn.bounds), drawn.lines.copy()
    if bounds == drawn.bounds:
        return bounds, lines
    (west, east, south, north), (left, right, low, high) = bounds, drawn.bounds
    if west < left or right < east:
        lines[0] = lines[-1] = _head(west, east)
        before, after = "    " * (left - west), "    " * (east - right)
        for row in range(1, len(lines) - 1, 2):
            label, line = ROWS[high - row // 2], lines[row]
            at = len(label)
            lines[row] = label + before + line[at:-at] + after + label
        if before:
            points = lines[2:-1:2]
            lines[2:-1:2] = [
                before + line if len(line) > MARGIN else line for line in points
            ]
    blank = " " * (4 * (east - west + 1) + 1)
    above, below = list[str](), list[str]()
    for y in range(north, high, -1):
        above += [f"{ROWS[y]}  {blank}{ROWS[y]}", "     "]
    for y in range(low - 1, south - 1, -1):
        below += ["     ", f"{ROWS[y]}  {blank}{ROWS[y]}"]
    return bounds, [lines[0], *above, *lines[1:-1], *below, lines[0]]


def _put(drawn: _Drawn, tile: Tile, sign: str) -> None:
    """Draw a die, with a sign or a blank beside its body."""
    (west, _, _, north), lines, *_ = drawn
    x, y = tile.at
    row, column = 2 * (north - y), 4 * (x - west)
    above, body, below = LOOKS[sign][tile.face]
    at = MARGIN + column
    line = lines[row] if len(lines[row]) > at else lines[row].ljust(at)
    lines[row] = line[:at] + above + line[at + 5 :]
    line = lines[row + 2] if len(lines[row + 2]) > at else lines[row + 2].ljust(at)
    lines[row + 2] = line[:at] + below + line[at + 5 :]
    at = LEFT[y] + column
    line = lines[row + 1]
    lines[row + 1] = line[:at] + body + line[at + 5 :]


def _age(drawn: _Drawn, tile: Tile) -> None:
    """Draw blanks beside the body of a die."""
    (west, _, _, north), lines, *_ = drawn
    x, y = tile.at
    row, at = 2 * (north - y) + 1, LEFT[y] + 4 * (x - west)
    line = lines[row]
    lines[row] = f"{line[: at + 1]} {line[at + 2]} {line[at + 4 :]}"


def _write(drawn: _Drawn, at: At, mark: str) -> None:
    """Write a mark into an empty cell, or blanks."""
    (west, _, _, north), lines, *_ = drawn
    x, y = at
    row, column = 2 * (north - y) + 1, LEFT[y] + 4 * (x - west) + 2
    line = lines[row]
    lines[row] = f"{line[:column]}{mark:<2}{line[column + 2 :]}"


def _part(drawn: _Drawn, start: int, columns: int) -> tuple[str, ...]:
    """Return the lines of so many columns of a board, from one on."""
    west, *_, north = drawn.bounds
    head = _head(west + start, west + start + columns - 1)
    begin, size = 4 * start, 4 * columns + 1
    found = [head]
    for row, line in enumerate(drawn.lines[1:-1], 1):
        if row % 2:
            y = north - row // 2
            at = LEFT[y] + begin
            found.append(f"{ROWS[y]}  {line[at : at + size]}{ROWS[y]}")
        else:
            at = MARGIN + begin
            found.append(f"     {line[at : at + size].rstrip()}")
    return (*found, head)
