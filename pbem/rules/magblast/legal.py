"""Everything that can be done now, one order for each way of doing it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pbem.rules.magblast.cards import EVADABLE, SQUADRONS
from pbem.rules.magblast.check.limits import after_moves, at_ship
from pbem.rules.magblast.decks import box
from pbem.rules.magblast.fleet import GAP
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import DISCARD, MOVEMENT, SETUP, SHIPS, State

#: What plays a card of the action phase, by the card's key.
_CARDS = {
    key: verb.ways
    for verb in (o.Fire, o.Field, o.Spacedock, o.Play, o.Boarding, o.Upgrade)
    for key in verb.keys
}
_POWERS = {"sol": o.Sol.ways, "naalu": o.Naalu.ways, "mentak": o.Mentak.ways}
DRAW, END, _YSSARIL = o.Draw(), o.End(), o.Yssaril()
_PASSES: tuple[o.Line, ...] = (o.Pass(), o.Pass(all=True))


def legal(state: State, me: int) -> Sequence[o.Line]:
    """Return all that a seat which is asked may order now."""
    if state.stack:
        return _reactions(state, me)
    placing = state.phase == SETUP or state.drawn is not None
    return o.Place.ways(state, me) if placing else _turn(state, me)


class Sorts(NamedTuple):
    """The sorts of cards in a hand, each with a number that it has there."""

    ships: list[int]  #: Reinforcements
    cards: list[tuple[Callable[..., Sequence[o.Line]], str, int]]  #: what plays it, key
    wings: list[str]  #: keys of squadrons


def sorts(state: State, me: int) -> Sorts:
    """Return what sorts of cards a fleet has in hand."""
    found = Sorts([], [], [])
    for key, number in _kinds(state.deck, state.fleets[me].hand):
        if key in _CARDS:
            found.cards.append((_CARDS[key], key, number))
        elif key == "reinforcements":
            found.ships.append(number)
        elif key in SQUADRONS and key not in found.wings:
            found.wings.append(key)
    return found


def _kinds(deck: str, hand: tuple[int, ...]) -> list[tuple[str, int]]:
    """Return each sort of card in a hand: its key, and a number that it has there."""
    actions, found = box(deck).actions, dict[tuple[str, str, int], tuple[str, int]]()
    for number, card in enumerate(hand, 1):
        if card != GAP:
            one = actions[card]
            found.setdefault((one.key, one.icons, one.amount), (one.key, number))
    return [*found.values()]


def _turn(state: State, me: int) -> list[o.Line]:
    found: list[o.Line] = []
    phase, hand = state.phase, sorts(state, me)
    if phase == DISCARD:
        found.append(DRAW)
        if state.fleets[me].turns > 1:  # (B24)
            found += o.Discard.ways(state, me)
    if phase <= SHIPS:
        found += growth(state, me, hand)
    if phase <= MOVEMENT:
        found += moves(state, me)
    after = after_moves(state)
    for ways, key, number in hand.cards:
        found += ways(after, me, key, number)
    for key in hand.wings:
        found += o.Launch.flights(after, me, key)
    found += powers(after, me)
    found.append(END)
    return found


def growth(state: State, me: int, hand: Sorts) -> list[o.Line]:
    """Return what brings ships while there is room, in the phase for it."""
    found: list[o.Line] = []
    if state.fleets[me].spaces:
        for number in hand.ships:
            found += o.Reinforce.ways(state, me, "reinforcements", number)
        found += o.Resources.ways(state, me)
    return found


def moves(state: State, me: int) -> Sequence[o.Move]:
    """Return what moves a ship, in the phase for it."""
    return () if state.clouded(me, "minefield") else o.Move.ways(state, me)


def powers(state: State, me: int) -> Sequence[o.Line]:
    """Return the ways to use the power of a flagship."""
    ways = _POWERS.get(power := state.power(me))
    return ways(state, me) if ways and state.can_use(me, power) else ()


def _reactions(state: State, me: int) -> Sequence[o.Line]:
    top, fleet = state.stack[-1], state.fleets[me]
    mine = top.target is not None and top.target.fleet == me
    counters = _counters(state.deck, fleet.hand, mine and top.key in EVADABLE)
    if not mine:
        return counters
    found = [*counters]
    if top.key in SQUADRONS:
        found += o.Defend.ways(state, me)
    if at_ship(me, top):
        if state.can_use(me, "jol-nar"):
            found += o.JolNar.ways(state, me)
        if state.can_use(me, "yssaril"):
            found.append(_YSSARIL)
    return found


def _counters(deck: str, hand: tuple[int, ...], evades: bool) -> tuple[o.Line, ...]:
    """Return what a hand can answer to any card, and `evades`: to an attack on it."""
    keys = ("flux", "evasive") if evades else ("flux",)
    kinds = _kinds(deck, hand)
    cards = [o.Counter.by(key, number) for key, number in kinds if key in keys]
    return *_PASSES, *cards
