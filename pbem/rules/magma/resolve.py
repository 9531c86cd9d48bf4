"""Orders of Magma carried out: the new state, and what happened."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from pbem.kit.hexes import bits
from pbem.protocol import Event, Seat, Step
from pbem.rules.magma import events
from pbem.rules.magma.orders import Agree, AnyOrder, Disagree, Enter, Move, Pass, Remove
from pbem.rules.magma.reach import chain
from pbem.rules.magma.state import Last, Owed, State, position_key, tallies

TIMES_TO_END = 3  #: the same position, with the same seat to move (M17)

Changes: TypeAlias = dict[str, Any]
"""Fields of a state that a turn gives other values."""


def resolve(state: State, seat: Seat, order: AnyOrder) -> Step[State]:
    """Return what a legal order brings: a turn, or a penalty."""
    match order:
        case Move():
            return _move(state, seat, order)
        case Enter():
            return _enter(state, seat, order.without_home(state.home.cell))
        case Pass():
            return _pass(state, seat, order.late)
        case Remove():
            return _remove(state, seat, order.cell)
        case Agree() | Disagree():
            raise TypeError(f"{type(order).__name__} resolves no window")


def anytime(state: State, seat: Seat, order: AnyOrder) -> Step[State]:
    """Return what agreeing to end the game brings (M10), or not any more (M18)."""
    agrees = isinstance(order, Agree)
    if agrees == (seat in state.agreed):
        return Step(state)
    if not agrees:
        agreed = tuple(one for one in state.agreed if one != seat)
        gone = events.Disagreed(seat=seat)
        return Step(state._replace(agreed=agreed), (gone,))
    named = {*state.agreed, seat}
    agreed = tuple(one for one in state.deal.seats if one in named)
    awaited = tuple(one for one in state.deal.seats if one not in named)
    over = None if awaited else "agreed"
    event = events.Agreed(seat=seat, awaited=awaited)
    return Step(state._replace(agreed=agreed, over=over), (event,))


def _move(state: State, seat: Seat, order: Move) -> Step[State]:
    grid, colour = state.board.grid, state.home.colour
    first, last = order.cells[0], order.cells[-1]
    start, goal = grid.bit[first], grid.bit[last]
    own, vacant = state.own(colour) & ~start, state.vacant | start
    if goal & state.board.steps[grid.index[first]]:
        path: tuple[str, ...] = (first, last)
        over: tuple[str, ...] = ()
    else:
        path = _path(state, own, vacant, [grid.index[first]], order.cells[1:])
        over = _over(state, path)
    event = events.Moved(seat=seat, colour=colour, path=path, over=over)
    last_turn = Last(seat, colour, "move", path, over)
    return _moved(state, own | goal, state.reserve, last_turn, event)


def _enter(state: State, seat: Seat, order: Enter) -> Step[State]:
    grid, home = state.board.grid, state.home
    own, vacant = state.own(home.colour), state.vacant
    if grid.bit[home.cell] & vacant:  # (M5)
        path: tuple[str, ...] = (home.cell,)
        over: tuple[str, ...] = ()
    else:
        inward = bits(state.board.inward[home.cell] & vacant)
        path = _path(state, own, vacant, tuple(inward), order.cells)
        over = (home.cell, *_over(state, path))
    at = state.deal.seats.index(seat)
    reserve = _changed(state.reserve, at, state.reserve[at] - 1)
    event = events.Entered(
        seat=seat,
        colour=home.colour,
        home=home.cell,
        path=path,
        over=over,
        left=reserve[at],
    )
    last_turn = Last(seat, home.colour, "enter", path, over)
    return _moved(state, own | grid.bit[path[-1]], reserve, last_turn, event)


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


def _moved(
    state: State, own: int, reserve: tuple[int, ...], last: Last, event: Event
) -> Step[State]:
    """Return the turn after a move or an entry, which ends all agreement (M10)."""
    at = state.deal.colours.index(last.colour)
    happened = [event]
    if state.agreed:
        happened.append(events.AgreementEnded(seats=state.agreed))
    changes = _rescored(state, _changed(state.pieces, at, own), reserve, happened)
    # Without a clock no piece ever leaves, so no earlier position comes again (M24).
    if last.kind == "enter" and state.deal.clock == "none":
        changes["seen"] = ()
    changes |= {"turns": state.turns + 1, "passes": 0, "agreed": (), "last": last}
    changes |= _flipped(state, False, happened)
    return _arrive(state, happened, changes)


def _rescored(
    state: State,
    pieces: tuple[int, ...],
    reserve: tuple[int, ...],
    happened: list[Event],
) -> Changes:
    after = tallies(state.deal, pieces, reserve)
    for colour, old, new in zip(state.deal.colours, state.tallies, after, strict=True):
        if (before := old.score) != (now := new.score):
            happened.append(
                events.ScoreChanged(colour=colour, before=before, after=now)
            )
    return {"pieces": pieces, "reserve": reserve, "tallies": after}


def _pass(state: State, seat: Seat, late: bool) -> Step[State]:
    """Return the turn after a pass; the penalty of a late one comes first (M22)."""
    deal, home = state.deal, state.home
    passes, needed = state.passes + 1, len(deal.homes)
    facts: dict[str, Any] = {"passes": passes, "needed": needed}
    kind = events.Missed if late else events.Passed
    happened: list[Event] = [kind(seat=seat, colour=home.colour, **facts)]
    last = Last(seat, home.colour, "missed" if late else "pass")
    changes: Changes = {"turns": state.turns + 1, "passes": passes, "last": last}
    changes |= _flipped(state, late, happened)
    if late and deal.clock != "none" and state.own(home.colour):
        right = deal.homes[(state.turns - 1) % needed].seat  # (M15)
        happened.append(events.PenaltyDue(late=seat, by=right))
        owed = Owed(seat, right)
        return Step(state._replace(owed=owed, **changes), tuple(happened))
    return _arrive(state, happened, changes)


def _remove(state: State, seat: Seat, cell: str | None) -> Step[State]:
    """Return what the neighbour chose: a piece goes back to its store (M19).

    It breaks the round of passes and ends all agreement (M22).
    """
    assert state.owed is not None
    late = state.owed.late
    happened: list[Event] = []
    if cell is None:
        happened.append(events.Spared(seat=seat, late=late))
        return _arrive(state, happened, {"owed": None})
    colour = state.deal.colour(late)
    happened.append(events.Removed(seat=seat, late=late, colour=colour, cell=cell))
    if state.agreed:
        happened.append(events.AgreementEnded(seats=state.agreed))
    at, owner = state.deal.colours.index(colour), state.deal.seats.index(late)
    pieces = _changed(state.pieces, at, state.pieces[at] & ~state.board.grid.bit[cell])
    reserve = _changed(state.reserve, owner, state.reserve[owner] + 1)
    changes = _rescored(state, pieces, reserve, happened)
    last = Last(seat, colour, "removed", (cell,))
    changes |= {"owed": None, "passes": 0, "agreed": (), "last": last}
    return _arrive(state, happened, changes)


def _flipped(state: State, late: bool, happened: list[Event]) -> Changes:
    """Return the hourglass turned for the next player (M16, M20)."""
    deal, left = state.deal, state.left
    if deal.clock != "white-hot":
        return {}
    if late or state.used is not None:
        used = left if late else min(state.used or 0, left)
        left = used if deal.sand == "used" else deal.glass - (left - used)
    left = max(left, deal.floor)
    after = deal.homes[(state.turns + 1) % len(deal.homes)].seat
    happened.append(events.GlassTurned(seat=after, seconds=left))
    return {"left": left, "used": None}


def _arrive(state: State, happened: list[Event], changes: Changes) -> Step[State]:
    """Return the position that a turn led to, and whether it is the end."""
    deal = state.deal
    turns = changes.get("turns", state.turns)
    position = position_key(
        deal,
        changes.get("pieces", state.pieces),
        changes.get("reserve", state.reserve),
        turns,
    )
    seen = changes.get("seen", state.seen)
    times = seen.count(position) + 1
    if changes.get("passes", state.passes) >= len(deal.homes):  # (M10)
        changes["over"] = "passes"
    elif times >= TIMES_TO_END:
        changes["over"] = "repetition"
    elif times > 1:
        mover = deal.homes[turns % len(deal.homes)].seat
        happened.append(events.Repeated(seat=mover, times=times))
    changes["seen"] = (*seen, position)
    return Step(state._replace(**changes), tuple(happened))


def _changed(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])
