"""The quick list: what can be played now, as words that can be sent."""

from __future__ import annotations

from dataclasses import replace

from pbem.rules.magblast.check.limits import may_order
from pbem.rules.magblast.legal import legal
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.orders.parts import Item, Wing
from pbem.rules.magblast.state import State

MAX_EXAMPLES = 12


def quick_list(state: State, me: int) -> tuple[tuple[str, str], ...]:
    """Return sorts of orders that are possible now, each with an example.

    Empty for a seat that has nothing to decide now.
    """
    found: dict[str, str] = {}
    for order in legal(state, me) if may_order(state, me) else ():
        sort = _sort(order)
        if sort not in found:
            found[sort] = _example(state, me, order)
        if len(found) == MAX_EXAMPLES:
            break
    return tuple(found.items())


def _sort(order: o.Line) -> str:
    """Return what sort of order it is: of each, one example is enough."""
    word = type(order).__name__.lower()
    match order:
        case o.Fire() | o.Upgrade():
            return f"{word} {order.card.number}"
        case o.Play() | o.Counter() | o.Field():
            return f"{word} {order.key}"
        case o.Launch():
            return f"{word} {order.wing.numbers[:1]}"
        case o.Pass():
            return f"{word} {order.all}"
    return word


def _example(state: State, me: int, order: o.Line) -> str:
    """Return an order in words; cards go by their names where that is enough."""
    match order:
        case o.Fire() | o.Upgrade():
            number = order.card.number
            number = 0 if _is_plain(state, me, number) else number
            key = state.held(me, order.card.number)
            order = replace(order, card=Item(key, number))
        case o.Launch():
            key = state.held(me, order.wing.numbers[0])
            order = replace(order, wing=Wing(key, len(order.wing.numbers)))
        case (
            o.Play() | o.Counter() | o.Field() | o.Reinforce() | o.Spacedock()
            | o.Boarding()
        ) if _is_plain(state, me, order.number):  # fmt: skip
            order = replace(order, number=0)
    return str(order)


def _is_plain(state: State, me: int, number: int) -> bool:
    """Return whether all cards in a hand with the name of one are like it."""
    card = state.action(state.fleets[me].hand[number - 1])
    mine = map(state.action, state.fleets[me].cards)
    return all(one == card for one in mine if one.key == card.key)
