"""Every order that a seat may give, and every landing with its path."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.kit.hexes import bits
from pbem.protocol import Seat
from pbem.rules.magma.boards import Board
from pbem.rules.magma.orders import (
    Agree,
    AnyOrder,
    Disagree,
    Enter,
    Move,
    Pass,
    Remove,
)
from pbem.rules.magma.reach import chain, entries, landings, onward
from pbem.rules.magma.state import State
from pbem.rules.magma.ways import Door

_PASS, _AGREE, _DISAGREE, _HOME = Pass(), Agree(), Disagree(), Enter()


def legal(state: State, seat: Seat) -> Iterator[AnyOrder]:
    """Return all orders of a seat; of chains with one landing, the shortest."""
    deal, pieces, reserve, turns, _, agreed, _, _, owed, left, used, over = state
    if over is not None:
        return iter(())
    found: list[AnyOrder] = []
    if owed is not None:
        if owed.by == seat:
            found += _removals(state)
    else:
        doors = deal.doors
        door = doors[turns % len(doors)]
        if door.seat == seat and (used is None or used <= left):
            found = _turns(deal.board, door, pieces, reserve)
    found.append(_DISAGREE if seat in agreed else _AGREE)
    return iter(found)


def _turns(
    board: Board, door: Door, pieces: tuple[int, ...], reserve: tuple[int, ...]
) -> list[AnyOrder]:
    """Return the moves, the entries and the pass of the seat whose turn it is."""
    own, vacant, moves = pieces[door.colour], board.grid.full ^ sum(pieces), board.moves
    found: list[AnyOrder] = []
    left = own
    while left:
        bit = left & -left
        left ^= bit
        near, leaps, known = moves[bit.bit_length() - 1]
        reached = near & vacant
        if over := near & own:
            landed, beside = leaps[over]
            if landed := landed & vacant:
                if beside & own:
                    landed = onward(board, own, vacant, landed)
                reached |= landed
        found += known[reached]
    if reserve[door.owner]:
        if door.bit & vacant:  # (M5)
            found.append(_HOME)
        elif door.bit & own:
            landed = door.inward & vacant  # (M7)
            if door.beside & own:
                landed = onward(board, own, vacant, landed)
            found += _entries(board, landed)
    found.append(_PASS)
    return found


def _entries(board: Board, reached: int) -> tuple[Enter, ...]:
    return tuple([_enter(board.grid.name(goal)) for goal in bits(reached)])


def _enter(goal: str) -> Enter:
    return Enter(cells=(goal,))


def legal_at(state: State, seat: Seat, where: str) -> Iterator[AnyOrder]:
    """Yield every landing of one piece, spelt with its whole path.

    `where` is a cell, or "enter" for a piece that comes in; the home whose
    turn it is lists both.
    """
    where = where.strip().upper()
    grid = state.board.grid
    if state.over is not None:
        return
    if state.owed is not None:
        if state.owed.by == seat:
            yield from (one for one in _removals(state) if one.cell == where)
    elif state.home.seat == seat and not state.sand_is_out:
        if where in grid.bit and grid.bit[where] & state.own(state.home.colour):
            yield from _moves_spelt(state, grid.index[where])
        if where in ("ENTER", "HOME", state.home.cell) and state.stock(seat):
            yield from _entries_spelt(state)


def _moves_spelt(state: State, index: int) -> Iterator[Move]:
    board, name, vacant = state.board, state.board.grid.name, state.vacant
    own = state.own(state.home.colour)
    for goal in bits(landings(board, own, vacant, index)):
        if 1 << goal & board.steps[index]:
            yield Move(cells=(name(index), name(goal)))
        else:
            path = chain(board, own, vacant, (index,), goal)
            yield Move(cells=tuple(map(name, path)))


def _entries_spelt(state: State) -> Iterator[Enter]:
    board, home, vacant = state.board, state.home, state.vacant
    own = state.own(home.colour)
    if board.grid.bit[home.cell] & vacant:
        yield _HOME
        return
    first = bits(board.inward[home.cell] & vacant)
    for goal in bits(entries(board, own, vacant, home.cell)):
        path = chain(board, own, vacant, first, goal)
        yield Enter(cells=tuple(map(board.grid.name, path)))


def _removals(state: State) -> Iterator[Remove]:
    assert state.owed is not None
    theirs = state.own(state.deal.colour(state.owed.late))
    for cell in state.board.grid.tell(theirs):
        yield Remove(cell=cell)
    yield Remove(cell=None)
