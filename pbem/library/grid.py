"""Boards of squares, points and hexagons: read out of an engine's text, and drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pbem.kit.text_grid import TextGrid
from pbem.library.engine import Board

MOST_ROOMY = 14  #: columns of a board of hexagons with four characters a cell


class Piece(NamedTuple):
    """Something on a cell."""

    owner: int  #: the number of a seat; -1: nobody's, the cell is used up
    letter: str  #: as it stands in the drawing


@dataclass(frozen=True)
class Grid:
    """The cells of a board by name, where they are drawn, and what is on them."""

    cells: Mapping[str, tuple[int, int]]  #: column and row, from 0 at the top left
    pieces: Mapping[str, Piece]

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return 1 + max(column for column, _ in self.cells.values())

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return 1 + max(row for _, row in self.cells.values())


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
    """Return a board in lines of text; the cells of the last turn are in brackets."""
    wide = 2 if grid.columns > 15 or board.kind == "hexes" else 3
    if board.kind == "hexes" and grid.columns + grid.rows / 2 < MOST_ROOMY:
        wide = 4
    lean = round(board.slant * wide)
    left = 4 + max(0, -lean * (grid.rows - 1))
    drawing = TextGrid(left + wide * grid.columns + max(0, lean) * grid.rows + 9,
                       grid.rows + 2)  # fmt: skip
    at = {name: (left + wide * column + lean * row, row + 1)
          for name, (column, row) in grid.cells.items()}  # fmt: skip
    for name, (x, y) in at.items():
        column, row = grid.cells[name]
        piece = grid.pieces.get(name)
        free = ":" if board.kind == "squares" and (column + row) % 2 else "."
        drawing.put(x, y, piece.letter if piece else free)
        if name in last:
            drawing.put(x - 1, y, "[")
            drawing.put(x + 1, y, "]")
    for text, across, down in labels(board, grid):
        drawing.put_centred(round(left + wide * across), round(down) + 1, text)
    return list(drawing.lines())


def labels(board: Board, grid: Grid) -> list[tuple[str, float, float]]:
    """Return the names of columns and rows, and where they stand, in cells from the
    middle of the first one; at both ends where all rows are equally long."""
    heads = board.heads or board.letters
    found: list[tuple[str, float, float]] = []
    regular = len(grid.cells) == grid.columns * grid.rows
    for column in range(grid.columns):
        rows = [row for one, row in grid.cells.values() if one == column]
        top = min(rows)
        place = column + board.slant * top
        found.append((heads[column], place + (top > 0), top if top else -1))
        if regular:
            found.append((heads[column], column + board.slant * max(rows), grid.rows))
    for row in range(grid.rows):
        columns = [column for column, one in grid.cells.values() if one == row]
        number = str(grid.rows - row if board.top == "last" else row + 1)
        place = board.slant * row
        found.append((number, min(columns) + place - 1, row))
        if regular:
            found.append((number, max(columns) + place + 1, row))
    return found
