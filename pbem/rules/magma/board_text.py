"""The board of Magma in plain text.

A cell is four columns wide, so that rows stand half a cell apart:

* `R`, `B`, `Y` a piece, `<R>` the piece that came last, `*` at the cell that it left;
* `3r`, `3b`, `3y` cell 3 of its row, that only red, blue or yellow reaches;
* `3` cell 3, that several colours reach; `.` a cell that none reaches.

Colour is never needed, and each cell that a piece can go to shows its number.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

from pbem.kit.hexes import Grid
from pbem.rules.magma.boards import Board
from pbem.rules.magma.state import State
from pbem.rules.magma.ways import Deed


def draw(state: State) -> list[str]:
    """Return the board, a line for each row, with row letters on both sides."""
    deal, (alone, contested, rest, _) = state.deal, state.tally
    cells = (*state.pieces, *alone, contested, rest)
    snippets = _sheet(deal.board, deal.colours).drawn(cells, state.last)
    return "".join(snippets).split("\n")


_Marked: TypeAlias = tuple[tuple[int, str], ...]
_Drawn: TypeAlias = tuple[tuple[int, ...], list[str], _Marked]


class _Sheet:
    """The board in snippets, one of them for each cell.

    A turn changes few cells, so each drawing is the one before, touched up.
    """

    def __init__(self, grid: Grid, colours: tuple[str, ...]) -> None:
        blank, self._slots = _blank(grid)
        letters = [colour[0] for colour in colours]
        kinds = [
            *(f"  {letter.upper()} " for letter in letters),
            *(f"{{:>3}}{letter}" for letter in (*letters, " ")),
            "  . ",
        ]
        #: By kind and index of a cell: where its snippet goes, and that itself.
        self._faces = [
            [
                (self._slots[cell], kind.format(cell[1:])) if cell else (0, "")
                for cell in map(grid.name, range(grid.full.bit_length()))
            ]
            for kind in kinds
        ]
        #: Cells of each kind, their snippets, and those that marks stand in place of.
        self._last: _Drawn = (*[0] * (len(kinds) - 1), grid.full), blank, ()

    def drawn(self, cells: tuple[int, ...], last: Deed | None) -> list[str]:
        """Return the snippets of a position, with marks at what was done last.

        `cells` are those with pieces of each colour, those that each colour alone
        reaches, the contested and the rest.
        """
        before, snippets, marked = self._last
        snippets = snippets.copy()
        for slot, snippet in marked:
            snippets[slot] = snippet
        for kind, now in enumerate(cells):
            then = before[kind]
            if now == then:
                continue
            fresh, faces = now & ~then, self._faces[kind]
            while fresh:
                index = fresh.bit_length() - 1
                slot, snippet = faces[index]
                snippets[slot] = snippet
                fresh ^= 1 << index
        marked = ()
        if last is not None and last.path:
            marked = _mark(snippets, self._slots, last)
        self._last = cells, snippets, marked
        return snippets


@cache
def _sheet(board: Board, colours: tuple[str, ...]) -> _Sheet:
    return _Sheet(board.grid, colours)


def _blank(grid: Grid) -> tuple[list[str], dict[str, int]]:
    """Return the empty board in snippets, and which of them is which cell."""
    snippets: list[str] = []
    slots: dict[str, int] = {}
    edge = max(grid.columns.values())
    between, column = "", 0  # what stands before the next cell
    for cell in grid.names:
        if cell[1:] == "1":
            between, column = f"{between}{cell[0]} ", 0
        between += " " * (2 * (grid.columns[cell] - column))
        if between:
            snippets.append(between)
        slots[cell] = len(snippets)
        snippets.append("  . ")
        between, column = "", grid.columns[cell] + 2
        if int(cell[1:]) == grid.lengths[cell[0]]:
            between = " " * (2 * (edge + 2 - column) + 1) + f"{cell[0]}\n"
    return [*snippets, between[:-1]], slots


def _mark(snippets: list[str], slots: Mapping[str, int], last: Deed) -> _Marked:
    """Mark the last landing, and the cell that was left; return what stood there."""
    first, end = slots[last.path[0]], slots[last.path[-1]]
    plain = (first, snippets[first]), (end, snippets[end])
    if last.kind in ("move", "removed"):
        snippets[first] = _left(plain[0][1])
    if last.kind != "removed":
        snippets[end] = _came(plain[1][1])
    return plain


def _left(face: str) -> str:
    return f"*{face[:3].strip()}".rjust(3) + face[3]


def _came(face: str) -> str:
    return f" <{face.strip()}>"
