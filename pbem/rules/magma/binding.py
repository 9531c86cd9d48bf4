"""What an order of Magma does in a position, or what would be right instead."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from pbem.kit.hexes import bits
from pbem.kit.places import Refused, Span
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
from pbem.rules.magma.reach import chain, entries, jumps, landings
from pbem.rules.magma.state import State
from pbem.rules.magma.ways import Deed

MAX_LANDINGS_NAMED = 6  #: in a fault; more would not be read

AnyBound: TypeAlias = Deed | Agree | Disagree
_AGREEMENTS = Agree, Disagree


def bind(state: State, seat: Seat, order: AnyOrder) -> Bound[AnyBound]:
    """Return what an order does: a piece by its path, a pass, or an agreement."""
    if plain := _plain(state, seat, order):
        return plain
    if isinstance(order, _AGREEMENTS):
        return Bound(order, _already(state, seat, order))
    late = isinstance(order, Pass) and order.late
    try:
        if state.owed is not None or isinstance(order, Remove):
            return Bound(_penalty(state, seat, order))
        if state.sand_is_out and not late:
            raise Refused("late.sand", left=state.left, used=state.used)
        if isinstance(order, Pass):
            return _bound(seat, state.home.colour, "missed" if late else "pass")
        if lost := _no_cells(state, order.cells, order.spans):
            return Bound(None, lost)
        if isinstance(order, Move):
            return Bound(_move(state, seat, order))
        return Bound(_entry(state, seat, order))
    except Refused as refused:
        return Bound.no(refused.fault)


def _plain(state: State, seat: Seat, order: AnyOrder) -> Bound[AnyBound] | None:
    """Return what most orders are, if they can be done: a step, a single jump, or a
    piece on the vacant home or beside it."""
    deal, pieces, reserve, turns, _, _, _, _, owed, left, used, _ = state
    if owed is not None or (used is not None and used > left):
        return None
    doors = deal.doors
    door = doors[turns % len(doors)]
    if door.seat != seat:
        return None
    if isinstance(order, Move):
        plain = door.steps[order.cells]
    elif isinstance(order, Enter) and reserve[door.owner]:  # (M9)
        plain = door.entries.get(order.cells)
    else:
        return None
    if plain is not None:
        need, goal, bound = plain
        if pieces[door.colour] & need == need and not goal & sum(pieces):
            return bound
    return None


def _bound(
    seat: Seat, colour: str, kind: str, path: tuple[str, ...] = ()
) -> Bound[AnyBound]:
    """Return what else is right, and comes again and again."""
    return Bound(Deed(seat, colour, kind, path))


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


def _move(state: State, seat: Seat, order: Move) -> Deed:
    """Return where a piece steps or jumps, or raise why it cannot (M1, M2)."""
    board, grid, colour = state.board, state.board.grid, state.home.colour
    own, vacant = state.own(colour), state.vacant
    first, last = order.cells[0], order.cells[-1]
    start, goal, index = grid.bit[first], grid.bit[last], grid.index[first]
    if not start & own:
        raise _wrong_piece(state, order)
    given: dict[str, Any] = {"cell": last, "start": first, "colour": colour}
    span = _span(order.spans, len(order.cells) - 1)
    if start == goal:
        raise Refused("illegal.same-cell", span, **given)
    spelt = len(order.cells) > 2
    if goal & board.steps[index] & vacant and not spelt:
        return Deed(seat, colour, "move", (first, last))
    path = _path(state, own, vacant | start, (index,), order.cells[1:])
    if path and not spelt:
        return Deed(seat, colour, "move", path, _over(state, path))
    reached = landings(board, own, vacant, index)
    given |= _nearest(state, reached, last)
    if not reached:
        raise Refused("illegal.stuck", _span(order.spans, 0), **given)
    if not goal & vacant:
        raise Refused("illegal.taken", span, **given, holder=state.held_by(goal))
    if not goal & reached:
        raise _out_of_reach(state, span, first, given)
    _check_chain(state, order, jumps(board, own, vacant, index) | start, given)
    return Deed(seat, colour, "move", path, _over(state, path))


def _wrong_piece(state: State, order: Move) -> Refused:
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
    return Refused(code, _span(order.spans, 0), **given)


def _out_of_reach(
    state: State, span: Span, first: str, given: dict[str, Any]
) -> Refused:
    """Return why a cell cannot be reached: a jump goes over one's own (M1)."""
    grid = state.board.grid
    for over in grid.around(first):
        if grid.beyond(first, over) == given["cell"]:
            holder = state.held_by(grid.bit[over])
            code = "illegal.jump-other" if holder else "illegal.jump-nothing"
            return Refused(code, span, **given, over=over, holder=holder)
    return Refused("illegal.unreachable", span, **given)


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
            raise Refused("illegal.twice", span, **given | {"cell": cell})
        if not grid.bit[cell] & jumped:
            stepped = before and cell in grid.around(before)
            code = "illegal.step-and-jump" if stepped else "illegal.no-landing"
            near = _nearest(state, jumped & state.vacant, cell)
            raise Refused(code, span, **given | near | {"cell": cell})


