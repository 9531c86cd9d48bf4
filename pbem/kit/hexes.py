"""Boards of hexagons: read from a picture, walked by shifts of a bit mask.

Rows are horizontal, so that a cell has neighbours to the east, the west and
four slanting ways. A set of cells is one whole number: a cell is a bit, and a
step is a shift, by one or by a row (`Grid.spread`). Between the rows lies a
column of no cells, which swallows what steps over the edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import atan2, tau
from string import ascii_uppercase
from typing import Any, TypeAlias

_Hex: TypeAlias = tuple[int, int]
"""A place by axial coordinates: how far east, then how far south-east."""

#: East, south-east, south-west, west, north-west, north-east.
DIRECTIONS: tuple[_Hex, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class BadPicture(ValueError):
    """A picture that is no board: a code, its line from 1, and details."""

    def __init__(self, code: str, line: int = 0, **given: Any) -> None:
        self.code, self.line, self.given = code, line, given
        names = "".join(f", {key} {value!r}" for key, value in given.items())
        where = f" in line {line} of the picture" if line else ""
        super().__init__(f"{code.replace('-', ' ')}{where}{names}")


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, the lowest first.

    >>> bits(0b10110)
    [1, 2, 4]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class Grid:
    """A board read from a picture: its cells by name, place and bit.

    Any mark but a blank is a cell; cells of a row stand two columns apart,
    rows above and below are shifted by one. Rows are lettered from the top,
    the cells of a row numbered from the left. Raises BadPicture.

    >>> grid = Grid([" R . ", ". . .", " . B "])
    >>> " ".join(grid.names), grid.marked("B")
    ('A1 A2 B1 B2 B3 C1 C2', ('C2',))
    >>> grid.around("B1"), grid.beyond("A1", "B2"), grid.tell(grid.mask(["B2", "A1"]))
    (('B2', 'C1', 'A1'), 'C2', ('A1', 'B2'))
    """

    def __init__(self, picture: Sequence[str]) -> None:
        marks = _marks(picture)
        self.columns = {name: column for name, (_, column, _) in marks.items()}
        self.rows = {name: row for name, (row, _, _) in marks.items()}
        self.marks = {name: mark for name, (_, _, mark) in marks.items()}
        self.names = tuple(marks)
        self.lengths = _lengths(self.rows)
        self.places: dict[str, _Hex] = {
            name: ((column - row - _lean(marks)) // 2, row)
            for name, (row, column, _) in marks.items()
        }
        self.cell_at = {place: name for name, place in self.places.items()}
        east = [place[0] for place in self.places.values()]
        self.width = max(east) - min(east) + 2  # one column of no cells
        self.index = {
            name: place[1] * self.width + place[0] - min(east)
            for name, place in self.places.items()
        }
        self.bit = {name: 1 << index for name, index in self.index.items()}
        self.full = sum(self.bit.values())
        self._named = [""] * (max(self.index.values()) + 1)
        for name, index in self.index.items():
            self._named[index] = name
        if self.flood(self.bit[self.names[0]]) != self.full:
            lost = self.tell(self.full & ~self.flood(self.bit[self.names[0]]))
            raise BadPicture("cells-apart", self.rows[lost[0]] + 1, cells=lost)

    def mask(self, names: Iterable[str]) -> int:
        """The set of these cells. Raises KeyError for an unknown name."""
        found = 0
        for name in names:
            found |= self.bit[name]
        return found

    def tell(self, mask: int) -> tuple[str, ...]:
        """The names of a set of cells, in reading order."""
        return tuple(self._named[index] for index in bits(mask))

    def name(self, index: int) -> str:
        """The name of the cell with this bit."""
        return self._named[index]

    def marked(self, mark: str) -> tuple[str, ...]:
        """The cells that the picture shows with this mark."""
        return tuple(name for name in self.names if self.marks[name] == mark)

    def around(self, name: str) -> tuple[str, ...]:
        """The neighbours of a cell, clockwise from the east."""
        east, south = self.places[name]
        ring = ((east + step, south + down) for step, down in DIRECTIONS)
        return tuple(self.cell_at[place] for place in ring if place in self.cell_at)

    def beyond(self, name: str, over: str) -> str | None:
        """The cell straight behind a neighbour, None off the board."""
        (east, south), (step, down) = self.places[name], self.places[over]
        return self.cell_at.get((2 * step - east, 2 * down - south))

    def apart(self, one: str, other: str) -> int:
        """How many steps apart two cells are, holes and edges left out of account."""
        (x, y), (x2, y2) = self.places[one], self.places[other]
        return max(abs(x - x2), abs(y - y2), abs(x - x2 + y - y2))

    def spread(self, mask: int) -> int:
        """All cells next to a cell of the set."""
        # A row further south and a step west is south-west; north and east, north-east.
        east, west, row = mask << 1, mask >> 1, self.width
        found = east | west | (mask | west) << row | (mask | east) >> row
        return found & self.full

    def flood(self, start: int, within: int | None = None) -> int:
        """All cells that steps lead to from a set, itself included."""
        room = self.full if within is None else within
        seen = fresh = start
        while fresh:
            fresh = self.spread(fresh) & room & ~seen
            seen |= fresh
        return seen

    def clockwise(self, names: Iterable[str]) -> tuple[str, ...]:
        """Cells in clockwise order about the middle, the topmost first."""
        middle = sum(self.columns.values()) / len(self.names)
        height = sum(self.rows.values()) / len(self.names)

        def angle(name: str) -> float:
            # Neighbours in a row are 2 columns apart, so rows are the root of 3.
            down = (self.rows[name] - height) * 3**0.5
            return (atan2(self.columns[name] - middle, -down) + tau) % tau

        ring = sorted(names, key=angle)
        first = min(ring, key=lambda name: (self.rows[name], self.columns[name]))
        return (*ring[ring.index(first) :], *ring[: ring.index(first)])


def _marks(picture: Sequence[str]) -> dict[str, tuple[int, int, str]]:
    """Cell names to row, column and mark."""
    rows = list(picture)
    while rows and not rows[-1].strip():
        rows.pop()
    blank = 0
    while blank < len(rows) and not rows[blank].strip():
        blank += 1
    rows = rows[blank:]
    if not rows:
        raise BadPicture("no-cells")
    if len(rows) > len(ascii_uppercase):
        raise BadPicture("too-many-rows", most=len(ascii_uppercase))
    found: dict[str, tuple[int, int, str]] = {}
    lean: int | None = None
    for row, text in enumerate(rows):
        cells = [(at, mark) for at, mark in enumerate(text) if mark != " "]
        if not cells:
            raise BadPicture("empty-row", row + 1 + blank)
        for number, (column, mark) in enumerate(cells, 1):
            if not mark.isascii() or not mark.isprintable():
                raise BadPicture("strange-mark", row + 1 + blank, mark=mark)
            lean = (column - row) % 2 if lean is None else lean
            if (column - row) % 2 != lean:
                raise BadPicture("out-of-line", row + 1 + blank, column=column + 1)
            found[f"{ascii_uppercase[row]}{number}"] = row, column, mark
    return found


def _lean(marks: Mapping[str, tuple[int, int, str]]) -> int:
    row, column, _ = next(iter(marks.values()))
    return (column - row) % 2


def _lengths(rows: Mapping[str, int]) -> dict[str, int]:
    """How many cells each row letter has."""
    found: dict[str, int] = {}
    for name in rows:
        found[name[0]] = found.get(name[0], 0) + 1
    return found
