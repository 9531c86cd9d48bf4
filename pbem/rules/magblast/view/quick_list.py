"""The quick list: what can be played now, as words that can be sent."""

from __future__ import annotations

from dataclasses import replace

from pbem.rules.magblast.check.limits import asked
from pbem.rules.magblast.legal import legal
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.orders.parts import Item, Wing
from pbem.rules.magblast.state import SETUP, State

MAX_EXAMPLES = 12


def quick_list(state: State, me: int) -> tuple[tuple[str, str], ...]:
    """Return kinds of orders that are possible now, each with an example.

    Empty for a seat that has nothing to decide now.
    """
    if state.over or state.fleets[me].out is not None:
        return ()
    if state.stack:
        if me not in asked(state):
            return ()
    elif state.phase != SETUP and me != state.active:
        return ()
    found: dict[str, str] = {}
    for order in legal(state, me):
        if (sort := _sort(order)) not in found:
            found[sort] = str(_named(state, me, order))
            if len(found) == MAX_EXAMPLES:
                break
    return tuple(found.items())


def _sort(order: o.Line) -> str:
    """Return what sort of order it is; one example of each is enough."""
    word = type(order).__name__.lower()
    if isinstance(order, o.Fire | o.Upgrade):
        return f"{word} {order.card.number}"
    if isinstance(order, o.Launch):
        return f"{word} {order.wing.numbers[:1]}"
    if isinstance(order, o.Play | o.Counter | o.Field):
        return f"{word} {order.key}"
    if isinstance(order, o.Pass):
        return f"{word} {order.all}"
    return word


def _named(state: State, me: int, order: o.Line) -> o.Line:
    """Return an order with its cards called by name where that is enough."""
    hand = state.fleets[me].hand

    def name(number: int) -> Item:
        key = state.key(hand[number - 1])
        same = [card for card in state.fleets[me].cards if state.key(card) == key]
        alike = {state.action(card) for card in same}
        return Item(key, 0 if len(alike) == 1 else number)

    if isinstance(order, o.Fire | o.Upgrade) and order.card.number:
        return replace(order, card=name(order.card.number))
    if isinstance(order, o.Launch) and order.wing.numbers:
        key = state.key(hand[order.wing.numbers[0] - 1])
        return replace(order, wing=Wing(key, len(order.wing.numbers)))
    if isinstance(
        order, o.Play | o.Counter | o.Field | o.Reinforce | o.Spacedock | o.Boarding
    ):
        plain = order.number and not name(order.number).number
        return replace(order, number=0) if plain else order
    return order
