"""Boards of squares, points and hexagons: read out of an engine's text, and drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pbem.kit.text_grid import TextGrid
from pbem.library.engine import Board


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
        for column, mark in enumerate(marks):
            name = f"{board.letters[column]}{number}"
            cells[name] = column, row
            owner = next((x for x in (0, 1) if mark in board.marks[x]), -1)
            if owner >= 0 or mark in board.blocked:
                shown = board.show[owner] if owner >= 0 else "#"
                pieces[name] = Piece(owner, shown or mark)
    return Grid(cells, pieces)


def draw(board: Board, grid: Grid, last: tuple[str, ...]) -> list[str]:
    """Return a board in lines of text; the cells of the last turn are in brackets."""
    wide, margin = (2 if grid.columns > 15 else 3), 3
    lean = round(board.slant * wide)
    width = margin + wide * grid.columns + lean * grid.rows + 4
    drawing = TextGrid(width, grid.rows + 2)
    ends = {row: (99, -1) for row in range(grid.rows)}
    for name, (column, row) in grid.cells.items():
        at = margin + wide * column + lean * row + wide - 2
        piece = grid.pieces.get(name)
        free = ":" if board.kind == "squares" and (column + row) % 2 else "."
        drawing.put(at + 1, row + 1, piece.letter if piece else free)
        ends[row] = min(ends[row][0], at), max(ends[row][1], at)
        number = name.lstrip(board.letters)
        drawing.put(margin + lean * row - 3, row + 1, f"{number:>2}")
        if column == grid.columns - 1:
            drawing.put(at + 3, row + 1, number)
    for name in last:
        if name in grid.cells:
            column, row = grid.cells[name]
            at = margin + wide * column + lean * row + wide - 2
            drawing.put(at, row + 1, "[")
            drawing.put(at + 2, row + 1, "]")
    for column in range(grid.columns):
        at = margin + wide * column + wide - 1
        drawing.put(at, 0, board.letters[column])
        drawing.put(at + lean * (grid.rows + 1), grid.rows + 1, board.letters[column])
    return list(drawing.lines())
