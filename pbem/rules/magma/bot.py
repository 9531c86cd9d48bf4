"""What a bot thinks of Magma: what its own colour has, and passing comes last.

The weights were fitted to who won (logistic regression) in games between bots. Of two
colours what one loses is as good as what the other gains; what a move takes from one of
several others helps the rest as well, so it counts for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from pbem.protocol import Seat
from pbem.rules.magma.binding import bind
from pbem.rules.magma.orders import AnyOrder, Pass
from pbem.rules.magma.resolve import resolve
from pbem.rules.magma.state import State

PIECE = 3.0  #: points that a piece is worth besides its own: it opens cells for long
USUAL, LEAD = 110.0, 24.0  #: points of a colour as a rule, and that make a difference
LONG = 25  #: rounds after which only what gains something is worth a turn


def worth(state: State, seat: Seat) -> float:
    """Return how well a seat's colour stands by its score, and more for its pieces,
    against the other's where there are two."""
    at = state.deal.colours.index(state.deal.colour(seat))
    both = zip(state.tally.scores, state.pieces, strict=True)
    points = [score + PIECE * pieces.bit_count() for score, pieces in both]
    other = points[1 - at] if len(points) == 2 else USUAL
    return 1 / (1 + exp((other - points[at]) / LEAD))


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
