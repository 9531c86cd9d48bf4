"""Everything that can be done now, one order for each way of doing it.

A verb says what is worth trying (`candidates`); what its `find` takes can be done.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from pbem.rules.magblast.cards import SQUADRONS
from pbem.rules.magblast.fleet import GAP
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import SETUP, State

#: What plays a card in one's turn, and in answer to another, by the card's key.
_CARDS: Mapping[str, type[o.Line]] = {
    key: verb
    for verb in (o.Fire, o.Field, o.Spacedock, o.Play, o.Boarding, o.Upgrade,
                 o.Reinforce, o.Launch)
    for key in verb.keys
}  # fmt: skip
_COUNTERS: Mapping[str, type[o.Line]] = {"flux": o.Counter, "evasive": o.Counter}
#: What uses the power of a flagship, likewise.
_POWERS: Mapping[str, type[o.Line]] = {
    "sol": o.Sol,
    "naalu": o.Naalu,
    "mentak": o.Mentak,
}
_DEFENCES: Mapping[str, type[o.Line]] = {"jol-nar": o.JolNar, "yssaril": o.Yssaril}


class Playable(NamedTuple):
    """A verb, and the card that it would play."""

    verb: type[o.Line]
    number: int = 0  #: of the card in hand; 0: none
    key: str = ""  #: of the card

    def orders(self, state: State, me: int) -> list[o.Line]:
        """Return the orders that can be carried out."""
        return self.verb.legal(state, me, self.number)


def legal(state: State, me: int) -> Sequence[o.Line]:
    """Return all that a seat which is asked may order now."""
    if state.stack:
        counters = _in_hand(state, me, _COUNTERS)
        power = _power(state, me, _DEFENCES)
        playable = [Playable(o.Pass), *counters, Playable(o.Defend), *power]
    elif state.phase == SETUP or state.drawn is not None:
        playable = [Playable(o.Place)]
    else:
        playable = [
            Playable(o.Draw),
            Playable(o.Discard),
            *turn(state, me),
            Playable(o.End),
        ]
    return [order for one in playable for order in one.orders(state, me)]


def turn(state: State, me: int) -> list[Playable]:
    """Return what can be tried between the draw and the end of a turn, in the order of
    the phases; squadrons come behind other cards."""
    cards = _in_hand(state, me, _CARDS)
    ships = [one for one in cards if one.verb is o.Reinforce]
    wings = [one for one in cards if one.verb is o.Launch]
    others = [one for one in cards if one not in (*ships, *wings)]
    supply = [*ships, Playable(o.Resources), Playable(o.Move)]
    return [*supply, *others, *wings, *_power(state, me, _POWERS)]


def _in_hand(
    state: State, me: int, verbs: Mapping[str, type[o.Line]]
) -> list[Playable]:
    """Return what plays the cards in a hand, once for cards that are alike."""
    found: dict[Hashable, Playable] = {}
    for number, card in enumerate(state.fleets[me].hand, 1):
        if card == GAP or (key := state.key(card)) not in verbs:
            continue
        printed = state.action(card)
        alike = key if key in SQUADRONS else (key, printed.icons, printed.amount)
        found.setdefault(alike, Playable(verbs[key], number, key))
    return [*found.values()]


def _power(state: State, me: int, verbs: Mapping[str, type[o.Line]]) -> list[Playable]:
    verb = verbs.get(state.power(me))
    return [Playable(verb)] if verb else []
