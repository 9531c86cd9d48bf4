"""What is wrong with an order of Magic Arena."""

from __future__ import annotations

from pbem.kit import squares
from pbem.protocol import Bound, Fault, Order, Seat
from pbem.rules.arena.orders import Act, Resign, Start
from pbem.rules.arena.plan import plan_turn
from pbem.rules.arena.state import Settings, State


def check(state: State, seat: Seat, order: Order) -> tuple[Fault, ...]:
    """Return the parts that will be ignored (A16), or why all of it is refused."""
    if isinstance(order, Resign):
        return () if seat in state.standing() else (refusal(state, seat),)
    start = as_start(state, order)
    if start is not None:
        return _check_start(state.settings, start)
    fighter = state.fighter(seat)
    if not isinstance(order, Act) or fighter is None:
        code = "illegal.started" if state.turn else "illegal.start-first"
        return (Fault(code, given={"types": state.settings.types}),)
    return tuple(plan_turn(state.settings, fighter, order).faults)


def bind(state: State, seat: Seat, order: Order) -> Bound[Order]:
    """Return an order with what is wrong with it."""
    faults = check(state, seat, order)
    return Bound(None if any(one.refuses for one in faults) else order, faults)


def refusal(state: State, seat: Seat) -> Fault:
    """Return why a seat may not speak: it was removed, or it resigned."""
    fighter = state.fighter(seat)
    resigned = seat in state.gone or (fighter is not None and fighter.resigned)
    given = {"turn": fighter.out if fighter else 0, "resigned": resigned}
    return Fault("illegal.out", given=given)


def as_start(state: State, order: Order) -> Start | None:
    """Return an order as a choice of types and square, if it is turn 0.

    With `types=all` that is a square alone, which reads like a move.
    """
    if state.turn:
        return None
    if isinstance(order, Start):
        return order
    if isinstance(order, Act) and state.settings.types == "all" and not order.parts:
        return Start(types=(), square=order.move, span=order.span)
    return None


def _check_start(settings: Settings, start: Start) -> tuple[Fault, ...]:
    """Return why a choice cannot stand; a square may be shared (A19)."""
    wanted = int(settings.types) if settings.types != "all" else 0
    given = {"wanted": wanted, "found": start.types, "last": settings.last}
    if squares.find(start.square, settings.size) is None:
        given["square"] = start.square
        return (Fault("illegal.start-square", start.span, given),)
    if wanted and (len(start.types) != wanted or len(set(start.types)) != wanted):
        return (Fault("illegal.start-types", start.span, given),)
    return ()
