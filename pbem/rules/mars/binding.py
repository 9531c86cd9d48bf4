"""What is wrong with an order before anything happens.

A plan is refused for what can never be: places that are not there, colours
that are not one's own, roads that no bridge will make (Z23). What may come in
time (a pawn, a free platform, a bridge) is left to the round, and so are its
places: tiles that are laid on the way may merge them with others.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from pbem.kit.seats import seat_named
from pbem.protocol import Bound, Event, Fault, Order, Seat
from pbem.rules.mars.actions.action import context_of
from pbem.rules.mars.actions.others import Use
from pbem.rules.mars.orders import Communicate, Communication, Nudge, Plan, Stare, Talk
from pbem.rules.mars.state import State

MAX_PLAN_ACTIONS = 60  #: Z23
MAX_TALK_CHARACTERS = 1000


AnyBound: TypeAlias = Plan | Communication


def bind(state: State, seat: Seat, order: Order) -> Bound[AnyBound]:
    """Return a plan, or communication with the seat that it is for by its name."""
    if isinstance(order, Plan):
        faults = check_plan(state, seat, order)
        return Bound(None if faults else order, faults)
    assert isinstance(order, Communication)
    fault = check_communication(state, seat, order)
    if fault is not None:
        return Bound.no(fault)
    if isinstance(order, Stare | Nudge):
        return Bound(replace(order, at=seat_named(order.at, state.seats)))
    return Bound(order)


def explain(state: State, seat: Seat, order: AnyBound) -> tuple[Event, ...]:
    """Return what a plan would do, action by action."""
    if not isinstance(order, Plan):
        return ()
    board, hand = state.board, state.hand(seat)
    return tuple(action.explained(board, hand) for action in order.actions)


def check_plan(state: State, seat: Seat, plan: Plan) -> tuple[Fault, ...]:
    """Return all that is wrong with a plan, each fault with its place (Z23)."""
    if len(plan.actions) > MAX_PLAN_ACTIONS:
        given = {"most": MAX_PLAN_ACTIONS, "found": len(plan.actions)}
        return (Fault("illegal.too-many", given=given),)
    context = context_of(state, seat)
    found: list[Fault] = []
    for number, action in enumerate(plan.actions):
        if faults := action.faults(context):
            span = plan.spans()[number:][:1] or [(0, 0)]
            found += [fault._replace(span=span[0]) for fault in faults]
        if isinstance(action, Use) and 1 <= action.tile <= len(state.hands):
            context = context._replace(hand=state.hands[action.tile - 1])
    return tuple(found)


def check_communication(state: State, seat: Seat, order: Communication) -> Fault | None:
    """Return what is wrong with communication, or None (Z27)."""
    if state.solo:
        return Fault("illegal.alone")
    fault: Fault | None = None
    if isinstance(order, Talk):
        fault = silence(state)
        if fault is None and len(order.words) > MAX_TALK_CHARACTERS:
            fault = Fault("illegal.long-talk", given={"most": MAX_TALK_CHARACTERS})
    elif isinstance(order, Stare | Nudge):
        fault = _whom(state, seat, order.at)
    if fault is None and not isinstance(order, Talk | Stare):
        fault = _module(state, order)
    return fault


def silence(state: State) -> Fault | None:
    """Return why nobody may talk now, or None (Z22)."""
    if not state.silent:
        return None
    if not state.talking:
        return Fault("illegal.silent", given={"wild": state.wild})
    if state.sand <= state.talk_price:
        given = {"price": state.talk_price, "sand": state.sand}
        return Fault("illegal.no-breath", given=given)
    return None


def _whom(state: State, seat: Seat, text: str) -> Fault | None:
    at = seat_named(text, state.seats)
    if at and at != seat:
        return None
    others = tuple(name for name in state.seats if name != seat)
    if at:
        return Fault("illegal.yourself", given={"seats": others})
    return Fault("illegal.nobody", given={"found": text, "seats": others})


def _module(state: State, order: Communication) -> Fault | None:
    if state.settings.module < 2:
        what = "wild" if isinstance(order, Communicate) else "pawn"
        return Fault("illegal.module", given={"what": what, "from": 2})
    if isinstance(order, Communicate):
        if state.talking:
            return Fault("illegal.talking-already")
        if not state.wild:
            return Fault("illegal.no-wild")
    return None
