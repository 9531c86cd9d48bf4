"""What a bot thinks of Magma: the score as it stands, and passing comes last."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from pbem.protocol import Seat
from pbem.rules.magma.binding import bind
from pbem.rules.magma.orders import AnyOrder, Pass
from pbem.rules.magma.resolve import resolve
from pbem.rules.magma.state import State

LEAD = 12.0  #: points that make a game as good as decided
LONG = 25  #: rounds after which only what gains something is worth a turn


def worth(state: State, seat: Seat) -> float:
    """Return how far a seat's colour leads the best of the others."""
    colour, deal = state.deal.colour(seat), state.deal
    scores = dict(zip(deal.colours, state.tally.scores, strict=True))
    mine = scores.pop(colour)
    return 1 / (1 + exp((max(scores.values(), default=0) - mine) / LEAD))


def sensible(state: State, seat: Seat, orders: Sequence[AnyOrder]) -> list[AnyOrder]:
    """Return moves and entries, then the pass; late in a game only those that gain."""
    passes = [order for order in orders if isinstance(order, Pass)]
    others = [order for order in orders if not isinstance(order, Pass)]
    if passes and state.turns >= LONG * len(state.deal.homes):
        now = worth(state, seat)
        others = [order for order in others if _after(state, seat, order) > now]
    return [*others, *passes]


def _after(state: State, seat: Seat, order: AnyOrder) -> float:
    bound = bind(state, seat, order).order
    return 0.0 if bound is None else worth(resolve(state, {seat: bound}).state, seat)
