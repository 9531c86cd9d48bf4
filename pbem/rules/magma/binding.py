"""What an order of Magma does in a position, or what would be right instead."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from pbem.kit.hexes import bits
from pbem.kit.places import OrderRefused, Span
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
from pbem.rules.magma.reach import Reach
from pbem.rules.magma.state import Action, State

MAX_LANDINGS_NAMED = 6  #: in a fault; more would not be read

AnyBound: TypeAlias = Action | Agree | Disagree
_AGREEMENTS = Agree, Disagree


def bind(state: State, seat: Seat, order: AnyOrder) -> Bound[AnyBound]:
    """Return what an order does: a piece by its path, a pass, or an agreement."""
    if isinstance(order, _AGREEMENTS):
        return Bound(order, _already(state, seat, order))
    late = isinstance(order, Pass) and order.late
    try:
        if state.owed is not None or isinstance(order, Remove):
            return Bound(_penalty(state, seat, order))
        if state.sand_is_out and not late:
            raise OrderRefused("late.sand", left=state.left, used=state.used)
        if isinstance(order, Pass):
            kind = "missed" if late else "pass"
            return Bound(Action(seat, state.home.colour, kind))
        if lost := _no_cells(state, order.cells, order.spans):
            return Bound(None, lost)
        if isinstance(order, Move):
            return Bound(_move(state, seat, order))
        return Bound(_entry(state, seat, order))
    except OrderRefused as refused:
        return Bound.no(refused.fault)


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
    grid = state.board.grid
    near = sorted(grid.tell(mask), key=lambda cell: grid.apart(cell, goal))
    return {
        "near": tuple(near[:MAX_LANDINGS_NAMED]),
        "more": max(0, len(near) - MAX_LANDINGS_NAMED),
    }


def _move(state: State, seat: Seat, order: Move) -> Action:
    """Return where a piece steps or jumps, or raise why it cannot (M1, M2)."""
    grid, colour = state.board.grid, state.home.colour
    reach, first, last = state.reach(colour), order.cells[0], order.cells[-1]
    start, goal, index = grid.bit[first], grid.bit[last], grid.index[first]
    if not start & reach.own:
        raise _wrong_piece(state, order)
    given: dict[str, Any] = {"cell": last, "start": first, "colour": colour}
    span = _span(order.spans, len(order.cells) - 1)
    if start == goal:
        raise OrderRefused("illegal.same-cell", span, **given)
    if goal & reach.steps(index) and len(order.cells) == 2:
        return Action(seat, colour, "move", order.cells)
    jumped = reach.jumps(index)
    reached = jumped | reach.steps(index)
    given |= _nearest(state, reached, last)
    if not reached:
        raise OrderRefused("illegal.stuck", _span(order.spans, 0), **given)
    if not goal & reach.vacant:
        raise OrderRefused("illegal.taken", span, **given, holder=state.held_by(goal))
    if not goal & reached:
        raise _out_of_reach(state, span, first, given)
    _check_chain(state, order, jumped | start, given)
    path = _path(reach.lifted(index), [index], order.cells[1:], order.spans[1:])
    return Action(seat, colour, "move", path, _over(state, path))


def _wrong_piece(state: State, order: Move) -> OrderRefused:
    """Return which pieces of the colour, a partner's too (M4), could go there."""
    grid, colour = state.board.grid, state.home.colour
    first, last = order.cells[0], order.cells[-1]
    reach, goal = state.reach(colour), grid.bit[last]
    could = tuple(
        grid.name(index) for index in bits(reach.own) if goal & reach.landings(index)
    )
    holder = state.held_by(grid.bit[first])
    code = "illegal.not-yours" if holder else "illegal.no-piece"
    given: dict[str, Any] = {"cell": first, "goal": last, "colour": colour}
    given |= {"holder": holder, "could": could, "mine": grid.tell(reach.own)}
    return OrderRefused(code, _span(order.spans, 0), **given)


def _out_of_reach(
    state: State, span: Span, first: str, given: dict[str, Any]
) -> OrderRefused:
    """Return why a cell cannot be reached: a jump goes over one's own (M1)."""
    grid = state.board.grid
    for over in grid.around(first):
        if grid.beyond(first, over) == given["cell"]:
            holder = state.held_by(grid.bit[over])
            code = "illegal.jump-other" if holder else "illegal.jump-nothing"
            return OrderRefused(code, span, **given, over=over, holder=holder)
    return OrderRefused("illegal.unreachable", span, **given)


