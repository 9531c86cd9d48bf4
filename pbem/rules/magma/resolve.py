"""Orders of Magma carried out: the new state, and what happened."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from pbem.protocol import Event, Seat, Step
from pbem.rules.magma import events
from pbem.rules.magma.binding import AnyBound
from pbem.rules.magma.orders import Agree
from pbem.rules.magma.state import Action, Deal, Owed, Position, State, times
from pbem.rules.magma.turn_events import events_of

TIMES_TO_END = 3  #: the same position, with the same seat to move (M17)

FORETOLD = (
    events.Moved,
    events.Entered,
    events.Passed,
    events.Agreed,
    events.Disagreed,
    events.Removed,
    events.Spared,
    events.ScoreChanged,
)
"""What an order is said to do before it is done."""


def resolve(state: State, orders: Mapping[Seat, AnyBound]) -> Step[State]:
    """Return what a turn, or a penalty, brings."""
    (action,) = orders.values()
    assert isinstance(action, Action)
    if action.kind in ("move", "enter"):
        after = _moved(state, action)
    elif action.kind in ("pass", "missed"):
        after = _passed(state, action)
    else:
        after = _punished(state, action)
    return Step(after, (), partial(events_of, state, action, after))


def explain(state: State, seat: Seat, order: AnyBound) -> tuple[Event, ...]:
    """Return what an order would do: the move, the scores, the end."""
    if isinstance(order, Action):
        step = resolve(state, {seat: order})
    else:
        step = anytime(state, seat, order)
    would = tuple(event for event in step.events if isinstance(event, FORETOLD))
    outcome = step.state.outcome
    if outcome is None:
        return would
    end = events.Ends(seat=seat, reason=outcome.reason, winners=outcome.winners)
    return (*would, end)


def anytime(state: State, seat: Seat, order: AnyBound) -> Step[State]:
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


def _moved(state: State, action: Action) -> State:
    """Return the state after a move or an entry, which ends all agreement (M10)."""
    deal, reserve, seen, path = state.deal, state.reserve, state.seen, action.path
    cells = deal.board.grid.bit[path[-1]]
    if action.kind == "move":
        cells |= deal.board.grid.bit[path[0]]
    else:
        reserve = _changed(reserve, deal.seats.index(action.seat), -1)
        # Without a clock no piece leaves, so no earlier position comes again (M24).
        if deal.clock == "none":
            seen = ()
    pieces = _with(state, action, cells)
    seen = (*seen, (pieces, reserve))
    left, used = _flipped(state, late=False)
    return state._replace(
        pieces=pieces,
        reserve=reserve,
        turns=state.turns + 1,
        passes=0,
        agreed=(),
        seen=seen,
        last=action,
        left=left,
        used=used,
        over=_over(deal, 0, seen),
    )


def _passed(state: State, action: Action) -> State:
    """Return the state after a pass; the penalty of a late one comes first (M22)."""
    deal, late, owed = state.deal, action.kind == "missed", None
    passes, seen, over = state.passes + 1, state.seen, None
    if late and deal.clock != "none" and state.own(action.colour):
        right = deal.homes[(state.turns - 1) % len(deal.homes)].seat  # (M15)
        owed = Owed(action.seat, right)
    else:
        seen = (*seen, (state.pieces, state.reserve))
        over = _over(deal, passes, seen)
    left, used = _flipped(state, late=late)
    return state._replace(
        turns=state.turns + 1,
        passes=passes,
        seen=seen,
        last=action,
        owed=owed,
        left=left,
        used=used,
        over=over,
    )


def _punished(state: State, action: Action) -> State:
    """Return the state after a penalty: a piece goes back to its store (M19).

    It breaks the round of passes and ends all agreement (M22).
    """
    assert state.owed is not None
    pieces, reserve, passes = state.pieces, state.reserve, state.passes
    agreed, last = state.agreed, state.last
    if action.kind == "removed":
        pieces = _with(state, action, state.board.grid.bit[action.path[0]])
        reserve = _changed(reserve, state.deal.seats.index(state.owed.late), 1)
        passes, agreed, last = 0, (), action
    seen = (*state.seen, (pieces, reserve))
    return state._replace(
        pieces=pieces,
        reserve=reserve,
        passes=passes,
        agreed=agreed,
        seen=seen,
        last=last,
        owed=None,
        over=_over(state.deal, passes, seen),
    )


def _flipped(state: State, *, late: bool) -> tuple[int, int | None]:
    """Return what the hourglass leaves the next player (M16, M20), and has used."""
    deal, left = state.deal, state.left
    if deal.clock != "white-hot":
        return left, state.used
    if late or state.used is not None:
        used = left if late else min(state.used or 0, left)
        left = used if deal.sand == "used" else deal.glass - (left - used)
    return max(left, deal.floor), None


def _over(deal: Deal, passes: int, seen: tuple[Position, ...]) -> str | None:
    """Return how the game ends with the last of these positions, or None."""
    turns = len(deal.homes)
    if passes >= turns:  # (M10)
        return "passes"
    if len(seen) > turns and times(seen, turns) >= TIMES_TO_END:
        return "repetition"
    return None


def _with(state: State, action: Action, cells: int) -> tuple[int, ...]:
    """Return all pieces, those of an action's colour on other cells than before."""
    at = state.deal.colours.index(action.colour)
    pieces = state.pieces
    return (*pieces[:at], pieces[at] ^ cells, *pieces[at + 1 :])


def _changed(reserve: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return (*reserve[:at], reserve[at] + by, *reserve[at + 1 :])