def _entry(state: State, seat: Seat, order: Enter) -> Deed:
    """Return where a piece comes in through the seat's own home (M4)."""
    grid, home = state.board.grid, state.home
    given: dict[str, Any] = {"home": home.cell, "colour": home.colour}
    if not state.stock(seat):  # (M9)
        raise Refused("illegal.no-reserve", **given)
    own, vacant, bit = state.own(home.colour), state.vacant, grid.bit[home.cell]
    if not bit & (own | vacant):  # (M6)
        raise Refused("illegal.home-taken", **given, holder=state.held_by(bit))
    order = order.without_home(home.cell)
    goal = given["cell"] = order.cells[-1] if order.cells else home.cell
    span = _span(order.spans, len(order.cells) - 1) if order.cells else (0, 0)
    reached = entries(state.board, own, vacant, home.cell)
    if reached & grid.bit[goal]:
        _check_chain(state, order, reached, given)
        if bit & vacant:  # (M5)
            return Deed(seat, home.colour, "enter", (home.cell,))
        inward = bits(state.board.inward[home.cell] & vacant)
        path = _path(state, own, vacant, inward, order.cells)
        over = (home.cell, *_over(state, path))
        return Deed(seat, home.colour, "enter", path, over)
    if goal != home.cell and goal in state.deal.homes_of(seat):  # (M14)
        raise Refused("illegal.other-home", span, **given)
    if bit & vacant:
        raise Refused("illegal.home-vacant", span, **given)
    given |= _nearest(state, reached, goal)
    if not reached:
        raise Refused("illegal.no-way-in", **given)
    if goal == home.cell:
        raise Refused("illegal.home-held", span, **given)
    if not grid.bit[goal] & vacant:
        given |= {"holder": state.held_by(grid.bit[goal]), "start": home.cell}
        raise Refused("illegal.taken", span, **given)
    raise Refused("illegal.no-entry", span, **given)


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


def _penalty(state: State, seat: Seat, order: AnyOrder) -> Deed:
    """Return a penalty: a piece of the late player's colour (M19), or none of it."""
    if state.owed is None:
        raise Refused("illegal.no-penalty")
    late = state.owed.late
    colour = state.deal.colour(late)
    theirs = state.own(colour)
    given = {"late": late, "colour": colour, "theirs": state.board.grid.tell(theirs)}
    if not isinstance(order, Remove):
        raise Refused("illegal.penalty-first", **given)
    if order.cell is None:
        return Deed(seat, colour, "spared")
    for lost in _no_cells(state, (order.cell,), order.spans):
        raise Refused(lost.code, lost.span, **lost.given)
    if not state.board.grid.bit[order.cell] & theirs:
        span = _span(order.spans, 0)
        raise Refused("illegal.not-theirs", span, **given, cell=order.cell)
    return Deed(seat, colour, "removed", (order.cell,))
