"""Chinese Checkers: from hole to hole of the star, by a step or a chain of jumps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from pbem.library.grid import Grid, Piece
from pbem.library.play import LegalTurn, Play, Turns
from pbem.library.styles import steps

ROWS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
"""How many holes there are in each row of the star, from the top."""
_LETTERS = "abcdefghijklmnopq"
_HOLES = tuple((row, at) for row, count in enumerate(ROWS) for at in range(count))
_NAMES = tuple(f"{_LETTERS[row]}{at + 1}" for row, at in _HOLES)
_MARKS = "123456"  #: of the pieces of players
_WAYS = ((-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1))
"""Half holes to the right, and rows down, in the order in which the engine has them."""
_PASS = len(_HOLES) * len(_WAYS)  #: the engine's action that ends a chain of jumps
_PLACES = tuple((2 * at - ROWS[row], row) for row, at in _HOLES)
"""Half holes to the right of the middle, and the row."""
_AT = {place: hole for hole, place in enumerate(_PLACES)}
_MUCH = 12  #: steps, which are a clear advantage
_NEAR = tuple(
    tuple(
        tuple(_AT.get((x + far * right, row + far * down), -1) for far in (1, 2))
        for right, down in _WAYS
    )
    for x, row in _PLACES
)
"""Of each hole, by the way: the hole next to it, and the one behind that; -1: none."""


class Style(steps.Style):
    """Holes by the letter of the row, and a number from the left."""

    judges = True

    def turns(self, state: Any) -> Iterator[LegalTurn]:
        """Yield each landing of each piece once, by the fewest jumps; a pass for who
        cannot move any."""
        occupied = self._occupied(state)
        for start in self._mine(state, state.current_player()):
            yield from _landings(start, occupied - {start})
        if state.legal_actions() == [_PASS]:
            yield LegalTurn((_PASS,), "pass")

    def advantage(self, state: Any, player: int) -> float:
        """Return how many steps fewer a seat has before it than any other one."""
        left = []
        for one in range(state.num_players()):
            tip = self._tip(state, one)
            left.append(sum(_steps(at, tip) for at in self._mine(state, one)))
        own = left.pop(player)
        return (min(left) - own) / _MUCH

    def sensible(self, state: Any, texts: Sequence[str]) -> Sequence[str]:
        """Return the turns that bring a piece furthest first."""
        tip = self._tip(state, state.current_player())
        gains = {}
        for text in texts:
            start, _, end = text.partition("-")
            way = [
                _steps(_NAMES.index(name), tip)
                for name in (start, end)
                if name in _NAMES
            ]
            gains[text] = way[0] - way[-1] if way else 0
        return sorted(texts, key=gains.__getitem__, reverse=True)

    def _tip(self, state: Any, player: int) -> int:
        """Return the outermost hole of the point that a player goes to."""
        home = self._mine(state.get_game().new_initial_state(), player)
        middle = len(_HOLES) // 2
        return len(_HOLES) - 1 - max(home, key=lambda hole: _steps(hole, middle))

    def matching(self, state: Any, order: Play, turns: Turns) -> list[LegalTurn]:
        """Return the turn between these holes; those on the way must lie on one."""
        names = order.text.split("-")
        found = [turn for turn in turns if turn.cells == (names[0], names[-1])]
        if len(names) < 3 or not found or {*names} - {*_NAMES}:
            return found
        way = [_NAMES.index(name) for name in names]
        occupied = self._occupied(state) - {way[0]}
        on_way = all(end in _jumps(at, occupied) for at, end in pairwise(way))
        return found if on_way else []

    def _marks(self, state: Any) -> str:
        """Return what is in each hole."""
        return "".join(str(state).splitlines()[: len(ROWS)]).replace(" ", "")

    def _occupied(self, state: Any) -> set[int]:
        """Return the holes with a piece."""
        return {at for at, mark in enumerate(self._marks(state)) if mark in _MARKS}

    def _mine(self, state: Any, player: int) -> list[int]:
        """Return the holes with a piece of a player."""
        own = _MARKS[player]
        return [at for at, mark in enumerate(self._marks(state)) if mark == own]

    def board(self, state: Any) -> Grid:
        """Return the star: each row begins half a hole further left or right than the
        one above it."""
        cells, pieces = {}, {}
        for at, mark in enumerate(self._marks(state)):
            row, place = _HOLES[at]
            cells[_NAMES[at]] = (13 - ROWS[row] - row) // 2 + place, row
            if mark in _MARKS:
                owner = _MARKS.index(mark)
                pieces[_NAMES[at]] = Piece(owner, self.engine.board.show[owner])
        return Grid(cells, pieces)


def _steps(start: int, end: int) -> int:
    """Return how many steps lead from one hole to another."""
    (x, row), (right, below) = _PLACES[start], _PLACES[end]
    across, down = abs(right - x), abs(below - row)
    return down + max(0, across - down) // 2


def _jumps(at: int, occupied: set[int]) -> dict[int, int]:
    """Return where a piece can jump from a hole, with the engine's action for it."""
    return {
        beyond: at * len(_WAYS) + way
        for way, (near, beyond) in enumerate(_NEAR[at])
        if near in occupied and beyond >= 0 and beyond not in occupied
    }


def _landings(start: int, occupied: set[int]) -> Iterator[LegalTurn]:
    """Yield where a piece may go: by a step, or by jumps."""
    for way, (near, _) in enumerate(_NEAR[start]):
        if near >= 0 and near not in occupied:
            yield _turn(start, near, (start * len(_WAYS) + way,))
    seen = {start}
    ways: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = [(start, (start,), ())]
    while ways:
        at, passed, done = ways.pop(0)
        for end, action in _jumps(at, occupied).items():
            if end in seen:
                continue
            seen.add(end)
            more = {*_jumps(end, occupied)} - {*passed, end}
            actions = (*done, action)
            yield _turn(start, end, (*actions, _PASS) if more else actions)
            ways.append((end, (*passed, end), actions))


def _turn(start: int, end: int, actions: tuple[int, ...]) -> LegalTurn:
    names = _NAMES[start], _NAMES[end]
    return LegalTurn(actions, "-".join(names), names)
