"""Orders of Magma carried out: the new state, and what happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from pbem.protocol import Event, Seat, Step
from pbem.rules.magma import events
from pbem.rules.magma.binding import AnyBound
from pbem.rules.magma.orders import Agree
from pbem.rules.magma.state import Deed, Owed, State, position_key, tallies

TIMES_TO_END = 3  #: the same position, with the same seat to move (M17)

Changes: TypeAlias = dict[str, Any]
"""Fields of a state that a turn gives other values."""

TOLD_BEFORE = (
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
    (deed,) = orders.values()
    assert isinstance(deed, Deed)
    if deed.kind in ("move", "enter"):
        return _moved(state, deed)
    if deed.kind in ("pass", "missed"):
        return _passed(state, deed)
    return _punished(state, deed)


def explain(state: State, seat: Seat, order: AnyBound) -> tuple[Event, ...]:
    """Return what an order would do: the move, the scores, the end."""
    if isinstance(order, Deed):
        step = resolve(state, {seat: order})
    else:
        step = anytime(state, seat, order)
    would = tuple(event for event in step.events if isinstance(event, TOLD_BEFORE))
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


def _moved(state: State, deed: Deed) -> Step[State]:
    """Return the turn after a move or an entry, which ends all agreement (M10)."""
    grid, reserve = state.board.grid, state.reserve
    at = state.deal.colours.index(deed.colour)
    own = state.pieces[at] | grid.bit[deed.path[-1]]
    happened: list[Event]
    changes: Changes = {}
    told: dict[str, Any] = {"seat": deed.seat, "colour": deed.colour}
    told |= {"path": deed.path, "over": deed.over}
    if deed.kind == "move":
        own &= ~grid.bit[deed.path[0]]
        happened = [events.Moved(**told)]
    else:
        owner = state.deal.seats.index(deed.seat)
        reserve = _changed(reserve, owner, reserve[owner] - 1)
        home, left = state.home.cell, reserve[owner]
        happened = [events.Entered(**told, home=home, left=left)]
        # Without a clock no piece leaves, so no earlier position comes again (M24).
        if state.deal.clock == "none":
            changes["seen"] = ()
    if state.agreed:
        happened.append(events.AgreementEnded(seats=state.agreed))
    changes |= _rescored(state, _changed(state.pieces, at, own), reserve, happened)
    changes |= {"turns": state.turns + 1, "passes": 0, "agreed": (), "last": deed}
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


def _passed(state: State, deed: Deed) -> Step[State]:
    """Return the turn after a pass; the penalty of a late one comes first (M22)."""
    deal, late = state.deal, deed.kind == "missed"
    passes, needed = state.passes + 1, len(deal.homes)
    kind = events.Missed if late else events.Passed
    happened: list[Event] = [
        kind(seat=deed.seat, colour=deed.colour, passes=passes, needed=needed)
    ]
    changes: Changes = {"turns": state.turns + 1, "passes": passes, "last": deed}
    changes |= _flipped(state, late, happened)
    if late and deal.clock != "none" and state.own(deed.colour):
        right = deal.homes[(state.turns - 1) % needed].seat  # (M15)
        happened.append(events.PenaltyDue(late=deed.seat, by=right))
        owed = Owed(deed.seat, right)
        return Step(state._replace(owed=owed, **changes), tuple(happened))
    return _arrive(state, happened, changes)


def _punished(state: State, deed: Deed) -> Step[State]:
    """Return what the neighbour chose: a piece goes back to its store (M19).

    It breaks the round of passes and ends all agreement (M22).
    """
    assert state.owed is not None
    late = state.owed.late
    if deed.kind == "spared":
        spared = events.Spared(seat=deed.seat, late=late)
        return _arrive(state, [spared], {"owed": None})
    (cell,), deal = deed.path, state.deal
    happened: list[Event] = [
        events.Removed(seat=deed.seat, late=late, colour=deed.colour, cell=cell)
    ]
    if state.agreed:
        happened.append(events.AgreementEnded(seats=state.agreed))
    at, owner = deal.colours.index(deed.colour), deal.seats.index(late)
    pieces = _changed(state.pieces, at, state.pieces[at] & ~state.board.grid.bit[cell])
    reserve = _changed(state.reserve, owner, state.reserve[owner] + 1)
    changes = _rescored(state, pieces, reserve, happened)
    changes |= {"owed": None, "passes": 0, "agreed": (), "last": deed}
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
