"""What is in range, and why not: who may fire and launch, and at whom (B6).

Checks of an order, the list of legal orders, standing orders and bots all ask here. A
reason is the code of a fault without its first word; an empty one means that it may.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rules.magblast.cards import BLASTS
from pbem.rules.magblast.fleet import Ship
from pbem.rules.magblast.state import FLAGSHIP, State, Target


def distance(zone: int, other: int) -> int:
    """Return the steps between two zones around the ring (B2).

    >>> distance(0, 3), distance(0, 2), distance(1, 1)
    (1, 2, 0)
    """
    apart = abs(zone - other)
    return min(apart, 4 - apart)


def fitted(state: State, ship: Ship, key: str) -> bool:
    """Return whether a ship carries an upgrade."""
    return key in [state.key(card) for card in ship.upgrades]


def shots(state: State, ship: Ship) -> int:
    """Return how many blasts a ship may fire in a turn."""
    return 2 if fitted(state, ship, "secondary") else 1


def is_carrier(state: State, fleet: int, ship: Ship) -> bool:
    """Return whether a ship is a carrier, or may launch squadrons as if it were one."""
    return (
        state.printed(ship).carrier
        or state.power(fleet) == "sardakk"
        or fitted(state, ship, "bay")
    )


def has_carrier(state: State, fleet: int) -> bool:
    """Return whether a fleet has any carrier."""
    return any(
        is_carrier(state, fleet, ship) for _, ship in state.fleets[fleet].berthed()
    )


def no_defence(state: State, me: int) -> str:
    """Return why a fleet's fighters may not rise against squadrons."""
    if state.clouded(me, "minefield"):  # (B13)
        return "mined"
    return "" if has_carrier(state, me) else "no-carrier"


def no_mines(state: State, on: int) -> str:
    """Return why a Minefield may not lie on an opponent's fleet (B12)."""
    if any(state.printed(ship).minesweeper for _, ship in state.fleets[on].berthed()):
        return "minesweeper"
    return "two-mines" if state.clouded(on, "minefield") else ""


def no_target(state: State, me: int, target: Target) -> str:
    """Return why a fleet may not attack a target at all."""
    if target.fleet == me:
        return "own"
    if state.fleets[target.fleet].out is not None:
        return "out"
    if target.fleet not in state.neighbours(me):
        return "neighbour"  # (B22)
    if target.berth != FLAGSHIP and state.ship(target) is None:
        return "no-target"
    if state.clouded(target.fleet, "asteroids"):
        return "asteroids"
    return ""


def attacks(state: State, me: int, key: str) -> Iterator[tuple[int, Target]]:
    """Yield who may attack what with a card: a berth and a target, target by target.

    Opponents come by seat, each flagship before the ships.
    """
    ships = [berth for berth, _ in state.fleets[me].berthed()]
    for other in state.neighbours(me):
        for aim in (FLAGSHIP, *state.fleets[other].berths):
            target = Target(other, aim)
            for berth in ships:
                if not no_attack(state, me, berth, key, target):
                    yield berth, target


def no_attack(state: State, me: int, berth: int, key: str, target: Target) -> str:
    """Return why a ship may not attack a target with such a blast or squadron."""
    if key in BLASTS:
        return (
            cannot_fire(state, me, berth, key, target)
            or no_target(state, me, target)
            or out_of_range(state, me, berth, target)
        )
    return (
        cannot_launch(state, me, berth)
        or no_target(state, me, target)
        or out_of_flight(state, berth, key, target)
    )


def cannot_fire(state: State, me: int, berth: int, key: str, target: Target) -> str:
    """Return why a ship may not fire such a blast, wherever the target is."""
    ship = state.fleets[me].ships[berth]
    if ship is None:
        return "no-ship"
    if state.clouded(me, "minefield"):
        return "mined"
    if key not in state.printed(ship).weapons:
        return "weapon"
    if ship.boarded:
        return "boarded"  # (B15)
    # The second blast of a Direct Hit does not count (B38).
    spent = ship.fired >= shots(state, ship)
    return "fired" if spent and not state.is_second_blast(berth, target) else ""


def out_of_range(state: State, me: int, berth: int, target: Target) -> str:
    """Return why the blasts of a ship do not reach a target (B6).

    They reach ships in its own zone and with a Long-Range Cannon in those next to it,
    and a flagship that has no ship in its own zone.
    """
    if target.berth == FLAGSHIP:
        covered = state.fleets[target.fleet].in_zone(berth // 3)
        return "covered" if covered else ""
    return "" if target.berth // 3 in zones_in_range(state, me, berth) else "zone"


def zones_in_range(state: State, me: int, berth: int) -> tuple[int, ...]:
    """Return the zones in which the blasts of a ship reach other ships (B6)."""
    ship, zone = state.fleets[me].ships[berth], berth // 3
    if ship is not None and fitted(state, ship, "long-range"):
        return (zone - 1) % 4, zone, (zone + 1) % 4
    return (zone,)


def cannot_launch(state: State, me: int, berth: int) -> str:
    """Return why a ship may not launch squadrons, whatever the target."""
    ship = state.fleets[me].ships[berth]
    if ship is None:
        return "no-ship"
    if state.clouded(me, "minefield"):
        return "mined"
    if not is_carrier(state, me, ship):
        return "carrier"
    return "boarded" if ship.boarded else ""  # (B15)


def out_of_flight(state: State, berth: int, key: str, target: Target) -> str:
    """Return why squadrons of a ship do not reach a target (B6).

    Fighters reach ships in all zones, and a flagship with any empty zone; bombers
    reach what blasts of the ship would without a cannon. A turret keeps both away.
    """
    fleet = state.fleets[target.fleet]
    if target.berth == FLAGSHIP:
        if key == "fighter":
            return "" if 0 in fleet.counts else "no-gap"
        return "covered" if fleet.in_zone(berth // 3) else ""
    if has_turret(state, target):
        return "turret"
    if key == "bomber" and target.berth // 3 != berth // 3:
        return "zone"
    return ""


def has_turret(state: State, target: Target) -> bool:
    """Return whether a Point Defense Turret stands in the zone of a ship."""
    return any(
        berth // 3 == target.berth // 3 and fitted(state, ship, "turret")
        for berth, ship in state.fleets[target.fleet].berthed()
    )