def _check_chain(
    state: State, order: Move | Enter, jumped: int, given: dict[str, Any]
) -> None:
    """Raise what is wrong with a chain that is spelt out.

    Every cell must be a landing of its jumps (M2, M3), none twice in a row (M25).
    """
    grid = state.board.grid
    for at, (before, cell) in enumerate(pairwise(("", *order.cells))):
        span = _span(order.spans, at)
        if cell == before:
            raise OrderRefused("illegal.twice", span, **given | {"cell": cell})
        if not grid.bit[cell] & jumped:
            stepped = before and cell in grid.around(before)
            code = "illegal.step-and-jump" if stepped else "illegal.no-landing"
            near = _nearest(state, jumped & state.vacant, cell)
            raise OrderRefused(code, span, **given | near | {"cell": cell})


def _entry(state: State, seat: Seat, order: Enter) -> Action:
    """Return where a piece comes in through the seat's own home (M4)."""
    grid, home = state.board.grid, state.home
    given: dict[str, Any] = {"home": home.cell, "colour": home.colour}
    if not state.stock(seat):  # (M9)
        raise OrderRefused("illegal.no-reserve", **given)
    reach, bit = state.reach(home.colour), grid.bit[home.cell]
    if not bit & (reach.own | reach.vacant):  # (M6)
        raise OrderRefused("illegal.home-taken", **given, holder=state.held_by(bit))
    order = order.without_home(home.cell)
    goal = given["cell"] = order.cells[-1] if order.cells else home.cell
    span = _span(order.spans, len(order.cells) - 1) if order.cells else (0, 0)
    reached = reach.entries(home.cell)
    if reached & grid.bit[goal]:
        _check_chain(state, order, reached, given)
        if bit & reach.vacant:  # (M5)
            return Action(seat, home.colour, "enter", (home.cell,))
        path = _path(reach, reach.behind(home.cell), order.cells, order.spans)
        over = (home.cell, *_over(state, path))
        return Action(seat, home.colour, "enter", path, over)
    if goal != home.cell and goal in state.deal.homes_of(seat):  # (M14)
        raise OrderRefused("illegal.other-home", span, **given)
    if bit & reach.vacant:
        raise OrderRefused("illegal.home-vacant", span, **given)
    given |= _nearest(state, reached, goal)
    if not reached:
        raise OrderRefused("illegal.no-way-in", **given)
    if goal == home.cell:
        raise OrderRefused("illegal.home-held", span, **given)
    if not grid.bit[goal] & reach.vacant:
        given |= {"holder": state.held_by(grid.bit[goal]), "start": home.cell}
        raise OrderRefused("illegal.taken", span, **given)
    raise OrderRefused("illegal.no-entry", span, **given)


def _path(
    reach: Reach, start: Sequence[int], cells: Sequence[str], spans: Sequence[Span]
) -> tuple[str, ...]:
    """Return the cells touched on the shortest chain by these landings.

    Raise Refused where no jumps lead from one to the next: a new piece can land on two
    cells behind its home that none join (M7, M25).
    """
    grid = reach.board.grid
    found: list[int] = []
    for at, cell in enumerate(cells):
        leg = reach.chain(start, grid.index[cell])
        if not leg:
            given = {"before": cells[at - 1], "cell": cell}
            raise OrderRefused("illegal.not-joined", _span(spans, at), **given)
        found.extend(leg[1:] if found else leg)
        start = [grid.index[cell]]
    return tuple(map(grid.name, found))


def _over(state: State, path: Sequence[str]) -> tuple[str, ...]:
    places, cell_at = state.board.grid.places, state.board.grid.cell_at
    ends = ((*places[a], *places[b]) for a, b in pairwise(path))
    return tuple(cell_at[(x + far) // 2, (y + down) // 2] for x, y, far, down in ends)


def _penalty(state: State, seat: Seat, order: AnyOrder) -> Action:
    """Return a penalty: a piece of the late player's colour (M19), or none of it."""
    if state.owed is None:
        raise OrderRefused("illegal.no-penalty")
    late = state.owed.late
    colour = state.deal.colour(late)
    theirs = state.own(colour)
    given = {"late": late, "colour": colour, "theirs": state.board.grid.tell(theirs)}
    if not isinstance(order, Remove):
        raise OrderRefused("illegal.penalty-first", **given)
    if order.cell is None:
        return Action(seat, colour, "spared")
    for lost in _no_cells(state, (order.cell,), order.spans):
        raise OrderRefused(lost.code, lost.span, **lost.given)
    if not state.board.grid.bit[order.cell] & theirs:
        span = _span(order.spans, 0)
        raise OrderRefused("illegal.not-theirs", span, **given, cell=order.cell)
    return Action(seat, colour, "removed", (order.cell,))
