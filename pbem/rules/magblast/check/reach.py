"""What the ships of a fleet reach, all of it at once: for the list of what can be done.

A pair of a target and the ship that attacks it is one number, so that what is reached
from some berths in some others is looked up and not found again.
"""

from __future__ import annotations

from functools import cache, lru_cache

from pbem.rules.magblast.check import targeting
from pbem.rules.magblast.decks import box
from pbem.rules.magblast.fleet import BERTHS
from pbem.rules.magblast.state import FLAGSHIP, State


def guns(state: State, me: int, key: str) -> tuple[int, ...]:
    """Return the ships that may fire such a blast: for those `no_gun` is empty."""
    if state.clouds and state.clouded(me, "minefield"):
        return ()
    deck = state.deck
    armed, shots = _armed(deck, key), targeting.shots
    found = [
        berth
        for berth, ship in state.fleets[me].berthed()
        if armed[ship.card]
        and not ship.boarded
        and (not ship.fired or ship.fired < shots(deck, ship))
    ]
    return tuple(found)


@cache
def _armed(deck: str, key: str) -> list[bool]:
    """Return of each ship of a deck whether it fires such blasts."""
    return [key in ship.weapons for ship in box(deck).ships]


def far(state: State, me: int, guns: tuple[int, ...]) -> tuple[int, ...]:
    """Return the ships whose blasts reach the zones beside theirs, too (B6)."""
    ships, deck, key = state.fleets[me].ships, state.deck, "long-range"
    found = [
        gun
        for gun in guns
        if (ship := ships[gun]) and ship.upgrades and targeting.fitted(deck, ship, key)
    ]
    return tuple(found)


@lru_cache(maxsize=4096)
def aims(
    guns: tuple[int, ...], far: tuple[int, ...], berths: tuple[int, ...]
) -> tuple[int, ...]:
    """Return what these ships can shoot at in a fleet that has ships in some berths,
    each a `number`: its flagship through zones without any, and ships (B6)."""
    covered = {berth // 3 for berth in berths}
    found = [number(FLAGSHIP, gun) for gun in guns if gun // 3 not in covered]
    for berth in berths:
        for gun in guns:
            zone, other = gun // 3, berth // 3
            if zone == other or (gun in far and targeting.distance(zone, other) == 1):
                found.append(number(berth, gun))
    return tuple(found)


@lru_cache(maxsize=4096)
def courses(
    near: bool,
    bays: tuple[int, ...],
    berths: tuple[int, ...],
    guarded: tuple[int, ...],
) -> tuple[int, ...]:
    """Return what squadrons of these ships reach in a fleet that has ships in some
    berths, each a `number`; `near`: bombers, which stay in their zone (B6).
    """
    covered = {berth // 3 for berth in berths}
    found = [
        number(FLAGSHIP, bay)
        for bay in bays
        if (bay // 3 not in covered if near else len(covered) < 4)
    ]
    for berth in berths:
        if berth // 3 not in guarded:
            reach = [bay for bay in bays if not near or bay // 3 == berth // 3]
            found += [number(berth, bay) for bay in reach]
    return tuple(found)


def bays(state: State, me: int) -> tuple[int, ...]:
    """Return the ships that may launch squadrons: for those `no_bay` is empty."""
    if state.clouds and state.clouded(me, "minefield"):
        return ()
    ships, printed = state.fleets[me].berthed(), state.box.ships
    every = state.power(me) == "sardakk"
    found = [
        berth
        for berth, ship in ships
        if not ship.boarded
        and (
            every
            or printed[ship.card].carrier
            or (ship.upgrades and targeting.fitted(state.deck, ship, "bay"))
        )
    ]
    return tuple(found)


def number(berth: int, ship: int) -> int:
    """Return the number of the orders by which a ship attacks a target."""
    return berth * len(BERTHS) + ship
