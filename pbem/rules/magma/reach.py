"""Where pieces can go, and whose the vacant cells are. Sets of cells are bit masks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pbem.kit.hexes import bits
from pbem.rules.magma.boards import Board


class Reach(NamedTuple):
    """What steps, jumps and entries of one colour need to know of a position."""

    board: Board
    own: int  #: cells with pieces of the colour, those of all partners (M4), as bits
    vacant: int  #: cells without a piece, as bits

    def lifted(self, index: int) -> Reach:
        """Return the position while the piece on a cell moves.

        Its cell counts as vacant, and it cannot jump over itself (M3).
        """
        start = 1 << index
        return Reach(self.board, self.own & ~start, self.vacant | start)

    def chains(self, start: Iterable[int]) -> dict[int, int | None]:
        """Return every cell that jumps from one of several cells lead to.

        A jump goes straight over an own piece next to it, to the vacant cell directly
        behind (M1). Each cell has the one before it on a shortest chain (M25); the
        cells where chains start are among the keys and have None.
        """
        before: dict[int, int | None] = dict.fromkeys(start)
        queue = list(before)
        for index in queue:
            for over, to, landing in self.board.jumps[index]:
                if over & self.own and to & self.vacant and landing not in before:
                    before[landing] = index
                    queue.append(landing)
        return before

    def chain(self, start: Iterable[int], goal: int) -> tuple[int, ...]:
        """Return the indices of a shortest chain, its start and its goal included.

        Empty where there is none.
        """
        before = self.chains(start)
        path: list[int] = []
        cell = goal if goal in before else None
        while cell is not None:
            path.append(cell)
            cell = before[cell]
        return tuple(reversed(path))

    def steps(self, index: int) -> int:
        """Return the vacant cells next to a cell."""
        return self.board.steps[index] & self.vacant

    def jumps(self, index: int) -> int:
        """Return where the piece on a cell can land by jumps.

        It may touch the cell that it left, but does not end there (M3).
        """
        return _mask(self.lifted(index).chains([index])) & ~(1 << index)

    def landings(self, index: int) -> int:
        """Return where the piece on a cell can go: one step, or jumps (M2)."""
        return self.steps(index) | self.jumps(index)

    def entries(self, home: str) -> int:
        """Return where a new piece can go that comes in through a home."""
        bit = self.board.grid.bit[home]
        if bit & self.vacant:  # (M5)
            return bit
        if not bit & self.own:  # (M6)
            return 0
        return _mask(self.chains(self.behind(home)))  # (M7)

    def behind(self, home: str) -> list[int]:
        """Return where a new piece can land first, over the piece at home (M7)."""
        return bits(self.board.inward[home] & self.vacant)


def _mask(indices: Iterable[int]) -> int:
    found = 0
    for index in indices:
        found |= 1 << index
    return found


class Tally(NamedTuple):
    """Whose the vacant cells are now, and what that counts."""

    exclusive: tuple[int, ...]  #: by colour, cells that no other colour reaches
    contested: int  #: cells that several colours reach
    rest: int  #: cells that none reaches
    scores: tuple[int, ...]  #: three for an exclusive cell, one for a piece (M12)


def tally(board: Board, pieces: Sequence[int], homes: Sequence[int]) -> Tally:
    """Return the tally of a position: pieces, and the homes open to each colour.

    A colour reaches the vacant cells where one move or entry of its own can end (M11):
    those next to its pieces, and its homes (M5). Jumps reach no others: a landing is
    next to the piece that was jumped over, which could step there.
    """
    vacant = board.grid.full & ~sum(pieces)
    reached = [
        (board.grid.spread(own) | home) & vacant
        for own, home in zip(pieces, homes, strict=True)
    ]
    once = contested = 0
    for cells in reached:
        contested |= once & cells
        once |= cells
    exclusive = tuple(cells & ~contested for cells in reached)
    scores = tuple(
        3 * alone.bit_count() + own.bit_count()
        for alone, own in zip(exclusive, pieces, strict=True)
    )
    return Tally(exclusive, contested, vacant & ~once, scores)
