"""The board of Magma in plain text.

A cell is four columns wide, so that rows stand half a cell apart:

* `R`, `B`, `Y` a piece, `<R>` the piece that came last, `*` at the cell that it left;
* `3r`, `3b`, `3y` cell 3 of its row, that only red, blue or yellow reaches;
* `3` cell 3, that several colours reach; `.` a cell that none reaches.

Colour is never needed, and each cell that a piece can go to shows its number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from pbem.rules.magma.boards import Board
from pbem.rules.magma.state import Deed

Sheet = tuple[tuple[str, ...], Mapping[str, int]]


@cache
def _sheet(board: Board) -> Sheet:
    """Return the empty board in snippets, and which of them is which cell."""
    grid = board.grid
    snippets: list[str] = []
    slots: dict[str, int] = {}
    edge = max(grid.columns.values())
    column = 0
    for cell in grid.names:
        if cell[1:] == "1":
            snippets.append(f"{cell[0]} ")
            column = 0
        gap = 2 * (grid.columns[cell] - column)
        snippets.append(" " * gap)
        slots[cell] = len(snippets)
        snippets.append("  . ")
        column = grid.columns[cell] + 2
        if int(cell[1:]) == grid.lengths[cell[0]]:
            snippets.append(" " * (2 * (edge + 2 - column) + 1) + f"{cell[0]}\n")
    return tuple(snippets), slots


@cache
def _faces(board: Board, colour: str) -> tuple[str, Mapping[str, str]]:
    """Return a colour's piece, and its mark in each cell that it alone reaches."""
    letter = colour[:1]
    marks = {cell: f"{cell[1:]:>3}{letter:1}" for cell in board.grid.names}
    return f"  {letter.upper()} ", marks


def draw(
    board: Board,
    pieces: Mapping[str, Sequence[str]],
    exclusive: Mapping[str, Sequence[str]],
    contested: Sequence[str],
    last: Deed | None,
) -> list[str]:
    """Return the board, a line for each row, with row letters on both sides."""
    blank, slots = _sheet(board)
    snippets = list(blank)
    for colour, cells in pieces.items():
        piece = _faces(board, colour)[0]
        for cell in cells:
            snippets[slots[cell]] = piece
    for colour, cells in exclusive.items():
        marks = _faces(board, colour)[1]
        for cell in cells:
            snippets[slots[cell]] = marks[cell]
    numbers = _faces(board, "")[1]
    for cell in contested:
        snippets[slots[cell]] = numbers[cell]
    if last is not None and last.path:
        _mark(snippets, slots, last)
    return "".join(snippets).splitlines()


def _mark(snippets: list[str], slots: Mapping[str, int], last: Deed) -> None:
    """Mark the last landing, and the cell that was left."""
    first, end = slots[last.path[0]], slots[last.path[-1]]
    if last.kind in ("move", "removed"):
        face = snippets[first]
        snippets[first] = f"*{face[:3].strip()}".rjust(3) + face[3]
    if last.kind != "removed":
        snippets[end] = f" <{snippets[end].strip()}>"
