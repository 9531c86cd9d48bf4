"""What a line of a turn sounds like to others: they see cards, not their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from pbem.protocol import Seat
from pbem.rules.magblast.check import references
from pbem.rules.magblast.orders.parts import Aim, Item, Wing
from pbem.rules.magblast.state import State
from pbem.rules.magblast.verbs.line import Line

_UNKNOWN = "?"  #: a card that is named by its number, where nobody else knows it


def hears(state: State, seat: Seat, wanted: Line, orders: Mapping[Seat, Line]) -> bool:
    """Return whether observers of a line's effects would call it `wanted`.

    Cards that are played are shown; which number they had in the hand is not, nor
    the condition that their line waited for.
    """
    me, played = state.seat(seat), orders[seat]
    found = plain(state, me, played, knows=True)
    # Orders print what they are, and two of a verb differ in nothing else.
    return type(wanted) is type(played) and found == plain(
        state, me, wanted, knows=False
    )


def plain(state: State, me: int, line: Line, *, knows: bool) -> str:
    """Return a line without what only its player knows: hand numbers and conditions.

    Who does not know the hand cannot mean a card by its number.
    """
    hand = state.fleets[me].hand if knows else ()
    changes: dict[str, Any] = {"when": None}
    for name in (one.name for one in fields(line)):
        value = getattr(line, name)
        if isinstance(value, Item):
            changes[name] = _item(state, hand, value)
        elif isinstance(value, Wing):
            changes[name] = _wing(state, hand, value)
        elif isinstance(value, Aim):
            changes[name] = _aim(state, me, value)
        elif name == "ship":
            changes[name] = references.place_name(state, me, value)
        elif isinstance(value, tuple) and any(isinstance(x, Item) for x in value):
            items = [_item(state, hand, one) for one in value]
            changes[name] = tuple(sorted(items, key=str))
        elif name == "number":
            changes[name] = 0
        elif name == "noise":
            changes[name] = ""
    return str(replace(line, **changes))


def _aim(state: State, me: int, aim: Aim) -> Aim:
    """Return a target with its player, where that can be but one, and its place."""
    others = [one for one in state.living() if one != me]
    seat = state.fleets[others[0]].seat if len(others) == 1 else aim.seat
    fleets = [at for at in others if state.fleets[at].seat == seat]
    ship = references.place_name(state, fleets[0], aim.ship) if fleets else aim.ship
    return Aim(seat, ship)


def _item(state: State, hand: tuple[int, ...], item: Item) -> Item:
    return Item(item.key or _key(state, hand, item.number))


def _wing(state: State, hand: tuple[int, ...], wing: Wing) -> Wing:
    if not wing.numbers:
        return Wing(wing.key, wing.count)
    key = wing.key or _key(state, hand, wing.numbers[0])
    return Wing(key, len(wing.numbers))


def _key(state: State, hand: tuple[int, ...], number: int) -> str:
    """Return what the card of a number in a hand is."""
    if not 1 <= number <= len(hand):
        return _UNKNOWN
    return state.key(hand[number - 1])
