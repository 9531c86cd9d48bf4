"""Dots and Boxes: lines between dots."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from types import MappingProxyType
from typing import Any

from pbem.library.grid import Grid, Line, Piece, squares
from pbem.library.play import LegalTurn, Play, Turns, lower, play
from pbem.library.styles import chain
from pbem.protocol import Fault

_LETTERS = "abcdefghij"


def _line(first: str, second: str) -> str:
    order = sorted((first, second), key=lambda dot: (dot[0], int(dot[1:])))
    return "-".join(order)


class Style(chain.Style):
    """Dots by letter and number, from the lower left; lines from dot to dot."""

    readers = MappingProxyType({"lines": play, "line": _line, "dot": lower})

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield the lines that are not drawn."""
        drawn = set(state.history())
        for action, line in enumerate(_all(*_size(state))):
            if action not in drawn and not state.is_terminal():
                yield LegalTurn((action,), line.name, (line.name,))

    def why_not(self, state: Any, order: Play, turns: Turns) -> Fault:
        """Return that a line is drawn, or is none."""
        some = tuple(turn.text for turn in turns)
        given = {"line": order.text, "some": some}
        known = {line.name for line in _all(*_size(state))}
        code = "illegal.drawn" if order.text in known else "illegal.no-line"
        return Fault(code, given=given)

    def board(self, state: Any) -> Grid:
        """Return the dots, the lines, and whose boxes are whose."""
        rows, columns = _size(state)
        cells = squares(columns + 1, rows + 1, _LETTERS)
        boxes = {dot: _sides(dot) for dot, (x, y) in cells.items()
                 if x < columns and y > 0}  # fmt: skip
        every, then = _all(rows, columns), state.get_game().new_initial_state()
        drawn, pieces, inner = set[str](), dict[str, Piece](), {}
        for action in state.history():
            player = then.current_player()
            then.apply_action(action)
            drawn.add(every[action].name)
            for dot in [dot for dot, sides in boxes.items() if sides <= drawn]:
                boxes.pop(dot)
                pieces[f"box {dot}"] = Piece(player, self.engine.board.show[player])
                inner[f"box {dot}"] = cells[dot][0] + 0.5, cells[dot][1] - 0.5
        lines = tuple(line for line in every if line.name in drawn)
        return Grid(cells, pieces, lines, inner)

    def listed(self, board: Grid, cell: str) -> str:
        """Return the dot at the lower left of a box."""
        return cell.removeprefix("box ")

    def drawn(self, state: Any) -> tuple[str, ...]:
        """Return the lines that were drawn, by their names."""
        return tuple(sorted(line.name for line in self.board(state).lines))

    def taken(self, before: Any, after: Any, player: int) -> int:
        """Return how many boxes a player has closed."""
        return self._count(after, player) - self._count(before, player)


def _sides(dot: str) -> set[str]:
    """Return the lines around the box whose lower left dot this is."""
    x, y = dot[0], int(dot[1:])
    right, above = _LETTERS[_LETTERS.index(x) + 1], y + 1
    corners = {f"{x}{y}", f"{right}{y}", f"{x}{above}", f"{right}{above}"}
    pairs = combinations(sorted(corners), 2)
    return {f"{a}-{b}" for a, b in pairs if (a[0] == b[0]) != (a[1:] == b[1:])}


def _size(state: Any) -> tuple[int, int]:
    """Return how many rows and columns of boxes there are."""
    given = state.get_game().get_parameters()
    return int(given["num_rows"]), int(given["num_cols"])


def _all(rows: int, columns: int) -> tuple[Line, ...]:
    """Return all lines in the order of the engine's actions."""
    across = [
        Line(f"{_LETTERS[x]}{rows + 1 - y}", f"{_LETTERS[x + 1]}{rows + 1 - y}")
        for y in range(rows + 1)
        for x in range(columns)
    ]
    upright = [
        Line(f"{_LETTERS[x]}{rows - y}", f"{_LETTERS[x]}{rows + 1 - y}")
        for y in range(rows)
        for x in range(columns + 1)
    ]
    return (*across, *upright)
