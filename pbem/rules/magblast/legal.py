"""Everything that can be done now, one order for each way of doing it."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rules.magblast.cards import EVADABLE, SQUADRONS
from pbem.rules.magblast.check.limits import after_moves, at_ship
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import DISCARD, MOVEMENT, SETUP, SHIPS, State

#: What plays a card of the action phase, by the card's key.
_CARDS = {
    key: verb
    for verb in (o.Fire, o.Field, o.Spacedock, o.Play, o.Boarding, o.Upgrade)
    for key in verb.keys
}
_POWERS = {"sol": o.Sol.ways, "naalu": o.Naalu.ways, "mentak": o.Mentak.ways}


def legal(state: State, me: int) -> Iterator[o.Line]:
    """Return all that a seat which is asked may order now."""
    if state.stack:
        return _reactions(state, me)
    placing = state.phase == SETUP or state.drawn is not None
    return o.Place.ways(state, me) if placing else _turn(state, me)


def _kinds(state: State, me: int) -> Iterator[tuple[str, int]]:
    """Yield each sort of card in a hand: its key, and a number that it has there."""
    found = set()
    for number, card in enumerate(state.fleets[me].hand, 1):
        if card >= 0:
            printed = state.action(card)
            sort = printed.key, printed.icons, printed.amount
            if sort not in found:
                found.add(sort)
                yield printed.key, number


def _turn(state: State, me: int) -> Iterator[o.Line]:
    fleet = state.fleets[me]
    if state.phase == DISCARD:
        yield o.Draw()
        if fleet.turns > 1:  # (B24)
            yield from o.Discard.ways(state, me)
    kinds = list(_kinds(state, me))
    if state.phase <= SHIPS and fleet.spaces:
        for key, number in kinds:
            if key == "reinforcements":
                yield from o.Reinforce.ways(state, me, key, number)
        yield from o.Resources.ways(state, me)
    if state.phase <= MOVEMENT and not state.clouded(me, "minefield"):
        yield from o.Move.ways(state, me)
    after, power = after_moves(state), state.power(me)
    for key, number in kinds:
        if key in _CARDS:
            yield from _CARDS[key].ways(after, me, key, number)
    for key in dict.fromkeys(key for key, _ in kinds if key in SQUADRONS):
        yield from o.Launch.flights(after, me, key)
    if power in _POWERS and state.can_use(me, power):
        yield from _POWERS[power](after, me)
    yield o.End()


def _reactions(state: State, me: int) -> Iterator[o.Line]:
    top = state.stack[-1]
    mine = top.target is not None and top.target.fleet == me
    yield o.Pass()
    yield o.Pass(all=True)
    for key, number in _kinds(state, me):
        if key == "flux" or (key == "evasive" and mine and top.key in EVADABLE):
            yield o.Counter(key=key, number=number)
    if mine and top.key in SQUADRONS:
        yield from o.Defend.ways(state, me)
    if at_ship(me, top) and state.can_use(me, "jol-nar"):
        yield from o.JolNar.ways(state, me)
    if at_ship(me, top) and state.can_use(me, "yssaril"):
        yield o.Yssaril()
