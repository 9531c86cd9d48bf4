"""What a bot thinks of Lava: the fewer gaps a blob has, the sooner it is closed."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from pbem.protocol import Seat
from pbem.rules.lava.board import POINTS, cell
from pbem.rules.lava.orders import AnyOrder, Place
from pbem.rules.lava.state import State

GAP = 0.7  #: what each gap leaves of the nearness of an end
OWN = 1.5  #: an own blob weighs more: all others may close it
WIDE = 1.5  #: weight of a blob that is nearly as wide as puts its owner out


def worth(state: State, seat: Seat) -> float:
    """Return how near a seat is to close what it may, and not to lose by its own."""
    if seat in state.out:
        return 0.0
    mine = _chances(state, seat)
    others = (_chances(state, one) for one in state.left_in if one != seat)
    best = max(others, default=0)
    return 1 / (1 + exp(2 * (best - mine)))


def sensible(state: State, seat: Seat, orders: Sequence[AnyOrder]) -> list[AnyOrder]:
    """Return dice where a blob has the fewest gaps first: there it may be closed."""
    board = state.board
    gaps: dict[tuple[int, int], int] = {}

    def open_round(order: AnyOrder) -> int:
        if not isinstance(order, Place):
            return 0
        at = order.spots[0].at
        if at not in gaps:
            blobs = (board.blob_of.get(cell(*at) + point) for point in POINTS)
            found = (board.gaps[one] for one in blobs if one is not None)
            gaps[at] = min(found, default=0)
        return gaps[at]

    return sorted(orders, key=open_round)


def _chances(state: State, seat: Seat) -> float:
    board, own, terms = state.board, state.colour(seat), state.terms
    loses = terms.lose_own_colour
    found = 0.0
    for number, blob in board.blobs.items():
        if blob.necks < max(1, terms.blob_size):
            continue
        near = GAP ** board.gaps[number]
        found += -OWN * near if (blob.colour == own) is loses else near
        if blob.colour == own and terms.blob_extent:
            found -= WIDE * (blob.extent / terms.blob_extent) ** 4
    return found
