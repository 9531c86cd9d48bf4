"""What comes to a bot of Mag-Blast first, found without a look at all it could do.

Playouts go on by first guesses alone. So orders are listed kind by kind, those first
that `sensible` puts first, and none behind a kind that has any.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from pbem.protocol import Seat
from pbem.rules.magblast import bot_cards, legal
from pbem.rules.magblast.bot import STRAYS, ranked, sensible
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import DISCARD, SETUP, State

_GAINS, _MOVES, _ATTACKS, _OTHERS = range(4)  #: what an order is good for
_SORT_OF: Mapping[type[o.Line], int] = {
    **dict.fromkeys((o.Reinforce, o.Resources, o.Sol), _GAINS),
    **dict.fromkeys((o.Upgrade, o.Field, o.Spacedock, o.Naalu), _OTHERS),
    o.Move: _MOVES,
}


def first_guess(state: State, seat: Seat) -> o.Line | None:
    """Return what `sensible` puts first of all that is legal; None: nothing is."""
    me = state.seat(seat)
    if state.stack or state.phase == SETUP or state.drawn is not None:
        orders: Sequence[o.Line] = legal.legal(state, me)
        if len(orders) > 1:
            orders = sensible(state, seat, orders)
        return orders[0] if orders else None
    if state.phase == DISCARD:
        due = bot_cards.due(state, me) if state.fleets[me].turns > 1 else None
        return due or o.Draw()
    for orders in _kinds(state, me):
        if orders and (found := ranked(state, me, orders)):
            (rank, _), order = min(found, key=itemgetter(0))
            if rank != STRAYS:
                return order
    return o.End()


def _kinds(state: State, me: int) -> Iterator[list[o.Line]]:
    """Yield what brings ships and cards, moves, attacks, and what else there is."""
    playable = legal.turn(state, me)
    for sort in (_GAINS, _MOVES, _ATTACKS, _OTHERS):
        some = [one for one in playable if _sort(one) == sort]
        yield [order for one in some for order in one.orders(state, me)]


def _sort(playable: legal.Playable) -> int:
    gains = playable.key == "allocation"
    return _GAINS if gains else _SORT_OF.get(playable.verb, _ATTACKS)
