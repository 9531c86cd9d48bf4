"""What is wrong with an order of Magma, and what would be right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.kit.hexes import bits, distance, straight
from pbem.protocol import Bound, Fault, Seat
from pbem.rules.magma.orders import Agree, AnyOrder, Enter, Move, Pass, Remove, Span
from pbem.rules.magma.reach import entries, flood_from, landings
from pbem.rules.magma.state import State

MAX_LANDINGS_NAMED = 6  #: in a fault; more would not be read


def bind(state: State, seat: Seat, order: AnyOrder) -> Bound[AnyOrder]:
    """Return an order with what is wrong with it."""
    faults = check(state, seat, order)
    return Bound(None if any(one.refuses for one in faults) else order, faults)


def check(state: State, seat: Seat, order: AnyOrder) -> tuple[Fault, ...]:
    """Return what is wrong with an order in the open window."""
    if order.anytime:
        return _check_agreement(state, seat, order)
    if state.owed is not None:
        return _check_penalty(state, order)
    if state.sand_is_out and not (isinstance(order, Pass) and order.late):
        given = {"left": state.left, "used": state.used}
        return (Fault("late.sand", given=given),)
    if isinstance(order, Move | Enter) and (
        lost := _no_cells(state, order.cells, order.spans)
    ):
        return lost
    match order:
        case Move():
            return _check_move(state, order)
        case Enter():
            return _check_entry(state, seat, order)
        case Remove():
            return (Fault("illegal.no-penalty"),)
        case _:
            return ()


def _check_agreement(state: State, seat: Seat, order: AnyOrder) -> tuple[Fault, ...]:
    """Return that an agreement, or its end, would change nothing."""
    agrees = isinstance(order, Agree)
    if agrees != (seat in state.agreed):
        return ()
    return (Fault("doubtful.agreed-already" if agrees else "doubtful.not-agreed"),)


def _no_cells(
    state: State, cells: Sequence[str], spans: Sequence[Span]
) -> tuple[Fault, ...]:
    lengths, known = state.board.grid.lengths, state.board.grid.bit
    return tuple(
        Fault(
            "illegal.no-cell",
            _span(spans, at),
            {
                "cell": cell,
                "row": cell[0] if cell[0] in lengths else "",
                "cells": lengths.get(cell[0], 0),
                "last": max(lengths),
                "board": state.board.title,
            },
        )
        for at, cell in enumerate(cells)
        if cell not in known
    )


def _span(spans: Sequence[Span], at: int) -> Span:
    return spans[at] if spans else (0, 0)


def _nearest(state: State, mask: int, goal: str) -> dict[str, Any]:
    """Return the landings nearest to a goal, for the words of a fault."""
    places = state.board.grid.places
    cells = state.board.grid.tell(mask)
    near = sorted(cells, key=lambda cell: distance(places[cell], places[goal]))
    return {
        "near": tuple(near[:MAX_LANDINGS_NAMED]),
        "more": max(0, len(near) - MAX_LANDINGS_NAMED),
    }


def _check_move(state: State, order: Move) -> tuple[Fault, ...]:
    grid, colour = state.board.grid, state.home.colour
    own, vacant = state.own(colour), state.vacant
    first, *middle, last = order.cells
    start, goal = grid.bit[first], grid.bit[last]
    if not start & own:
        return (_wrong_piece(state, order),)
    given: dict[str, Any] = {"cell": last, "start": first, "colour": colour}
    span = _span(order.spans, len(order.cells) - 1)
    if start == goal:
        return (Fault("illegal.same-cell", span, given),)
    index = grid.index[first]
    reached = landings(state.board, own, vacant, index)
    if goal & reached and not middle:
        return ()
    given |= _nearest(state, reached, last)
    if not reached:
        return (Fault("illegal.stuck", _span(order.spans, 0), given),)
    if not goal & vacant:
        given["holder"] = state.held_by(goal)
        return (Fault("illegal.taken", span, given),)
    if not goal & reached:
        return (_out_of_reach(state, span, first, given),)
    jumped = flood_from(state.board, own, vacant, index)
    return _check_chain(state, order, jumped | start, given)


def _wrong_piece(state: State, order: Move) -> Fault:
    """Return which pieces of the colour, a partner's too (M4), could go there."""
    grid, colour = state.board.grid, state.home.colour
    first, last = order.cells[0], order.cells[-1]
    own, goal = state.own(colour), grid.bit[last]
    could = tuple(
        grid.name(index)
        for index in bits(own)
        if goal & landings(state.board, own, state.vacant, index)
    )
    holder = state.held_by(grid.bit[first])
    code = "illegal.not-yours" if holder else "illegal.no-piece"
    given: dict[str, Any] = {"cell": first, "goal": last, "colour": colour}
    given |= {"holder": holder, "could": could, "mine": grid.tell(own)}
    return Fault(code, _span(order.spans, 0), given)


