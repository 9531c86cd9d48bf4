"""TwixT: pegs, and the links between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.library.grid import Grid, Line, Piece
from pbem.library.play import LegalTurn, Play, Turns
from pbem.library.styles import points
from pbem.protocol import Fault

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
_STEPS = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]

_Place = tuple[int, int]


class Style(points.Style):
    """Holes by letter and number, rows from the top; links come by themselves."""

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield the free holes, and the swap."""
        player, begun = state.current_player(), len(state.history()) == 1
        first = self.board(state).pieces if begun else {}
        for action in state.legal_actions():
            name = state.action_to_string(player, action)[1:].upper()
            swap = name in first
            yield LegalTurn(
                (action,), "swap" if swap else name, () if swap else (name,)
            )

    def why_not(self, state: Any, order: Play, turns: Turns) -> Fault:
        """Return that a hole is taken, not there, or in a border row of the others."""
        fault = super().why_not(state, order, turns)
        words = ("pass", "swap")
        if fault.code == "illegal.no-such-move" and order.text not in words:
            return Fault("illegal.border", given={"cell": order.text})
        return fault

    def board(self, state: Any) -> Grid:
        """Return the board with pegs and links."""
        size = int(state.get_game().get_parameters()["board_size"])
        edge, corners = size - 1, {(0, 0), (0, size - 1), (size - 1, 0)}
        cells = {
            f"{_LETTERS[x]}{y + 1}": (x, y)
            for y in range(size)
            for x in range(size)
            if (x, y) not in corners | {(edge, edge)}
        }
        names = {place: name for name, place in cells.items()}
        pegs, links = _pegs(state, cells, edge)
        show = self.engine.board.show
        pieces = {names[at]: Piece(owner, show[owner]) for at, owner in pegs.items()}
        lines = tuple(Line(names[a], names[b], pegs[a]) for a, b in links)
        return Grid(cells, pieces, lines)

    def extras(self, state: Any) -> Mapping[str, Sequence[int | str]]:
        """Return the links of each side."""
        links: tuple[list[str], list[str]] = [], []
        for line in self.board(state).lines:
            links[line.owner].append(line.name)
        each = ["links " + ", ".join(one) if one else "" for one in links]
        return {"": each} if any(each) else {}


def _pegs(
    state: Any, cells: Mapping[str, _Place], edge: int
) -> tuple[dict[_Place, int], list[tuple[_Place, _Place]]]:
    """Return pegs with their owners, and links in the order in which they came."""
    pegs: dict[_Place, int] = {}
    links: list[tuple[_Place, _Place]] = []
    for player, action in ((one.player, one.action) for one in state.full_history()):
        x, y = cells[state.action_to_string(player, action)[1:].upper()]
        if (x, y) in pegs:  # the swap: the peg is turned with its board
            pegs, (x, y) = {}, (edge - y, x)
        pegs[x, y] = player
        near = [one for one in links if abs(one[0][0] - x) < 4 > abs(one[0][1] - y)]
        links += [
            ((x, y), (x + right, y + down))
            for right, down in _STEPS
            if pegs.get((x + right, y + down)) == player
            and not any(_cross((x, y), (x + right, y + down), *one) for one in near)
        ]
    return pegs, links


def _cross(a: _Place, b: _Place, c: _Place, d: _Place) -> bool:
    """Return whether the lines from a to b and from c to d cross between their ends."""

    def side(of: _Place, start: _Place, end: _Place) -> int:
        return (end[0] - start[0]) * (of[1] - start[1]) - (end[1] - start[1]) * (
            of[0] - start[0]
        )

    apart = side(a, c, d) * side(b, c, d) < 0
    return apart and side(c, a, b) * side(d, a, b) < 0
