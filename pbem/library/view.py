"""What everybody sees of a game of the library: all of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from pbem.library import grid, tables
from pbem.library.engine import Engine
from pbem.library.play import State
from pbem.library.styles.base import Style
from pbem.protocol import Seat


class Spot(NamedTuple):
    """A cell as a picture shows it."""

    name: str
    x: float  #: in cells, from the left; of its middle
    y: float  #: in rows, from the top
    owner: int  #: the number of a seat, -1 where no seat has a piece there
    sign: str  #: of the piece; "": the cell is free
    last: bool  #: the last turn is seen there
    number: int = 1  #: of pieces


class Stroke(NamedTuple):
    """A line between two cells, in cells from the left and rows from the top."""

    x: float
    y: float
    right: float
    bottom: float
    owner: int  #: the number of a seat, -1: nobody's
    last: bool  #: drawn by the last turn


@dataclass(frozen=True, slots=True)
class View:
    """The position."""

    mover: Seat  #: "": the game is over
    pieces: dict[Seat, tuple[str, ...]]  #: of each seat: letter and cell
    used: tuple[str, ...]  #: cells that are used up
    last: tuple[str, ...]  #: cells of the last turn
    dice: tuple[int, ...]  #: what the player to move has thrown
    turns: tuple[tuple[Seat, str], ...]  #: all that was played
    drawn: tuple[str, ...]  #: lines that were drawn, in a game of lines
    counts: dict[Seat, int]  #: how many pieces each seat has
    #: What the board does not show, by seat and what it is: "in hand".
    extras: dict[Seat, dict[str, int | str]]
    offered: Seat  #: who offers a draw; "": nobody does
    _engine: Engine
    _grid: grid.Grid

    @classmethod
    def of(cls, state: State, style: Style, mover: Seat, offered: Seat) -> View:
        """Return the view of a state."""
        board = style.board(state.engine)
        found: dict[Any, list[str]] = {seat: [] for seat in (*state.seats, None)}
        counts = dict.fromkeys(found, 0)
        extras = style.extras(state.engine)
        for cell, piece in board.pieces.items():
            seat = state.seats[piece.owner] if piece.owner >= 0 else None
            found[seat].append(style.listed(board, cell))
            counts[seat] += piece.number
        used = tuple(found.pop(None))
        counts.pop(None)
        return cls(
            mover,
            {seat: tuple(cells) for seat, cells in found.items()},
            used,
            state.turns[-1].cells if state.turns else (),
            style.dice(state.engine) if mover else (),
            tuple((one.seat, one.text) for one in state.turns),
            style.drawn(state.engine),
            counts,
            {
                seat: {name: each[at] for name, each in extras.items()}
                for at, seat in enumerate(state.seats)
            },
            offered,
            style.engine,
            board,
        )

    def board(self) -> list[str]:
        """Return the board in lines of text."""
        if self._engine.board.kind == "pits":
            return grid.draw_houses(self._grid, self.last)
        if self._engine.board.kind == "tables":
            return tables.draw(self._grid, self.last)
        return grid.draw(self._engine.board, self._grid, self.last)

    @property
    def engine(self) -> Engine:
        """Return what the data file says of the game and its board."""
        return self._engine

    @property
    def stores(self) -> tuple[int, ...]:
        """Return how many seeds the store of each seat holds, or pieces the bar."""
        return self._grid.stores

    @property
    def size(self) -> tuple[int, int]:
        """Return how many columns and rows the board has."""
        return self._grid.columns, self._grid.rows

    def labels(self) -> list[tuple[str, float, float]]:
        """Return the names of columns and rows, placed as spots are."""
        found = grid.labels(self._engine.board, self._grid)
        return [(text, x - self._left(), y) for text, x, y in found]

    def _left(self) -> float:
        """Return where the leftmost cell is."""
        slant = self._engine.board.slant
        return min(column + slant * row for column, row in self._grid.cells.values())

    def stars(self) -> list[str]:
        """Return the points of a Go board that are marked."""
        columns, rows = self.size
        near = 3 if columns > 11 else 2
        lines = (near, columns - 1 - near, columns // 2)
        return [name for name, (column, row) in self._grid.cells.items()
                if column in lines and row in lines and rows == columns]  # fmt: skip

    def lines(self) -> list[Stroke]:
        """Return the lines of the board, placed as spots are."""
        at = self._grid.cells
        return [
            Stroke(*at[one.start], *at[one.end], one.owner, one.name in self.last)
            for one in self._grid.lines
        ]

    def walls(self) -> list[Stroke]:
        """Return the walls between cells, placed as spots are."""
        return [
            Stroke(*wall[1:5], -1, wall.name in self.last) for wall in self._grid.walls
        ]

    def spots(self) -> list[Spot]:
        """Return all cells, and pieces between them, as a picture shows them."""
        slant, look = self._engine.board.slant, self._engine.look
        found = []
        for name, (column, row) in {**self._grid.cells, **self._grid.inner}.items():
            piece = self._grid.pieces.get(name, grid.Piece(-1, ""))
            plain = piece.owner >= 0 and self._engine.board.show[piece.owner]
            sign = "" if plain else look.get(piece.letter, piece.letter)
            x = column + slant * row - self._left()
            found.append(Spot(name, x, row, piece.owner, sign, name in self.last,
                              piece.number))  # fmt: skip
        return found
