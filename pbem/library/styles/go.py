"""Go: points, passes, and the count at the end."""

from __future__ import annotations

from typing import Any

from pbem.library.grid import Grid
from pbem.library.styles import points


class Style(points.Style):
    """Points without the letter I; area is counted."""

    def ending(self, state: Any) -> str:
        """Return whether the area decided, after two passes or the last move that a
        game may have, or whether a position came again."""
        moves, passing = state.history(), state.num_distinct_actions() - 1
        passed = moves[-2:] == [passing, passing]
        too_long = len(moves) >= state.get_game().max_game_length()
        if max(returns := state.returns()) > min(returns):
            return "area" if passed else "too-long"
        return "drawn" if passed or too_long else "repeated"

    def points(self, state: Any) -> tuple[float, ...]:
        """Return stones, and free points that only one side reaches; White has komi.

        Nothing is taken for dead: what is to be taken must be taken before both pass.
        """
        board = self.board(state)
        first, second = areas(board)
        komi = float(state.get_game().get_parameters().get("komi", 7.5))
        return float(first), second + komi


def areas(board: Grid) -> tuple[int, int]:
    """Return the area of each side: its stones, and points that only it borders."""
    at = {place: name for name, place in board.cells.items()}
    found, seen = [0, 0], set[str]()
    for piece in board.pieces.values():
        found[piece.owner] += 1
    for start in board.cells:
        if start in seen or start in board.pieces:
            continue
        region, borders, left = {start}, set[int](), [start]
        while left:
            column, row = board.cells[left.pop()]
            for place in (
                (column + 1, row),
                (column - 1, row),
                (column, row + 1),
                (column, row - 1),
            ):
                name = at.get(place, "")
                if name in board.pieces:
                    borders.add(board.pieces[name].owner)
                elif name and name not in region:
                    region.add(name)
                    left.append(name)
        seen |= region
        if len(borders) == 1:
            found[borders.pop()] += len(region)
    return found[0], found[1]
