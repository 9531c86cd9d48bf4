"""Room for ships, Direct Hits that stand, and the powers of flagships (B23)."""

from __future__ import annotations

from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.references import Wrong
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import (
    BERTHS,
    FLAGSHIP,
    ZONES,
    State,
    Target,
    in_zone,
    room,
    spaces,
)


def space(state: State, me: int, zones: tuple[str, ...], ships: int) -> None:
    """Whether there is room for new ships (B4)."""
    fleet = state.fleets[me]
    if not spaces(fleet):
        raise Wrong("full-fleet")
    if len(zones) > ships:
        raise Wrong("many-zones", zones[ships], zones=len(zones), ships=ships)
    for index, name in enumerate(zones):
        zone = references.zone(name)
        if in_zone(fleet, zone) + zones[: index + 1].count(name) > 3:
            free = tuple(ZONES[z] for z in range(4) if room(fleet, z) != FLAGSHIP)
            raise Wrong("full-zone", name, zone=str(name), free=free)


def struck(state: State, key: str) -> Target:
    """The target of a Direct Hit that stands (B9)."""
    if state.hit is None or not state.hit.direct:
        raise Wrong("no-direct", card=references.title(state, key))
    return state.hit.target


def boardable(state: State, me: int, target: Target, zone: str) -> None:
    ship = state.ship(target)
    if ship is None:
        raise Wrong("board-flagship")
    if targeting.fitted(state, ship, "security"):
        raise Wrong("security", ship=state.printed(ship).type)
    space(state, me, (zone,), 1)


def power(state: State, me: int, key: str) -> None:
    """Whether a fleet has a flagship's power, and a use of it left (B23)."""
    card = state.flagship(me)
    if card.power != key:
        raise Wrong("power", power=key, flagship=card.name)
    used = state.fleets[me].uses
    if card.uses and used >= card.uses:
        raise Wrong("used-up", flagship=card.name, uses=card.uses)


def mentak(state: State, me: int, order: o.Mentak) -> None:
    power(state, me, "mentak")
    boardable(state, me, struck(state, "boarding"), order.zone)


def sol(state: State, me: int, order: o.Sol) -> None:
    power(state, me, "sol")
    space(state, me, (order.zone,) if order.zone else (), 1)


def naalu(state: State, me: int, order: o.Naalu) -> tuple[int, Target]:
    """The ship that Naalu relieves, and the one that suffers."""
    power(state, me, "naalu")
    berth = references.berth(state, me, order.ship)
    ship = state.fleets[me].ships[berth]
    assert ship is not None
    if not ship.damage:
        raise Wrong("undamaged", order.ship, ship=BERTHS[berth])
    others = state.clockwise(me)
    if not order.seat and len(others) == 1:
        fleet = others[0]
    else:
        fleet = references.opponent(state, me, order.seat)
    if fleet == me:
        raise Wrong("own", order.seat)
    if state.fleets[fleet].out is not None:
        raise Wrong("out", order.seat, whose=state.fleets[fleet].seat)
    return berth, Target(fleet, references.berth(state, fleet, order.target))


def naalu_checked(state: State, me: int, order: o.Naalu) -> None:
    naalu(state, me, order)
