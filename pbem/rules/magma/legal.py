"""Every order that a seat may give, and every landing with its path."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pbem.kit.hexes import bits
from pbem.protocol import Seat
from pbem.rules.magma.orders import (
    Agree,
    AnyOrder,
    Disagree,
    Enter,
    Move,
    Pass,
    Remove,
)
from pbem.rules.magma.reach import chain, entries, landings
from pbem.rules.magma.state import State


def legal(state: State, seat: Seat) -> Iterator[AnyOrder]:
    """Yield all orders of a seat; of chains with one landing, the shortest."""
    if state.over is not None:
        return
    if state.owed is not None:
        if state.owed.by == seat:
            yield from _removals(state)
    elif state.home.seat == seat and not state.sand_is_out:
        yield from _moves(state, state.own(state.home.colour), paths=False)
        yield from _entries(state, paths=False)
        yield Pass()
    yield Disagree() if seat in state.agreed else Agree()


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
            yield from _moves(state, grid.bit[where], paths=True)
        if where in ("ENTER", "HOME", state.home.cell):
            yield from _entries(state, paths=True)


def _moves(state: State, pieces: int, *, paths: bool) -> Iterator[Move]:
    board, grid = state.board, state.board.grid
    own, vacant = state.own(state.home.colour), state.vacant
    for index in bits(pieces):
        start = grid.name(index)
        for goal in bits(landings(board, own, vacant, index)):
            if paths and not 1 << goal & board.steps[index]:
                bit = 1 << index
                path = chain(board, own & ~bit, vacant | bit, (index,), goal)
                yield Move(cells=tuple(map(grid.name, path)))
            else:
                yield _move(start, grid.name(goal))


@lru_cache(maxsize=4096)
def _move(start: str, goal: str) -> Move:
    return Move(cells=(start, goal))


@lru_cache(maxsize=256)
def _enter(goal: str) -> Enter:
    return Enter(cells=(goal,))


def _entries(state: State, *, paths: bool) -> Iterator[Enter]:
    board, grid, home = state.board, state.board.grid, state.home
    own, vacant = state.own(home.colour), state.vacant
    if not state.stock(home.seat):
        return
    if grid.bit[home.cell] & vacant:
        yield Enter()
        return
    first = tuple(bits(board.inward[home.cell] & vacant))
    for goal in bits(entries(board, own, vacant, home.cell)):
        if paths:
            path = chain(board, own, vacant, first, goal)
            yield Enter(cells=tuple(map(grid.name, path)))
        else:
            yield _enter(grid.name(goal))


def _removals(state: State) -> Iterator[Remove]:
    assert state.owed is not None
    theirs = state.own(state.deal.colour(state.owed.late))
    for cell in state.board.grid.tell(theirs):
        yield Remove(cell=cell)
    yield Remove(cell=None)
