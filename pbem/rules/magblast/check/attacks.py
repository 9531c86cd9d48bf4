"""Blasts and squadrons that are sent at a target, or why they cannot be."""

from __future__ import annotations

from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import (
    BERTHS,
    FLAGSHIP,
    ZONES,
    Hit,
    Played,
    State,
    Target,
    berth_name,
)

#: Faults that point at the target of an order, not at its ship.
_AT_TARGET = ("own", "out", "neighbour", "no-target", "asteroids", "covered", "zone",
              "no-gap", "turret")  # fmt: skip


def fire(state: State, me: int, order: o.Fire) -> Played:
    """Return the blast that is fired, with its ship and target."""
    card = references.item(state, me, order.card, "blast")
    key = state.key(card)
    hit = state.hit if state.hit and state.hit.direct else None
    again = hit is not None and _same(state, me, order, hit)
    if hit is not None and again:
        target, guns = hit.target, [hit.ship]
    elif order.aim is None:
        raise Illegal("no-aim", card=state.title(key))
    else:
        target = references.target(state, me, order.aim)
        if order.ship:
            guns = [references.berth(state, me, order.ship)]
        else:
            guns = [
                berth
                for berth, _ in state.fleets[me].berthed()
                if not targeting.no_blast(state, me, berth, key, target)
            ]
    if not guns:
        why = targeting.no_target(state, me, target) or (
            "mined" if state.clouded(me, "minefield") else "no-gun"
        )
        raise _impossible(state, me, FLAGSHIP, key, target, why, order.card)
    if len(guns) > 1:
        names = tuple(BERTHS[berth] for berth in guns)
        raise Illegal("ambiguous.ship", order.card, ships=names)
    if why := targeting.no_blast(state, me, guns[0], key, target, again):
        at = order.aim if why in _AT_TARGET else order.ship or order.card
        raise _impossible(state, me, guns[0], key, target, why, at)
    return Played(me, key, (card,), guns[0], target, noise=order.noise)


def _same(state: State, me: int, order: o.Fire, hit: Hit) -> bool:
    """Return whether a shot is the one that a Direct Hit allows (B8)."""
    if order.ship and references.berth(state, me, order.ship) != hit.ship:
        return False
    return order.aim is None or references.target(state, me, order.aim) == hit.target


def launch(state: State, me: int, order: o.Launch) -> Played:
    """Return the squadrons that are launched, with their ship and target."""
    key, cards = references.wing(state, me, order.wing)
    if order.aim is None:
        raise Illegal("no-aim", card=state.title(key))
    target = references.target(state, me, order.aim)
    if order.ship:
        bays = [references.berth(state, me, order.ship)]
    else:
        bays = [berth for berth, _ in state.fleets[me].berthed()]
        flying = [b for b in bays if not targeting.no_flight(state, me, b, key, target)]
        launching = [b for b in bays if not targeting.no_bay(state, me, b)]
        bays = flying or launching or bays
    if not bays:
        raise _impossible(state, me, FLAGSHIP, key, target, "carrier", order.wing)
    if why := targeting.no_flight(state, me, bays[0], key, target):
        at = order.aim if why in _AT_TARGET else order.ship or order.wing
        raise _impossible(state, me, bays[0], key, target, why, at)
    return Played(me, key, cards, bays[0], target)


def _impossible(
    state: State, me: int, berth: int, key: str, target: Target, why: str, at: object
) -> Illegal:
    """Return the fault of an attack that cannot be."""
    ship = state.fleets[me].ships[berth] if berth != FLAGSHIP else None
    other = state.fleets[target.fleet]
    theirs = state.ship(target)
    return Illegal(
        why,
        at,
        ship=state.printed(ship).type if ship else "",
        berth=berth_name(berth),
        zone=ZONES[berth // 3] if berth != FLAGSHIP else "",
        weapons=state.printed(ship).weapons if ship else (),
        card=state.title(key),
        whose=other.seat,
        target=state.what(target),
        where=BERTHS[target.berth] if theirs else "",
        target_zone=ZONES[target.berth // 3] if theirs else "",
        count=other.in_zone(berth // 3) if berth != FLAGSHIP else 0,
        neighbours=tuple(state.fleets[i].seat for i in state.neighbours(me)),
        most=targeting.shots(state, ship) if ship else 1,
    )
