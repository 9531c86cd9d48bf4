"""Moves as `legal` lists them, made once a board."""

from __future__ import annotations

from collections.abc import Callable

from pbem.rules.magma.orders import Move

MOST_SETS = 128  #: of landings whose orders are kept, for each cell


class Moves(dict[int, tuple[Move, ...]]):
    """Moves from a cell by the set of cells that they lead to: few change in a turn."""

    def __init__(self, name: Callable[[int], str], index: int) -> None:
        self._to = _To(name, index)

    def __missing__(self, reached: int) -> tuple[Move, ...]:
        if len(self) >= MOST_SETS:
            self.clear()
        to, left, found = self._to, reached, []
        while left:
            bit = left & -left
            left ^= bit
            found.append(to[bit])
        self[reached] = moves = tuple(found)
        return moves


class _To(dict[int, Move]):
    """Moves from a cell by the bit of another, each made when first needed."""

    def __init__(self, name: Callable[[int], str], index: int) -> None:
        self._name, self._start = name, name(index)

    def __missing__(self, goal: int) -> Move:
        name = self._name(goal.bit_length() - 1)
        found = self[goal] = Move(cells=(self._start, name))
        return found
