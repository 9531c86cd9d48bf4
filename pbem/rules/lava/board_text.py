"""The board as text: a letter for each corner point, a stroke for each body.

A die is four columns by two rows. Equal letters at the two ends of a stroke
are one blob. The faces are laid out on a sheet, a byte a cell, from which the
letters, edges, bars and strokes are made for the whole board at a time: what
several dice say of one point is the same, so it can be or-ed together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.rules.lava.board import STRIDE, cell
from pbem.rules.lava.faces import FACES, leans_right

MAX_COLUMNS = 14  #: cells side by side that fit in a letter
HALF = STRIDE // 2

NEW, AUTO = "*", "+"  #: marks of the die that was laid last, and of its auto moves


def _table(signs: Sequence[str]) -> bytes:
    """Return what translates a sheet of faces: 1 to 24, and 0 for none."""
    return b"\0" + "".join(signs).encode() + bytes(231)


LETTERS_AT = tuple(
    _table(["RGB"[face[corner]] for face in FACES]) for corner in range(4)
)
EDGE = _table(["-"] * 24)
BAR = _table(["|"] * 24)
STROKE = _table(["/" if leans_right(face) else "\\" for face in range(24)])
BLANK = b" " + bytes(range(1, 256))
ROWS = {y: f"{y:>3}" for y in range(-HALF, HALF + 1)}
#: Labels as long as a column is wide would run together.
HEADS = {x: f"{x:>4}" if x > -100 or x % 2 == 0 else " " * 4 for x in ROWS}


def panels(
    dice: Mapping[int, int],
    fresh: Mapping[int, str],
    marks: Iterable[tuple[int, str]],
    columns: int = MAX_COLUMNS,
) -> tuple[tuple[str, ...], ...]:
    r"""Return the board in lines; in several parts, west to east, where it is wide.

    `dice` is faces by cell, `fresh` has a mark for the cells of the latest
    turn, `marks` what to write in empty cells (two characters at most). Each
    part has all rows, and its coordinates on all four sides.

    >>> print("\n".join(panels({0: 4}, {0: "*"}, [(1, "x")])[0]))
          -1   0   1
      1                 1
             G---R
      0      |*/*| x    0
             R---B
     -1                -1
          -1   0   1
    """
    sheet, west, north, width, height = _sheet(dice)
    letters, edges, bars, strokes = _signs(sheet, width)
    points, bodies = bytearray(4 * len(sheet)), bytearray(4 * len(sheet))
    points[0::4] = letters
    points[1::4] = points[2::4] = points[3::4] = edges
    bodies[0::4] = bars
    bodies[2::4] = strokes
    base, skip = cell(west, north), STRIDE - width
    for where, sign in fresh.items():
        at = where - base
        at = 4 * (at - (at >> 8) * skip)
        bodies[at + 1] = bodies[at + 3] = ord(sign)
    for where, mark in marks:
        at = where - base
        at = 4 * (at - (at >> 8) * skip) + 2
        bodies[at : at + len(mark)] = mark.encode()
    lines = (points.translate(BLANK).decode(), bodies.translate(BLANK).decode())
    shown = width - 1
    if shown <= columns:
        return (_part(*lines, (west, north), (width, height), 0, shown),)
    parts = -(-shown // columns)
    return tuple(
        _part(*lines, (west, north), (width, height), first, columns)
        for first in (part * (shown - columns) // (parts - 1) for part in range(parts))
    )


def _sheet(dice: Mapping[int, int]) -> tuple[bytes, int, int, int, int]:
    """Return the faces with empty cells all round: bytes, west, north, size.

    One column more than there are cells, for what the easternmost die says of
    the points east of it.
    """
    if not dice:
        return bytes(12), -1, 1, 4, 3
    columns = {where + HALF & STRIDE - 1 for where in dice}
    west, east = min(columns), max(columns)
    top, bottom = min(dice) + HALF >> 8, max(dice) + HALF >> 8
    height = bottom - top + 3
    rows = bytearray(STRIDE * height)
    offset = HALF - STRIDE * (top - 1)
    for where, face in dice.items():
        rows[where + offset] = face + 1
    first, width = west - 1, east - west + 4
    kept = (rows[at + first : at + first + width] for at in range(0, len(rows), STRIDE))
    return b"".join(kept), first - HALF, 1 - top, width, height


def _signs(sheet: bytes, width: int) -> tuple[bytes, bytes, bytes, bytes]:
    """Return letters and edges of the rows of points, bars and strokes of bodies.

    The rows of points are those at the north of each row of cells.
    """
    size = len(sheet)

    def moved(table: bytes, by: int) -> int:
        return int.from_bytes(sheet.translate(table), "little") << 8 * by

    def merged(number: int) -> bytes:
        return number.to_bytes(size + width + 1, "little")[:size]

    north_west, north_east, south_east, south_west = LETTERS_AT
    letters = (
        moved(north_west, 0)
        | moved(north_east, 1)
        | moved(south_east, width + 1)
        | moved(south_west, width)
    )
    edges, bars = moved(EDGE, 0), moved(BAR, 0)
    return (
        merged(letters),
        merged(edges | edges << 8 * width),
        merged(bars | bars << 8),
        sheet.translate(STROKE),
    )


def _part(
    points: str,
    bodies: str,
    corner: tuple[int, int],
    size: tuple[int, int],
    first: int,
    shown: int,
) -> tuple[str, ...]:
    """Return the lines of so many columns of the board."""
    (west, north), (width, height) = corner, size
    west += first
    head = "    " + "".join([HEADS[x] for x in range(west, west + shown)]).rstrip()
    lines = [head]
    at, length, step = 4 * first, 4 * shown + 1, 4 * width
    for y in range(north, north - height, -1):
        if y != north:
            lines.append("     " + points[at : at + length].rstrip())
        label = ROWS[y]
        lines.append(f"{label}  {bodies[at : at + length]}{label}")
        at += step
    lines.append(head)
    return tuple(lines)
