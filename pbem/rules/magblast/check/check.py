"""What is wrong with an order, whatever the open window asks for."""

from __future__ import annotations

from pbem.protocol import LEFT_OUT, Order
from pbem.rules.magblast.check import anytime, references
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.check.placement import deployment, placing
from pbem.rules.magblast.check.plan import plan
from pbem.rules.magblast.check.reactions import reaction
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.orders.parts import When
from pbem.rules.magblast.state import SETUP, State


def check(state: State, me: int, order: Order) -> None:
    """Raise Illegal for an order that cannot be carried out now."""
    if isinstance(order, o.Anytime):
        anytime.check(state, me, order)
    elif state.phase == SETUP:
        if not isinstance(order, o.Place):
            raise Illegal("place-first", count=len(state.fleets[me].dealt))
        deployment(state, me, order)
    elif state.stack:
        if not isinstance(order, o.Reaction):
            raise Illegal("answer", card=state.title(state.stack[-1].key))
        if order.when is not None:
            raise Illegal("answer-when")
        reaction(state, me, order)
    elif isinstance(order, o.Line):
        if order.when is not None and not holds(state, order.when):
            raise Illegal(LEFT_OUT, when=str(order.when))  # (B45)
        if isinstance(order, o.Place):
            placing(state, order)
        elif state.drawn is not None:
            raise Illegal("place-one", count=len(state.drawn.ships))
        else:
            plan(state, me, order)


def holds(state: State, when: When) -> bool:
    """Return whether the condition of a line holds; raise Illegal for its words."""
    if when.kind == "then":
        return state.last in ("hit", "stands")
    if not when.place:
        return state.last == when.kind
    fleet = references.opponent(state, state.active, when.seat)
    if when.kind == "empty":
        return state.fleets[fleet].in_zone(references.zone(when.place)) == 0
    try:
        references.berth(state, fleet, when.place)
    except Illegal:
        return when.kind == "gone"
    return when.kind == "stands"
