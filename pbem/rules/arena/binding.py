"""An order of Magic Arena in a position: what it comes to, and what is wrong."""

from __future__ import annotations

from typing import TypeAlias

from pbem.kit import squares
from pbem.kit.turns import Resign
from pbem.protocol import Bound, Event, Fault, Order, Seat
from pbem.rules.arena.events import Planned
from pbem.rules.arena.orders import Act, Start
from pbem.rules.arena.plan import Plan, plan_turn
from pbem.rules.arena.state import Settings, State

AnyBound: TypeAlias = Plan | Start | Resign
"""What a turn comes to, the choice before the first one, or a resignation."""


def bind(state: State, seat: Seat, order: Order) -> Bound[AnyBound]:
    """Return the bound order of a turn, with faults for the parts that are ignored
    (A16)."""
    fighter = state.fighter(seat)
    if isinstance(order, Act) and fighter is not None:
        plan = plan_turn(state.settings, fighter, order)
        return Bound(plan, tuple(plan.faults))
    if isinstance(order, Resign):
        standing = seat in state.standing()
        return Bound(order) if standing else Bound.no(refusal(state, seat))
    start = _as_start(state, order)
    if start is not None:
        fault = _check_start(state.settings, start)
        return Bound.no(fault) if fault else Bound(start)
    code = "illegal.started" if state.turn else "illegal.start-first"
    return Bound.no(Fault(code, given={"types": state.settings.types}))


def refusal(state: State, seat: Seat) -> Fault:
    """Return why a seat may not speak: it was removed, or it resigned."""
    fighter = state.fighter(seat)
    resigned = seat in state.gone or (fighter is not None and fighter.resigned)
    given = {"turn": fighter.out if fighter else 0, "resigned": resigned}
    return Fault("illegal.out", given=given)


def _as_start(state: State, order: Order) -> Start | None:
    """Return an order as a choice of types and square, if it is turn 0.

    With `types=all` that is a square alone, which reads like a move; types that are
    named all the same change nothing (A27).
    """
    if state.turn:
        return None
    if isinstance(order, Start):
        return order
    if isinstance(order, Act) and state.settings.types == "all" and not order.parts:
        return Start(types=(), square=order.move, span=order.span)
    return None


def _check_start(settings: Settings, start: Start) -> Fault | None:
    """Return why a choice cannot stand, or None; a square may be shared (A19)."""
    required = int(settings.types) if settings.types != "all" else 0
    given = {"wanted": required, "found": start.types, "last": settings.last}
    if squares.find(start.square, settings.size) is None:
        given["square"] = start.square
        return Fault("illegal.start-square", start.span, given)
    if required and (len(start.types) != required or len(set(start.types)) != required):
        return Fault("illegal.start-types", start.span, given)
    return None


def explain(state: State, seat: Seat, order: AnyBound) -> tuple[Event, ...]:
    """Return what each part of an order does and costs, in the order written."""
    if isinstance(order, Resign):
        return ()
    if isinstance(order, Start):
        part, types, at = str(order), ", ".join(order.types), order.square
        return (Planned(seat=seat, part=part, kind="start", name=types, square=at),)
    size = state.settings.size
    square = order.fighter.square if order.walked is None else order.walked
    walk = Planned(
        seat=seat,
        part=order.move,
        kind="stay" if order.walked is None else "walk",
        square=squares.name(square, size),
        left=order.fighter.mp,
    )
    spells = (
        Planned(
            seat=seat,
            part=spell.part,
            kind="cast" if spell.magic else "heal",
            name=spell.magic.name if spell.magic else f"H{spell.heal}",
            target=spell.target,
            square=squares.name(spell.square, size),
            squares=tuple(squares.name(at, size) for at in sorted(order.area(spell))),
            cost=spell.cost,
            left=spell.left,
        )
        for spell in order.spells
    )
    return (walk, *spells)
