"""The quick list: what can be played now, as words that can be sent."""

from __future__ import annotations

from pbem.kit.change import changed
from pbem.kit.kept import kept_by_part
from pbem.rules.magblast.check.limits import speaks
from pbem.rules.magblast.fleet import GAP
from pbem.rules.magblast.legal import legal
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.orders.parts import Item, Wing
from pbem.rules.magblast.state import State

MAX_EXAMPLES = 12


def quick_list(state: State, me: int) -> tuple[tuple[str, str], ...]:
    """Return kinds of orders that are possible now, each with an example.

    Empty for a seat that has nothing to decide now.
    """
    if not speaks(state, me):
        return ()
    found: dict[str, str] = {}
    seen, hand = set[type[o.Line]](), _Hand(state, me)
    for order in legal(state, me):
        kind = type(order)
        if kind in seen:
            continue
        if (sort := _sort(order)) not in found:
            found[sort] = _example(order, *hand.called(_number(order)))
            if len(found) == MAX_EXAMPLES:
                break
        if kind not in _VARIED:
            seen.add(kind)
    return tuple(found.items())


_VARIED = (o.Fire, o.Upgrade, o.Launch, o.Play, o.Counter, o.Field, o.Pass)


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


def _number(order: o.Line) -> int:
    """Return the number in hand of the card that an order plays; 0: of none."""
    if isinstance(order, o.Fire | o.Upgrade):
        return order.card.number
    if isinstance(order, o.Launch):
        return order.wing.numbers[0] if order.wing.numbers else 0
    if isinstance(
        order, o.Play | o.Counter | o.Field | o.Reinforce | o.Spacedock | o.Boarding
    ):
        return order.number
    return 0


class _Hand:
    """How the cards of a hand can be called."""

    def __init__(self, state: State, me: int) -> None:
        actions = state.box.actions
        hand = enumerate(state.fleets[me].hand, 1)
        self._cards = {number: actions[card] for number, card in hand if card != GAP}

    def called(self, number: int) -> tuple[str, bool]:
        """Return the key of a card, and whether that is enough to name it."""
        if not number:
            return "", False
        card = self._cards[number]
        same = (one for one in self._cards.values() if one.key == card.key)
        return card.key, all(one is card or one == card for one in same)


@kept_by_part(512)
def _example(order: o.Line, key: str, alone: bool) -> str:
    """Return an order in words, its cards called by name where that is enough.

    `key` is of the card that it plays, or empty; `alone`: it needs no number.
    """
    if isinstance(order, o.Fire | o.Upgrade) and key:
        card = Item(key, 0 if alone else order.card.number)
        return str(changed(order, card=card))
    if isinstance(order, o.Launch) and key:
        return str(changed(order, wing=Wing(key, len(order.wing.numbers))))
    return str(changed(order, number=0)) if alone else str(order)
