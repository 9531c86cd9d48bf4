"""Where pieces can go, and whose the vacant cells are, on bit masks.

Whatever jumps reach, a step reaches as well: a landing lies beside the piece that was
jumped over, which could step there. Whose a cell is hangs on steps and homes alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pbem.rules.magma.boards import Board


class Tally(NamedTuple):
    """Whose the vacant cells are now, as masks, and what that counts."""

    exclusive: tuple[int, ...]  #: by colour, cells that no other colour reaches
    contested: int  #: cells that several colours reach
    rest: int  #: cells that none reaches
    scores: tuple[int, ...]  #: three for an exclusive cell, one for a piece (M12)


def tally(board: Board, pieces: Sequence[int], homes: Sequence[int]) -> Tally:
    """Return the tally of a position: pieces, and the homes open to each colour.

    A colour reaches the vacant cells where one move or entry of its own can end (M11):
    those beside its pieces, and its homes (M5). Who comes in over a piece at home
    lands beside that piece.
    """
    spread, vacant = board.grid.spread, board.grid.full ^ sum(pieces)
    once = twice = 0
    reached = []
    for at, own in enumerate(pieces):
        cells = (spread(own) | homes[at]) & vacant
        reached.append(cells)
        twice |= once & cells
        once |= cells
    alone = once ^ twice
    exclusive, scores = [], []
    for at, cells in enumerate(reached):
        mine = cells & alone
        exclusive.append(mine)
        scores.append(3 * mine.bit_count() + pieces[at].bit_count())
    return Tally(tuple(exclusive), twice, vacant ^ once, tuple(scores))


def landings(board: Board, own: int, vacant: int, index: int) -> int:
    """Return where the piece on a cell can end its move: a step or jumps (M2)."""
    return board.steps[index] & vacant | jumps(board, own, vacant, index)


def jumps(board: Board, own: int, vacant: int, index: int) -> int:
    """Return where jumps lead the piece on a cell (M1).

    It may come by the cell that it left (M3), which is none of the landings: its jumps
    begin there. Nor does it jump over that cell: a jump keeps the parity of both
    coordinates, and no neighbour shares it.
    """
    landed, _ = board.leaps[index][board.steps[index] & own]
    return onward(board, own, vacant, landed & vacant)


def entries(board: Board, own: int, vacant: int, home: str) -> int:
    """Return where a new piece can end its entry through a home."""
    bit = board.grid.bit[home]
    if bit & vacant:  # (M5)
        return bit
    if not bit & own:  # (M6)
        return 0
    return onward(board, own, vacant, board.inward[home] & vacant)  # (M7)


def onward(board: Board, own: int, vacant: int, landed: int) -> int:
    """Return these landings, and where further jumps over one's own pieces lead."""
    moves, todo, room = board.moves, landed, vacant ^ landed
    while todo:
        bit = todo & -todo
        todo ^= bit
        near, leaps, _ = moves[bit.bit_length() - 1]
        if fresh := leaps[near & own][0] & room:
            todo |= fresh
            room ^= fresh
    return vacant ^ room


def chain(
    board: Board, own: int, vacant: int, start: Iterable[int], goal: int
) -> tuple[int, ...]:
    """Return a shortest chain of jumps from one of several cells to a goal (M25).

    The cells touched, as bit numbers, first and last included; empty where
    there is none. The cell that the piece has left must be in `vacant`.
    """
    came = dict.fromkeys(start, -1)
    ring = list(came)
    while ring and goal not in came:
        further = []
        for index in ring:
            for over, to, landing in board.jumps[index]:
                if over & own and to & vacant and landing not in came:
                    came[landing] = index
                    further.append(landing)
        ring = further
    if goal not in came:
        return ()
    path = [goal]
    while came[path[-1]] >= 0:
        path.append(came[path[-1]])
    return tuple(reversed(path))
