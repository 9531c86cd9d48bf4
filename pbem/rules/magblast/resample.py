"""A table as it could be, for all that one seat knows: hidden cards dealt anew."""

from __future__ import annotations

from dataclasses import replace

from pbem.chance import Chance
from pbem.protocol import Seat
from pbem.rules.magblast.state import GAP, State


def resampled(state: State, seat: Seat, chance: Chance) -> State:
    """Return the state with all shuffled anew that a seat cannot see (B25).

    What the seat itself holds stays, and so does all that lies open; opponents
    are without standing orders.
    """
    others = [i for i, fleet in enumerate(state.fleets) if fleet.seat != seat]
    unseen = [*state.draw]
    ships = [*state.yard]
    for index in others:
        unseen += state.fleets[index].cards
        ships += state.fleets[index].dealt
    drawn = state.drawn
    offered = drawn is not None and state.active in others and len(drawn.ships) > 1
    if offered and drawn is not None:
        ships += drawn.ships
    cards, chance = chance.shuffled(sorted(unseen), "imagined cards")
    yard, chance = chance.shuffled(sorted(ships), "imagined ships")
    deck, berths = list(cards), list(yard)
    found = state
    for index in others:
        fleet = state.fleets[index]
        hand = tuple(card if card == GAP else deck.pop() for card in fleet.hand)
        dealt = tuple(berths.pop() for _ in fleet.dealt)
        fleet = replace(
            fleet, hand=hand, dealt=dealt, standing=(), passing=False, vote=""
        )
        found = found.with_fleet(index, fleet)
    if offered and drawn is not None:
        taken = tuple(berths.pop() for _ in drawn.ships)
        found = replace(found, drawn=replace(drawn, ships=taken))
    return replace(found, draw=tuple(deck), yard=tuple(berths), chance=chance)
