"""The quick list: what can be played now, as words that can be sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from typing import Any

from pbem.rules.magblast.check.limits import speaks
from pbem.rules.magblast.decks import box
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
    found, seen = dict[tuple[type[o.Line], Any], tuple[str, str]](), set()
    called = _called(state.deck, state.fleets[me].hand)
    for order in legal(state, me):
        kind = type(order)
        if kind in seen:
            continue
        if varies := _VARIED.get(kind):
            sort = kind, varies(order)
        else:
            sort = kind, None
            seen.add(kind)
        if sort not in found:
            number = _PLAYED[kind](order) if kind in _PLAYED else 0
            found[sort] = _example(order, *called[number])
            if len(found) == MAX_EXAMPLES:
                break
    return tuple(found.values())


_number_of, _key_of = attrgetter("card.number"), attrgetter("key")
#: Verbs of which there are several sorts, one example of each is enough: by what.
_VARIED: dict[type[o.Line], Callable[[Any], Any]] = {
    **{o.Fire: _number_of, o.Upgrade: _number_of, o.Pass: attrgetter("all")},
    **{o.Play: _key_of, o.Counter: _key_of, o.Field: _key_of},
    o.Launch: lambda order: order.wing.numbers[:1],
}
#: Verbs that play a card, and what gives its number in hand; 0: of none.
_PLAYED: dict[type[o.Line], Callable[[Any], int]] = {
    **{o.Fire: _number_of, o.Upgrade: _number_of},
    o.Launch: lambda order: order.wing.numbers[0] if order.wing.numbers else 0,
    **dict.fromkeys(
        (o.Play, o.Counter, o.Field, o.Reinforce, o.Spacedock, o.Boarding),
        attrgetter("number"),
    ),
}


def _called(deck: str, hand: tuple[int, ...]) -> list[tuple[str, bool]]:
    """Return by the numbers of a hand the keys of its cards, and whether that is enough
    to name each; the first stands for no card."""
    actions, found = box(deck).actions, [("", False)]
    cards = [actions[card] for card in hand if card != GAP]
    for number in hand:
        card = actions[number]
        alike = [one is card or one == card for one in cards if one.key == card.key]
        found.append((card.key, all(alike)))
    return found


def _example(order: o.Line, key: str, alone: bool) -> tuple[str, str]:
    """Return what sort of order it is, and it in words, its cards called by name where
    that is enough.

    `key` is of the card that it plays, or empty; `alone`: it needs no number.
    """
    kind = type(order)
    word, varies = kind.__name__.lower(), _VARIED.get(kind)
    sort = f"{word} {varies(order)}" if varies else word
    return sort, _words(order, key, alone)


def _words(order: o.Line, key: str, alone: bool) -> str:
    if isinstance(order, o.Fire | o.Upgrade) and key:
        card = Item(key, 0 if alone else order.card.number)
        return str(replace(order, card=card))
    if isinstance(order, o.Launch) and key:
        return str(replace(order, wing=Wing(key, len(order.wing.numbers))))
    numbered: Any = order
    return str(replace(numbered, number=0)) if alone else str(order)
