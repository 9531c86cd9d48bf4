"""Go: points, passes, and the count at the end."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pbem.kit.graph import Graph
from pbem.library.grid import Grid
from pbem.library.styles import points

_SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


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
    at, stones = {place: name for name, place in board.cells.items()}, board.pieces
    near = {
        name: [at[column + right, row + down] for right, down in _SIDES
               if (column + right, row + down) in at]
        for name, (column, row) in board.cells.items()
    }  # fmt: skip
    free = {name: tuple(x for x in around if x not in stones)
            for name, around in near.items() if name not in stones}  # fmt: skip
    found, left = Counter(piece.owner for piece in stones.values()), {*free}
    while left:
        region = set[str]().union(*Graph.of(free).rings(next(iter(left))))
        left -= region
        borders = {
            stones[x].owner for name in region for x in near[name] if x in stones
        }
        if len(borders) == 1:
            found[borders.pop()] += len(region)
    return found[0], found[1]
