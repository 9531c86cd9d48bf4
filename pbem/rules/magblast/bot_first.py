"""What comes to a bot of Mag-Blast first, found without a look at all it could do.

Playouts go on by first guesses alone. So orders are listed kind by kind, those first
that `sensible` puts first, and none behind a kind that has any.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

from pbem.protocol import Seat
from pbem.rules.magblast import bot_cards, legal
from pbem.rules.magblast.bot import STRAYS, ranked, sensible
from pbem.rules.magblast.cards import KINDS
from pbem.rules.magblast.check.limits import after_moves
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import DISCARD, MOVEMENT, SETUP, SHIPS, State

_GAINS, _ATTACKS, _OTHERS = range(3)  #: what a card or a power is good for
_SORT_OF = dict.fromkeys(KINDS, _ATTACKS) | {"allocation": _GAINS}
_SORT_OF |= dict.fromkeys((*o.Upgrade.keys, *o.Field.keys, "spacedock"), _OTHERS)
_POWERS = {"sol": _GAINS, "mentak": _ATTACKS, "naalu": _OTHERS}


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
        return due or legal.DRAW
    for orders in _kinds(state, me):
        if orders and (found := ranked(state, me, orders)):
            (rank, _), order = min(found, key=itemgetter(0))
            if rank != STRAYS:
                return order
    return legal.END


def _kinds(state: State, me: int) -> Iterator[list[o.Line]]:
    """Yield what brings ships and cards, moves, attacks, and what else there is."""
    hand, after = legal.sorts(state, me), after_moves(state)
    found = legal.growth(state, me, hand) if state.phase <= SHIPS else []
    used = _POWERS.get(state.power(me))
    for sort in (_GAINS, _ATTACKS, _OTHERS):
        for ways, key, number in hand.cards:
            if _SORT_OF[key] == sort:
                found += ways(after, me, key, number)
        if sort == _ATTACKS:
            for key in hand.wings:
                found += o.Launch.flights(after, me, key)
        if used == sort:
            found += legal.powers(after, me)
        yield found
        if sort == _GAINS and state.phase <= MOVEMENT:
            yield [*legal.moves(state, me)]
        found = []
