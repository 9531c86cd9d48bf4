"""The board as text: a letter for each corner point, a stroke for each body.

A die is four columns by two rows. Equal letters at the two ends of a stroke
are one blob. What several dice say of one point is the same, so each is written
down by itself, on a sheet of characters. A turn changes a few of them: the sheet of
the table before it is touched up, and only lines with something new are cut out anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from pbem.rules.lava.earlier import Earlier
from pbem.rules.lava.faces import FACES, LETTERS, leans_right
from pbem.rules.lava.grid import STRIDE
from pbem.rules.lava.state import Tile

MAX_COLUMNS = 14  #: cells side by side that fit in a letter
ROOM = 3  #: cells that a fresh sheet has on each side of the dice

At: TypeAlias = tuple[int, int]

BLANK = ord(" ")
NEW, AUTO = "*", "+"  #: marks of the die that was laid last, and of its auto moves
ROWS = {y: f"{y:>3}" for y in range(-STRIDE // 2, STRIDE // 2 + 1)}
#: Labels as long as a column is wide would run together.
HEADS = {x: f"{x:>4}" if x > -100 or x % 2 == 0 else " " * 4 for x in ROWS}


def _look(face: int, sign: str) -> tuple[bytes, bytes, bytes]:
    """Return the three lines of a die, five characters each."""
    nw, ne, se, sw = ("RGB"[colour] for colour in FACES[face])
    body = f"|{sign}{'/' if leans_right(face) else chr(92)}{sign}|"
    return f"{nw}---{ne}".encode(), body.encode(), f"{sw}---{se}".encode()


LOOKS = {
    sign: {letter: _look(face, sign) for face, letter in enumerate(LETTERS)}
    for sign in (" ", NEW, AUTO)
}


class _Sheet:
    """The characters of a board, with empty cells all round, and lines cut out of it.

    Rows of characters go from north to south, those of points and of bodies by turns.
    """

    __slots__ = (
        "across",
        "bounds",
        "down",
        "latest",
        "length",
        "lines",
        "marks",
        "north",
        "stale",
        "text",
        "west",
    )

    def __init__(self, tiles: Sequence[Tile]) -> None:
        xs = [tile.at[0] for tile in tiles] or [0]
        ys = [tile.at[1] for tile in tiles] or [0]
        west, east, south, north = min(xs), max(xs), min(ys), max(ys)
        self.bounds = west - 1, east + 1, south - 1, north + 1
        self.west, self.north = west - 1 - ROOM, north + 1 + ROOM
        self.across = east - self.west + 2 + ROOM
        self.length = 4 * self.across + 1
        self.down = self.north - south + 2 + ROOM
        self.text = bytearray(b" " * self.length * (2 * self.down + 1))
        self.lines: list[str] = []  #: as they were cut out last; none: all are stale
        self.stale: set[int] = set()  #: rows that have changed since
        self.marks: dict[At, str] = {}
        self.latest: Sequence[Tile] = ()
        text, length, looks = self.text, self.length, LOOKS[" "]
        for tile in tiles:
            x, y = tile.at
            at = 2 * (self.north - y) * length + 4 * (x - self.west)
            for part in looks[tile.face]:
                text[at : at + 5] = part
                at += length

    def _row(self, y: int) -> int:
        """Return the number of a row of bodies."""
        return 2 * (self.north - y) + 1

    def copy(self) -> _Sheet:
        """Return another one that looks the same."""
        other = object.__new__(_Sheet)
        other.bounds, other.west, other.north = self.bounds, self.west, self.north
        other.across, other.down, other.length = self.across, self.down, self.length
        other.text, other.lines, other.stale = self.text[:], self.lines[:], set()
        other.marks, other.latest = self.marks, self.latest
        return other

    def has_room(self, tiles: Iterable[Tile]) -> bool:
        """Take some more dice in; return whether they fit, with a cell all round."""
        west, east, south, north = before = self.bounds
        for tile in tiles:
            x, y = tile.at
            if not (west < x < east and south < y < north):
                west, east = min(west, x - 1), max(east, x + 1)
                south, north = min(south, y - 1), max(north, y + 1)
        self.bounds = west, east, south, north
        if self.bounds == before:
            return True
        if (west, east) != before[:2]:
            self.lines = []
        elif self.lines:
            self._insert(self._row(north), 2 * (north - before[3]))
            self._insert(self._row(before[2]) + 1, 2 * (before[2] - south))
        low, far = self.north - self.down + 1, self.west + self.across - 1
        return (
            self.west <= west and east <= far and low <= south and north <= self.north
        )

    def _insert(self, row: int, rows: int) -> None:
        """Make room in the lines for more rows from one on."""
        at = row - self._row(self.bounds[3]) + 1
        self.lines[at:at] = [""] * rows
        self.stale.update(range(row, row + rows))

    def put(self, tile: Tile, sign: str) -> None:
        """Draw a die, with a sign or a blank beside its body."""
        x, y = tile.at
        row, length, text = 2 * (self.north - y), self.length, self.text
        at = row * length + 4 * (x - self.west)
        above, body, below = LOOKS[sign][tile.face]
        text[at : at + 5] = above
        text[at + length : at + length + 5] = body
        text[at + 2 * length : at + 2 * length + 5] = below
        self.stale.update((row, row + 1, row + 2))

    def age(self, tile: Tile) -> None:
        """Draw blanks beside the body of a die."""
        x, y = tile.at
        row = self._row(y)
        at = row * self.length + 4 * (x - self.west)
        self.text[at + 1] = self.text[at + 3] = BLANK
        self.stale.add(row)

    def mark(self, marks: dict[At, str]) -> None:
        """Write what stands in empty cells, in the place of what stood there."""
        before, self.marks = self.marks, marks
        if gone := before.keys() - marks.keys():
            taken = {tile.at for tile in self.latest}
            for at in gone - taken:
                self._write(at, "  ")
        for at, mark in marks.items():
            if before.get(at) != mark:
                self._write(at, f"{mark:<2}")

    def _write(self, where: At, mark: str) -> None:
        x, y = where
        row = self._row(y)
        at = row * self.length + 4 * (x - self.west) + 2
        self.text[at : at + len(mark)] = mark.encode()
        self.stale.add(row)

    def whole(self) -> tuple[str, ...]:
        """Return the lines of the whole board."""
        west, east, _, north = self.bounds
        top, shown = self._row(north), east - west + 1
        if not self.lines:
            self.lines = list(self.part(west, shown))
        else:
            for row in self.stale:
                self.lines[row - top + 1] = self._line(row, west, shown)
        self.stale = set()
        return tuple(self.lines)

    def part(self, west: int, shown: int) -> tuple[str, ...]:
        """Return the lines of so many columns of the board."""
        head = "    " + "".join([HEADS[x] for x in range(west, west + shown)]).rstrip()
        _, _, south, north = self.bounds
        rows = range(self._row(north), self._row(south) + 1)
        return head, *[self._line(row, west, shown) for row in rows], head

    def _line(self, row: int, west: int, shown: int) -> str:
        at = row * self.length + 4 * (west - self.west)
        line = self.text[at : at + 4 * shown + 1].decode()
        if row % 2 == 0:
            return "     " + line.rstrip()
        label = ROWS[self.north - row // 2]
        return f"{label}  {line}{label}"


_drawn = Earlier[_Sheet]()


def panels(
    tiles: tuple[Tile, ...],
    latest: int,
    marks: Iterable[tuple[At, str]],
    columns: int = MAX_COLUMNS,
) -> tuple[tuple[str, ...], ...]:
    r"""Return the board in lines; in several parts, west to east, where it is wide.

    So many of the tiles are of the latest turn. `marks` says what to write in empty
    cells (two characters at most). Each part has all rows, and its coordinates on all
    four sides.

    >>> die = Tile((0, 0), "e", "Ann", False)
    >>> print("\n".join(panels((die,), 1, [((1, 0), "x")])[0]))
          -1   0   1
      1                 1
             G---R
      0      |*/*| x    0
             R---B
     -1                -1
          -1   0   1
    """
    sheet = _sheet(tiles, latest, dict(marks))
    west, east, *_ = sheet.bounds
    shown = east - west + 1
    if shown <= columns:
        parts = [sheet.whole()]
    else:
        last = -(-shown // columns) - 1
        firsts = [west + part * (shown - columns) // last for part in range(last + 1)]
        parts = [sheet.part(first, columns) for first in firsts]
    _drawn.keep(tiles, sheet)
    return tuple(parts)


def _sheet(tiles: tuple[Tile, ...], latest: int, marks: dict[At, str]) -> _Sheet:
    """Return a board as it is drawn: that of the turn before, touched up."""
    found = _drawn.of(tiles, latest)
    sheet: _Sheet | None = None
    fresh = tiles[len(tiles) - latest :]
    if found is not None:
        known, earlier = found
        sheet = earlier.copy()
        if not sheet.has_room(tiles[len(known) :]):
            sheet = None
    if sheet is None:
        sheet = _Sheet(tiles)
    for tile in sheet.latest:
        sheet.age(tile)
    for tile in fresh:
        sheet.put(tile, AUTO if tile.auto else NEW)
    sheet.latest = fresh
    sheet.mark(marks)
    return sheet
