"""What an order of Magma does in a position, or what would be right instead."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from pbem.kit.hexes import bits, distance, straight
from pbem.kit.places import Span
from pbem.protocol import Bound, Fault, Seat
from pbem.rules.magma.orders import (
    Agree,
    AnyOrder,
    Disagree,
    Enter,
    Move,
    Pass,
    Remove,
)
from pbem.rules.magma.reach import chain, entries, flood_from, landings
from pbem.rules.magma.state import Deed, State

MAX_LANDINGS_NAMED = 6  #: in a fault; more would not be read

AnyBound: TypeAlias = Deed | Agree | Disagree


def bind(state: State, seat: Seat, order: AnyOrder) -> Bound[AnyBound]:
    """Return what an order does: a piece by its path, a pass, or an agreement."""
    if isinstance(order, Agree | Disagree):
        return Bound(order, _already(state, seat, order))
    closes = isinstance(order, Pass) and order.late
    if state.owed is None and state.sand_is_out and not closes:
        given = {"left": state.left, "used": state.used}
        return Bound.no(Fault("late.sand", given=given))
    found: Deed | Fault
    if state.owed is not None or isinstance(order, Remove):
        found = _penalty(state, seat, order)
    elif isinstance(order, Pass):
        kind = "missed" if order.late else "pass"
        found = Deed(seat, state.home.colour, kind)
    elif lost := _no_cells(state, order.cells, order.spans):
        return Bound(None, lost)
    elif isinstance(order, Move):
        found = _move(state, seat, order)
    else:
        found = _entry(state, seat, order)
    return Bound.no(found) if isinstance(found, Fault) else Bound(found)


def _already(state: State, seat: Seat, order: Agree | Disagree) -> tuple[Fault, ...]:
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


def _move(state: State, seat: Seat, order: Move) -> Deed | Fault:
    """Return where a piece steps or jumps, or why it cannot (M1, M2)."""
    board, grid, colour = state.board, state.board.grid, state.home.colour
    own, vacant = state.own(colour), state.vacant
    first, last = order.cells[0], order.cells[-1]
    start, goal, index = grid.bit[first], grid.bit[last], grid.index[first]
    if not start & own:
        return _wrong_piece(state, order)
    given: dict[str, Any] = {"cell": last, "start": first, "colour": colour}
    span = _span(order.spans, len(order.cells) - 1)
    if start == goal:
        return Fault("illegal.same-cell", span, given)
    spelt = len(order.cells) > 2
    if goal & board.steps[index] & vacant and not spelt:
        return Deed(seat, colour, "move", (first, last))
    path = _path(state, own & ~start, vacant | start, (index,), order.cells[1:])
    if path and not spelt:
        return Deed(seat, colour, "move", path, _over(state, path))
    reached = landings(board, own, vacant, index)
    given |= _nearest(state, reached, last)
    if not reached:
        return Fault("illegal.stuck", _span(order.spans, 0), given)
    if not goal & vacant:
        given["holder"] = state.held_by(goal)
        return Fault("illegal.taken", span, given)
    if not goal & reached:
        return _out_of_reach(state, span, first, given)
    jumped = flood_from(board, own, vacant, index) | start
    fault = _check_chain(state, order, jumped, given)
    return fault or Deed(seat, colour, "move", path, _over(state, path))


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
) -> Fault | None:
    """Return what is wrong with a chain that is spelt out, or None.

    Every cell must be a landing of its jumps (M2, M3), none twice in a row (M25).
    """
    grid = state.board.grid
    for at, (before, cell) in enumerate(pairwise(("", *order.cells))):
        span = _span(order.spans, at)
        if cell == before:
            return Fault("illegal.twice", span, given | {"cell": cell})
        if not grid.bit[cell] & jumped:
            stepped = before and cell in grid.around(before)
            code = "illegal.step-and-jump" if stepped else "illegal.no-landing"
            near = _nearest(state, jumped & state.vacant, cell)
            return Fault(code, span, given | near | {"cell": cell})
    return None


def _entry(state: State, seat: Seat, order: Enter) -> Deed | Fault:
    """Return where a piece comes in through the seat's own home (M4), or why not."""
    grid, home = state.board.grid, state.home
    given: dict[str, Any] = {"home": home.cell, "colour": home.colour}
    if not state.stock(seat):  # (M9)
        return Fault("illegal.no-reserve", given=given)
    own, vacant, bit = state.own(home.colour), state.vacant, grid.bit[home.cell]
    if not bit & (own | vacant):  # (M6)
        given["holder"] = state.held_by(bit)
        return Fault("illegal.home-taken", given=given)
    order = order.without_home(home.cell)
    goal = order.cells[-1] if order.cells else home.cell
    span = _span(order.spans, len(order.cells) - 1) if order.cells else (0, 0)
    given["cell"] = goal
    reached = entries(state.board, own, vacant, home.cell)
    if reached & grid.bit[goal]:
        fault = _check_chain(state, order, reached, given)
        if fault is not None:
            return fault
        if bit & vacant:  # (M5)
            return Deed(seat, home.colour, "enter", (home.cell,))
        inward = tuple(bits(state.board.inward[home.cell] & vacant))
        path = _path(state, own, vacant, inward, order.cells)
        over = (home.cell, *_over(state, path))
        return Deed(seat, home.colour, "enter", path, over)
    if goal != home.cell and goal in state.deal.homes_of(seat):  # (M14)
        return Fault("illegal.other-home", span, given)
    if bit & vacant:
        return Fault("illegal.home-vacant", span, given)
    given |= _nearest(state, reached, goal)
    if not reached:
        return Fault("illegal.no-way-in", given=given)
    if goal == home.cell:
        return Fault("illegal.home-held", span, given)
    if not grid.bit[goal] & vacant:
        given |= {"holder": state.held_by(grid.bit[goal]), "start": home.cell}
        return Fault("illegal.taken", span, given)
    return Fault("illegal.no-entry", span, given)


def _path(
    state: State, own: int, vacant: int, start: Sequence[int], cells: Sequence[str]
) -> tuple[str, ...]:
    """Return the cells touched on the shortest chain by these landings (M25)."""
    grid = state.board.grid
    found: list[int] = []
    for cell in cells:
        leg = chain(state.board, own, vacant, start, grid.index[cell])
        found.extend(leg[1:] if found else leg)
        start = [grid.index[cell]]
    return tuple(map(grid.name, found))


def _over(state: State, path: Sequence[str]) -> tuple[str, ...]:
    places, cell_at = state.board.grid.places, state.board.grid.cell_at
    ends = ((*places[a], *places[b]) for a, b in pairwise(path))
    return tuple(cell_at[(x + far) // 2, (y + down) // 2] for x, y, far, down in ends)


def _penalty(state: State, seat: Seat, order: AnyOrder) -> Deed | Fault:
    """Return a penalty: a piece of the late player's colour (M19), or none of it."""
    if state.owed is None:
        return Fault("illegal.no-penalty")
    late = state.owed.late
    colour = state.deal.colour(late)
    given: dict[str, Any] = {"late": late, "colour": colour}
    given["theirs"] = state.board.grid.tell(state.own(colour))
    if not isinstance(order, Remove):
        return Fault("illegal.penalty-first", given=given)
    if order.cell is None:
        return Deed(seat, colour, "spared")
    for lost in _no_cells(state, (order.cell,), order.spans):
        return lost
    if not state.board.grid.bit[order.cell] & state.own(colour):
        given["cell"] = order.cell
        return Fault("illegal.not-theirs", _span(order.spans, 0), given)
    return Deed(seat, colour, "removed", (order.cell,))
