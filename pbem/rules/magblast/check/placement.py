"""Where ships go: placed at the start, drawn, and moved."""

from __future__ import annotations

from pbem.kit.change import changed
from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import BERTHS, ZONES, Fleet, State


def space(state: State, me: int, zones: tuple[str, ...], ships: int) -> None:
    """Raise Illegal unless there is room for new ships (B4)."""
    fleet = state.fleets[me]
    if not fleet.spaces:
        raise Illegal("full-fleet")
    if len(zones) > ships:
        raise Illegal("many-zones", zones[ships], zones=len(zones), ships=ships)
    for index, name in enumerate(zones):
        count = fleet.in_zone(references.zone(name)) + zones[: index + 1].count(name)
        if count > 3:
            raise Illegal("full-zone", name, zone=str(name), free=fleet.free_zones)


def placing(state: State, order: o.Place) -> tuple[int, int]:
    """Return which of the drawn ships goes to which zone."""
    drawn = state.drawn
    if drawn is None:
        raise Illegal("no-place")
    if len(order.ships) != 1:
        raise Illegal("place-one", count=len(drawn.ships))
    thing, zone = order.ships[0]
    choice = 0
    if thing or len(drawn.ships) > 1:
        choice = _choice(state, drawn.ships, thing, ())
    space(state, state.active, (zone,), 1)
    return choice, references.zone(zone)


def _choice(
    state: State, ships: tuple[int, ...], thing: str, used: tuple[int, ...]
) -> int:
    """Return the place of the ship that a number or a type names."""
    known = tuple(state.box.ships[card].type for card in ships)
    if thing.isdecimal() and 1 <= int(thing) <= len(ships):
        return int(thing) - 1
    for index, name in enumerate(known):
        if name.lower() == thing.lower() and index not in used:
            return index
    raise Illegal("place-which", thing, found=str(thing), known=known)


def deployment(state: State, me: int, order: o.Place) -> tuple[int, ...]:
    """Return the ships that a seat puts in the four zones, in their order (B19)."""
    dealt = state.fleets[me].dealt
    if not order.ships:
        return dealt
    found: dict[int, int] = {}
    used: list[int] = []
    for thing, name in order.ships:
        if not thing:
            raise Illegal("place-all", count=len(dealt))
        choice = _choice(state, dealt, thing, tuple(used))
        zone = references.zone(name)
        if choice in used or zone in found:
            raise Illegal("place-twice", thing if choice in used else name)
        used.append(choice)
        found[zone] = dealt[choice]
    if len(found) != len(dealt):
        missing = tuple(ZONES[z] for z in range(4) if z not in found)
        raise Illegal("place-all", count=len(dealt), missing=missing)
    return tuple(found[zone] for zone in range(4))


def movement(state: State, me: int, order: o.Move) -> tuple[tuple[int, int], ...]:
    """Return which berths are to move to which zones."""
    if state.clouded(me, "minefield"):
        raise Illegal("mined")
    found: dict[int, int] = {}
    for word, name in order.moves:
        berth, zone = references.berth(state, me, word), references.zone(name)
        if berth in found:
            raise Illegal("moved-twice", word, ship=str(word))
        found[berth] = zone
        ship = state.fleets[me].ships[berth]
        assert ship is not None
        most = state.printed(ship).move
        far = targeting.distance(berth // 3, zone)
        if far > most:
            zones = enumerate(ZONES)
            reach = tuple(
                n for z, n in zones if targeting.distance(berth // 3, z) <= most
            )
            given = {"ship": state.printed(ship).type, "berth": BERTHS[berth]}
            given["zone"] = str(name)
            raise Illegal("too-far", name, far=far, most=most, reach=reach, **given)
    return tuple(found.items())


def moved(fleet: Fleet, moves: tuple[tuple[int, int], ...]) -> tuple[Fleet, int]:
    """Return a fleet after its moves; or the same, and the overfull zone (B3).

    Ships that stay keep their berths; the others take the lowest free ones, in the
    order of their old names (B35, B49).
    """
    if not moves:
        return fleet, -1
    ships = list(fleet.ships)
    for berth, _ in moves:
        ships[berth] = None
    for berth, zone in sorted(moves):
        free = [b for b in range(zone * 3, zone * 3 + 3) if ships[b] is None]
        if not free:
            return fleet, zone
        ships[free[0]] = fleet.ships[berth]
    return changed(fleet, ships=tuple(ships)), -1


def after_moves(state: State) -> State:
    """Return the state as it is once the movement phase is over (B35)."""
    if not state.moves:
        return state
    fleet, _ = moved(state.fleets[state.active], state.moves)
    return changed(state.with_fleet(state.active, fleet), moves=())
