"""Where pieces can go, and whose the vacant cells are, on bit masks.

A jump keeps the parity of both coordinates and a neighbour never shares it,
so that no piece meets its own starting cell as something to jump over. One
flood from all pieces of a colour at once is therefore exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pbem.kit.hexes import bits
from pbem.rules.magma.boards import Board


class Tally(NamedTuple):
    """What a colour holds and reaches now, as masks, and what it counts."""

    pieces: int
    reach: int
    exclusive: int
    score: int  #: three for an exclusive cell, one for a piece (M12)


def flood(board: Board, own: int, vacant: int, start: int) -> int:
    """Return all vacant cells where chains of jumps from any cell of `start` land.

    `start` itself is not among them, unless a jump comes back to it.
    """
    a, b, c = board.grid.shifts[:3]  # east, south-east, south-west
    aa, bb, cc = 2 * a, 2 * b, 2 * c
    # Lanes: the cells from which a jump this way, or the other way, is open.
    a_on, a_back = own >> a & vacant >> aa, own << a & vacant << aa
    b_on, b_back = own >> b & vacant >> bb, own << b & vacant << bb
    c_on, c_back = own >> c & vacant >> cc, own << c & vacant << cc
    lanes = a_on | a_back | b_on | b_back | c_on | c_back
    reached, fresh = 0, start & lanes
    while fresh:
        found = (
            (fresh & a_on) << aa
            | (fresh & a_back) >> aa
            | (fresh & b_on) << bb
            | (fresh & b_back) >> bb
            | (fresh & c_on) << cc
            | (fresh & c_back) >> cc
        ) & ~reached
        reached |= found
        fresh = found & lanes
    return reached


def reach(board: Board, own: int, vacant: int, homes: Iterable[str]) -> int:
    """Return all vacant cells where one move or entry of a colour can end (M11).

    `homes` are those through which the colour can still bring a piece in.
    """
    start, entered = own, 0
    for home in homes:
        bit = board.grid.bit[home]
        if bit & vacant:
            entered |= bit  # it stops there (M5)
        elif bit & own:
            landings = board.inward[home] & vacant
            start |= landings
            entered |= landings
    stepped = board.grid.spread(own) & vacant
    return stepped | entered | flood(board, own, vacant, start)


def tally(
    board: Board, pieces: Sequence[int], homes: Sequence[Sequence[str]]
) -> tuple[Tally, ...]:
    """Return every colour's tally, from its pieces and the homes open to it."""
    taken = 0
    for own in pieces:
        taken |= own
    vacant = board.grid.full & ~taken
    pairs = zip(pieces, homes, strict=True)
    reached = [reach(board, own, vacant, open_) for own, open_ in pairs]
    once = twice = 0
    for cells in reached:
        twice |= once & cells
        once |= cells
    found = []
    for own, cells in zip(pieces, reached, strict=True):
        alone = cells & ~twice
        score = 3 * alone.bit_count() + own.bit_count()
        found.append(Tally(own, cells, alone, score))
    return tuple(found)


def landings(board: Board, own: int, vacant: int, index: int) -> int:
    """Return where the piece on a cell can end its move: a step or jumps (M2)."""
    jumped = flood_from(board, own, vacant, index)
    return board.steps[index] & vacant | jumped & ~(1 << index)


def flood_from(board: Board, own: int, vacant: int, index: int) -> int:
    """Return where jumps of one piece lead, its own cell counting as vacant (M3)."""
    bit = 1 << index
    return _walk(board, own & ~bit, vacant | bit, (index,))


def entries(board: Board, own: int, vacant: int, home: str) -> int:
    """Return where a new piece can end its entry through a home."""
    bit = board.grid.bit[home]
    if bit & vacant:  # (M5)
        return bit
    if not bit & own:  # (M6)
        return 0
    first = board.inward[home] & vacant  # (M7)
    return first | _walk(board, own, vacant, bits(first))


def _walk(board: Board, own: int, vacant: int, start: Iterable[int]) -> int:
    """Return where jumps over one's own pieces lead (M1)."""
    reached, todo, jumps = 0, list(start), board.jumps
    while todo:
        for over, to, index in jumps[todo.pop()]:
            if over & own and to & vacant and not to & reached:
                reached |= to
                todo.append(index)
    return reached


def chain(
    board: Board, own: int, vacant: int, start: Sequence[int], goal: int
) -> tuple[int, ...]:
    """Return a shortest chain of jumps from one of several cells to a goal (M25).

    The cells touched, as bit numbers, first and last included; empty where
    there is none. The piece that jumps must not be in `own`.
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
