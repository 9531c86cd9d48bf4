"""Who can shoot at what, and why not: the geometry of the four zones."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rules.magblast.decks import box
from pbem.rules.magblast.fleet import Ship
from pbem.rules.magblast.state import FLAGSHIP, State, Target, target_at


def distance(zone: int, other: int) -> int:
    """Return the steps between two zones around the ring (B2).

    >>> distance(0, 3), distance(0, 2), distance(1, 1)
    (1, 2, 0)
    """
    apart = abs(zone - other)
    return min(apart, 4 - apart)


def fitted(deck: str, ship: Ship, key: str) -> bool:
    """Return whether a ship carries an upgrade."""
    if not ship.upgrades:
        return False
    actions = box(deck).actions
    return key in [actions[card].key for card in ship.upgrades]


def shots(deck: str, ship: Ship) -> int:
    """Return how many blasts a ship may fire in a turn."""
    return 2 if ship.upgrades and fitted(deck, ship, "secondary") else 1


def launches(state: State, fleet: int, ship: Ship) -> bool:
    """Return whether a ship may launch squadrons: a carrier, or as if it were one."""
    return (
        state.printed(ship).carrier
        or state.power(fleet) == "sardakk"
        or fitted(state.deck, ship, "bay")
    )


def has_carrier(state: State, fleet: int) -> bool:
    """Return whether any ship of a fleet may launch squadrons."""
    ships = state.fleets[fleet].berthed()
    return any(launches(state, fleet, ship) for _, ship in ships)


def no_mines(state: State, on: int) -> str:
    """Return why a Minefield may not lie on an opponent's fleet (B12)."""
    if any(state.printed(ship).minesweeper for _, ship in state.fleets[on].berthed()):
        return "minesweeper"
    return "two-mines" if state.clouded(on, "minefield") else ""


def no_target(state: State, me: int, target: Target) -> str:
    """Return why a fleet may not attack a target at all; empty if it may."""
    if target.fleet == me:
        return "own"
    if state.fleets[target.fleet].out is not None:
        return "out"
    if len(state.fleets) > 4 and target.fleet not in state.neighbours(me):
        return "neighbour"  # (B22)
    if target.berth != FLAGSHIP and state.ship(target) is None:
        return "no-target"
    if state.clouded(target.fleet, "asteroids"):
        return "asteroids"
    return ""


def no_gun(state: State, me: int, berth: int, key: str, again: bool = False) -> str:
    """Return why a ship may not fire such a blast.

    `again`: the second blast of a Direct Hit, which does not count (B38).
    """
    ship = state.fleets[me].ships[berth]
    if ship is None:
        return "no-ship"
    if state.clouded(me, "minefield"):
        return "mined"
    if key not in state.printed(ship).weapons:
        return "weapon"
    if ship.boarded:
        return "boarded"  # (B15)
    if not again and ship.fired >= shots(state.deck, ship):
        return "fired"
    return ""


def no_line(state: State, me: int, berth: int, target: Target) -> str:
    """Return why a ship's blasts do not reach a target (B6)."""
    zone = berth // 3
    if target.berth == FLAGSHIP:
        covered = state.fleets[target.fleet].in_zone(zone)
        return "covered" if covered else ""
    return "" if target.berth // 3 in zones_hit(state, me, berth) else "zone"


def zones_hit(state: State, me: int, berth: int) -> tuple[int, ...]:
    """Return the zones in which the blasts of a ship reach other ships (B6)."""
    ship, zone = state.fleets[me].ships[berth], berth // 3
    if ship is not None and fitted(state.deck, ship, "long-range"):
        return (zone - 1) % 4, zone, (zone + 1) % 4
    return (zone,)


def no_blast(
    state: State, me: int, berth: int, key: str, target: Target, again: bool = False
) -> str:
    """Return why a ship may not fire a blast at a target; empty if it may."""
    return (
        no_gun(state, me, berth, key, again)
        or no_target(state, me, target)
        or no_line(state, me, berth, target)
    )


def has_turret(state: State, target: Target) -> bool:
    """Return whether a Point Defense Turret keeps squadrons from a ship."""
    return target.berth // 3 in guarded(state, target.fleet)


def guarded(state: State, on: int) -> tuple[int, ...]:
    """Return the zones of a fleet from which a turret keeps squadrons."""
    ships, deck = state.fleets[on].berthed(), state.deck
    fit = [
        berth // 3
        for berth, one in ships
        if one.upgrades and fitted(deck, one, "turret")
    ]
    return tuple(fit)


def no_bay(state: State, me: int, berth: int) -> str:
    """Return why a ship may not launch squadrons; empty if it may."""
    ship = state.fleets[me].ships[berth]
    if ship is None:
        return "no-ship"
    if state.clouded(me, "minefield"):
        return "mined"
    if not launches(state, me, ship):
        return "carrier"
    return "boarded" if ship.boarded else ""  # (B15)


def no_flight(state: State, me: int, berth: int, key: str, target: Target) -> str:
    """Return why a squadron may not fly at a target; empty if it may (B6)."""
    return (
        no_bay(state, me, berth)
        or no_target(state, me, target)
        or no_course(state, berth, key, target)
    )


def no_course(state: State, berth: int, key: str, target: Target) -> str:
    """Return why squadrons of a ship do not reach a target (B6)."""
    fleet = state.fleets[target.fleet]
    if target.berth == FLAGSHIP:
        if key == "fighter":
            return "" if 0 in fleet.shape.counts else "no-gap"
        return "covered" if fleet.in_zone(berth // 3) else ""
    if has_turret(state, target):
        return "turret"
    if key == "bomber" and target.berth // 3 != berth // 3:
        return "zone"
    return ""


def attackable(state: State, me: int) -> list[int]:
    """Return the fleets that a fleet may attack by anything at all."""
    near = state.neighbours(me)
    if not state.clouds:
        return [*near]
    return [other for other in near if not state.clouded(other, "asteroids")]


def targets(state: State, me: int) -> Iterator[Target]:
    """Yield all that a fleet may attack by anything at all: `no_target` is empty."""
    for other in attackable(state, me):
        for berth in (FLAGSHIP, *state.fleets[other].shape.berths):
            yield target_at(other, berth)
