"""Room for ships: for new ones, and for those that moved."""

from __future__ import annotations

from pbem.kit.change import changed
from pbem.rules.magblast.check import references
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.kept import kept
from pbem.rules.magblast.state import Fleet, State


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


@kept
def after_moves(state: State) -> State:
    """Return the state as it is once the movement phase is over (B35)."""
    if not state.moves:
        return state
    fleet, _ = moved(state.fleets[state.active], state.moves)
    return changed(state.with_fleet(state.active, fleet), moves=())
