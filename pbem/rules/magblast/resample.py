"""A table as it could be, for all that one seat knows: hidden cards dealt anew."""

from __future__ import annotations

from dataclasses import replace

from pbem.chance import Chance
from pbem.protocol import Seat
from pbem.rules.magblast.state import Drawn, Played, State, Target


def resampled(state: State, seat: Seat | None, chance: Chance) -> State:
    """Return the state with all drawn anew that a seat (None: the public) cannot see
    (B25).

    What the seat itself holds stays, and so does all that lies open; opponents
    are without standing orders, and their hands without gaps.
    """
    others = [i for i, fleet in enumerate(state.fleets) if fleet.seat != seat]
    unseen = [*state.draw]
    ships = [*state.yard]
    for index in others:
        unseen += state.fleets[index].cards
        ships += state.fleets[index].dealt
    drawn = state.drawn if state.active in others else None
    offered = drawn is not None and len(drawn.ships) > 1
    if offered and drawn is not None:
        ships += drawn.ships
    cards, chance = chance.shuffled(sorted(unseen), "imagined cards")
    yard, chance = chance.shuffled(sorted(ships), "imagined ships")
    deck, berths = list(cards), list(yard)
    found = state
    for index in others:
        # A copy in any case: whether it had secrets takes no step more or less.
        fleet = state.fleets[index]
        unknown = replace(
            fleet,
            hand=tuple([deck.pop() for _ in fleet.cards]),
            dealt=tuple([berths.pop() for _ in fleet.dealt]),
            standing=(),
            passing=False,
            vote="",
        )
        found = found.with_fleet(index, unknown)
    if drawn is not None:
        placed = tuple(berths.pop() for _ in drawn.ships) if offered else drawn.ships
        found = replace(found, drawn=Drawn(placed, drawn.more))
    stack = tuple(_as_seen(state, one) if one.by in others else one
                  for one in state.stack)  # fmt: skip
    return replace(
        found, draw=tuple(deck), yard=tuple(berths), chance=chance, stack=stack
    )


def _as_seen(state: State, played: Played) -> Played:
    """Return a card on its way without what its player chose in secret."""
    if played.key == "reinforcements":
        return replace(played, zone=-1)
    if played.key == "boarding":
        fleet = state.fleets[played.by]
        free = (zone for zone in range(4) if fleet.free_berth(zone) is not None)
        return replace(played, zone=next(free, played.zone))
    ship = state.ship(Target(played.by, played.ship))
    if played.key == "spacedock" and ship is not None:  # (B40)
        worst = sorted(ship.damage, key=lambda card: -state.action(card).damage)
        amount = state.action(played.cards[0]).amount
        return replace(played, chosen=tuple(worst[:amount]))
    return played
