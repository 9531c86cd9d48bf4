"""Boards of squares, points and hexagons: read out of an engine's text, and drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import dedent
from typing import NamedTuple

from pbem.kit.text_grid import TextGrid
from pbem.library.engine import Board

MOST_ROOMY = 14  #: columns of a board of hexagons with four characters a cell


class Piece(NamedTuple):
    """Something on a cell."""

    owner: int  #: the number of a seat; -1: nobody's, the cell is used up
    letter: str  #: as it is drawn in text
    number: int = 1  #: of pieces on the cell


class Line(NamedTuple):
    """A line between two cells."""

    start: str
    end: str
    owner: int = -1  #: the number of a seat; -1: nobody's

    @property
    def name(self) -> str:
        """The line as it is written."""
        return f"{self.start}-{self.end}"


class Wall(NamedTuple):
    """A wall between cells, in cells from the middle of the one at the top left."""

    name: str
    x: float
    y: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Grid:
    """The cells of a board by name, where they are drawn, and what is on them."""

    cells: Mapping[str, tuple[int, int]]  #: column and row, from 0 at the top left
    pieces: Mapping[str, Piece]
    lines: tuple[Line, ...] = ()
    #: Where pieces stand that are on no cell, such as in a box between four dots.
    inner: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    stores: tuple[int, ...] = ()  #: of seeds, in a game with houses; what is on the bar
    walls: tuple[Wall, ...] = ()

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return 1 + max(column for column, _ in self.cells.values())

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return 1 + max(row for _, row in self.cells.values())


def squares(columns: int, rows: int, letters: str) -> dict[str, tuple[int, int]]:
    """Return the places of squares by name: letters from the left, numbers from below.

    >>> squares(2, 1, "ab")
    {'a1': (0, 0), 'b1': (1, 0)}
    """
    return {
        f"{letters[x]}{rows - y}": (x, y) for y in range(rows) for x in range(columns)
    }


def read(board: Board, text: str) -> Grid:
    """Return the board that an engine's text shows."""
    known = "".join(board.marks) + board.free + board.blocked
    found = (re.fullmatch(board.row, line) for line in text.splitlines())
    lines = [[x for x in one[1] if x in known] for one in found if one]
    cells: dict[str, tuple[int, int]] = {}
    pieces: dict[str, Piece] = {}
    for row, marks in enumerate(lines):
        number = len(lines) - row if board.top == "last" else row + 1
        start = max(0, row - len(lines) // 2) if board.hexagon else 0
        for column, mark in enumerate(marks, start):
            name = f"{board.letters[column]}{number}"
            cells[name] = column, row
            owner = next((x for x in (0, 1) if mark in board.marks[x]), -1)
            if owner >= 0 or mark in board.blocked:
                shown = board.show[owner] if owner >= 0 else "#"
                pieces[name] = Piece(owner, shown or mark)
    return Grid(cells, pieces)


def draw(board: Board, grid: Grid, last: tuple[str, ...]) -> list[str]:
    """Return a board in lines of text; the cells of the last turn are in brackets, and
    its lines are doubled."""
    wide = 2 if grid.columns > 15 or board.kind == "hexes" else 3
    if board.kind == "hexes" and grid.columns + grid.rows / 2 < MOST_ROOMY:
        wide = 4
    if not board.named:
        wide = 4  # room for names of pieces
    wide, high = (4, 2) if board.roomy or board.walled else (wide, 1)
    lean = round(board.slant * wide)
    left = 4 + max(0, -lean * (grid.rows - 1))
    drawing = TextGrid(left + wide * grid.columns + max(0, lean) * grid.rows + 9,
                       high * (grid.rows - 1) + 3)  # fmt: skip
    at = {name: (left + wide * column + lean * row, high * row + 1)
          for name, (column, row) in grid.cells.items()}  # fmt: skip
    if board.roomy:
        for line in grid.lines:
            _rule(drawing, at[line.start], at[line.end], line.name in last)
    for wall in grid.walls:
        start, end = ((round(left + wide * x), round(high * y) + 1)
                      for x, y in (wall[1:3], wall[3:5]))  # fmt: skip
        _rule(drawing, start, end, wall.name in last)
    for name, (x, y) in at.items():
        column, row = grid.cells[name]
        piece = grid.pieces.get(name)
        shaded = (column // board.shaded + row // board.shaded) % 2
        free = ":" if board.kind == "squares" and shaded else "."
        shown = piece.letter if piece else free if board.named else f" {free} "
        drawing.put(x, y, shown)
        if name in last:
            drawing.put(x - 1, y, "[")
            drawing.put(x + len(shown), y, "]")
    for name, (across, down) in grid.inner.items():
        place = round(left + wide * across), round(high * down) + 1
        drawing.put(*place, grid.pieces[name].letter)
    for text, across, down in labels(board, grid):
        level = high * min(down, grid.rows - 1) + (2 if down == grid.rows else 1)
        middle = (
            left
            + wide * across
            + (wide == 2 and text.isdigit() and across > grid.columns - 1)
        )
        drawing.put_centred(round(middle), round(max(0, level)), text)
    return list(drawing.lines()) if board.named else _to_the_left(drawing.lines())


def _to_the_left(lines: Sequence[str]) -> list[str]:
    """Return lines of which some begins at the left, without those that are empty."""
    return dedent("\n".join(line for line in lines if line)).splitlines()


def _rule(
    drawing: TextGrid, start: tuple[int, int], end: tuple[int, int], last: bool
) -> None:
    """Draw a level or upright line between two places, without its ends."""
    (x, y), (right, bottom) = sorted((start, end))
    if y == bottom:
        drawing.put(x + 1, y, ("=" if last else "-") * (right - x - 1))
    else:
        for row in range(min(y, bottom) + 1, max(y, bottom)):
            drawing.put(x, row, "H" if last else "|")


def draw_houses(grid: Grid, last: tuple[str, ...]) -> list[str]:
    """Return two rows of houses with numbers of seeds, and a store at either end."""
    drawing = TextGrid(8 * (grid.columns + 1), 5)
    for name, (column, row) in grid.cells.items():
        x, seeds = 10 + 6 * column, grid.pieces[name].letter
        drawing.put_centred(x, 4 * row, name)
        shown = f"[{seeds}]" if name in last else seeds
        drawing.put_centred(x, 1 + 2 * row, shown)
    south, north = grid.stores
    drawing.put_centred(4, 2, str(north))
    drawing.put_centred(10 + 6 * grid.columns, 2, str(south))
    return list(drawing.lines())


def labels(board: Board, grid: Grid) -> list[tuple[str, float, float]]:
    """Return the names of columns and rows, and where they stand, in cells from the
    middle of the first one; at both ends where all rows are equally long."""
    if not board.named:
        return []
    heads = board.heads or board.letters
    found: list[tuple[str, float, float]] = []
    if board.kind == "pits":
        return [(name, x, -1 if y == 0 else 2) for name, (x, y) in grid.cells.items()]
    dots = board.kind == "dots"
    regular = dots or board.star or len(grid.cells) == grid.columns * grid.rows
    for column in range(0 if board.star else grid.columns):
        rows = [row for one, row in grid.cells.values() if one == column]
        top = 0 if dots else min(rows)
        place = column + board.slant * top
        found.append((heads[column], place + (top > 0), top if top else -1))
        if regular:
            found.append((heads[column], column + board.slant * max(rows), grid.rows))
    for row in range(grid.rows):
        columns = [column for column, one in grid.cells.values() if one == row]
        number = str(grid.rows - row if board.top == "last" else row + 1)
        number = board.letters[row] if board.star else number
        place = board.slant * row
        first = 0 if dots else min(columns)
        found.append((number, first + place - 1, row))
        if regular:
            end = grid.columns - 1 if dots else max(columns)
            found.append((number, end + place + 1, row))
    return found