def _out_of_reach(state: State, span: Span, first: str, given: dict[str, Any]) -> Fault:
    """Return why a cell cannot be reached: a jump goes over one's own (M1)."""
    grid = state.board.grid
    a, b = grid.places[first], grid.places[given["cell"]]
    if distance(a, b) == 2 and straight(a, b):
        over = grid.cell_at.get(((a[0] + b[0]) // 2, (a[1] + b[1]) // 2))
        if over is not None:
            holder = state.held_by(grid.bit[over])
            code = "illegal.jump-other" if holder else "illegal.jump-nothing"
            return Fault(code, span, given | {"over": over, "holder": holder})
    return Fault("illegal.unreachable", span, given)


def _check_chain(
    state: State, order: Move | Enter, jumped: int, given: dict[str, Any]
) -> tuple[Fault, ...]:
    """Return what is wrong with a chain that is spelt out.

    Every cell must be a landing of its jumps (M2, M3), none twice in a row (M25).
    """
    grid = state.board.grid
    for at, cell in enumerate(order.cells):
        span = _span(order.spans, at)
        if at and cell == order.cells[at - 1]:
            return (Fault("illegal.twice", span, given | {"cell": cell}),)
        if not grid.bit[cell] & jumped:
            before = order.cells[at - 1] if at else ""
            stepped = before != "" and cell in grid.around(before)
            code = "illegal.step-and-jump" if stepped else "illegal.no-landing"
            near = _nearest(state, jumped & state.vacant, cell)
            return (Fault(code, span, given | near | {"cell": cell}),)
    return ()


def _check_entry(state: State, seat: Seat, order: Enter) -> tuple[Fault, ...]:
    """Return what is wrong with an entry through the seat's own home (M4)."""
    grid, home = state.board.grid, state.home
    given: dict[str, Any] = {"home": home.cell, "colour": home.colour}
    if not state.stock(seat):  # (M9)
        return (Fault("illegal.no-reserve", given=given),)
    own, vacant, bit = state.own(home.colour), state.vacant, grid.bit[home.cell]
    if not bit & (own | vacant):  # (M6)
        given["holder"] = state.held_by(bit)
        return (Fault("illegal.home-taken", given=given),)
    order = order.without_home(home.cell)
    goal = order.cells[-1] if order.cells else home.cell
    span = _span(order.spans, len(order.cells) - 1) if order.cells else (0, 0)
    given["cell"] = goal
    other = goal != home.cell and goal in state.deal.homes_of(seat)
    reached = entries(state.board, own, vacant, home.cell)
    if reached & grid.bit[goal]:
        return _check_chain(state, order, reached, given)
    if other:  # (M14)
        return (Fault("illegal.other-home", span, given),)
    if bit & vacant:
        return (Fault("illegal.home-vacant", span, given),)
    given |= _nearest(state, reached, goal)
    if not reached:
        return (Fault("illegal.no-way-in", given=given),)
    if goal == home.cell:
        return (Fault("illegal.home-held", span, given),)
    if not grid.bit[goal] & vacant:
        given |= {"holder": state.held_by(grid.bit[goal]), "start": home.cell}
        return (Fault("illegal.taken", span, given),)
    return (Fault("illegal.no-entry", span, given),)


def _check_penalty(state: State, order: AnyOrder) -> tuple[Fault, ...]:
    """Return what is wrong with a penalty: it is a piece of that colour (M19)."""
    assert state.owed is not None
    late = state.owed.late
    colour = state.deal.colour(late)
    given: dict[str, Any] = {"late": late, "colour": colour}
    given["theirs"] = state.board.grid.tell(state.own(colour))
    if not isinstance(order, Remove):
        return (Fault("illegal.penalty-first", given=given),)
    if order.cell is None:
        return ()
    faults = _no_cells(state, (order.cell,), order.spans)
    if not faults and not state.board.grid.bit[order.cell] & state.own(colour):
        given["cell"] = order.cell
        faults = (Fault("illegal.not-theirs", _span(order.spans, 0), given),)
    return faults
