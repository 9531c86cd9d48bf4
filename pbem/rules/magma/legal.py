"""Every order that a seat may give, and every landing with its path."""

from __future__ import annotations

from collections.abc import Iterator

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
from pbem.rules.magma.state import State


def legal(state: State, seat: Seat) -> Iterator[AnyOrder]:
    """Yield all orders of a seat; of chains with one landing, the shortest."""
    if state.over is not None:
        return
    if state.owed is not None:
        if state.owed.by == seat:
            yield from _removals(state)
    elif state.home.seat == seat and not state.sand_is_out:
        yield from _moves(state)
        if state.stock(seat):  # (M9)
            yield from _entries(state)
        yield Pass()
    yield Disagree() if seat in state.agreed else Agree()


def _moves(state: State) -> Iterator[Move]:
    reach, name = state.reach(state.home.colour), state.board.grid.name
    for index in bits(reach.own):
        for goal in bits(reach.landings(index)):
            yield Move(cells=(name(index), name(goal)))


def _entries(state: State) -> Iterator[Enter]:
    reach, grid, home = state.reach(state.home.colour), state.board.grid, state.home
    for goal in bits(reach.entries(home.cell)):
        cell = grid.name(goal)
        yield Enter() if cell == home.cell else Enter(cells=(cell,))


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
    reach, name = state.reach(state.home.colour), state.board.grid.name
    for goal in bits(reach.landings(index)):
        if 1 << goal & reach.steps(index):
            yield Move(cells=(name(index), name(goal)))
        else:
            path = reach.lifted(index).chain([index], goal)
            yield Move(cells=tuple(map(name, path)))


def _entries_spelt(state: State) -> Iterator[Enter]:
    reach, grid, home = state.reach(state.home.colour), state.board.grid, state.home
    if grid.bit[home.cell] & reach.vacant:
        yield Enter()
        return
    for goal in bits(reach.entries(home.cell)):
        path = reach.chain(reach.behind(home.cell), goal)
        yield Enter(cells=tuple(map(grid.name, path)))


def _removals(state: State) -> Iterator[Remove]:
    assert state.owed is not None
    theirs = state.own(state.deal.colour(state.owed.late))
    for cell in state.board.grid.tell(theirs):
        yield Remove(cell=cell)
    yield Remove(cell=None)
