"""The powers of flagships that are used in turn (B23), and stealing ships."""

from __future__ import annotations

from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.check.placement import space
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import BERTHS, State, Target


def power(state: State, me: int, key: str) -> None:
    """Raise Illegal unless a fleet has a power, and a use of it left (B23)."""
    card = state.flagship(me)
    if card.power != key:
        raise Illegal("power", power=key, flagship=card.name)
    if not state.can_use(me, key):
        raise Illegal("used-up", flagship=card.name, uses=card.uses)


def struck(state: State, key: str) -> Target:
    """Return the target of the Direct Hit that stands (B9)."""
    if state.hit is None or not state.hit.direct:
        raise Illegal("no-direct", card=state.title(key))
    return state.hit.target


def stolen(state: State, me: int, zone: str) -> Target:
    """Return the ship that may be stolen for a zone (B15)."""
    target = struck(state, "boarding")
    ship = state.ship(target)
    if ship is None:
        raise Illegal("board-flagship")
    if targeting.fitted(state, ship, "security"):
        raise Illegal("security", ship=state.printed(ship).type)
    space(state, me, (zone,), 1)
    return target


def mentak(state: State, me: int, order: o.Mentak) -> Target:
    """Return the ship that Mentak steals."""
    power(state, me, "mentak")
    return stolen(state, me, order.zone)


def sol(state: State, me: int, order: o.Sol) -> None:
    """Raise Illegal unless Sol may draw a ship."""
    power(state, me, "sol")
    space(state, me, (order.zone,) if order.zone else (), 1)


def naalu(state: State, me: int, order: o.Naalu) -> tuple[int, Target]:
    """Return the berth of the ship that Naalu relieves, and the ship that suffers."""
    power(state, me, "naalu")
    berth = references.berth(state, me, order.ship)
    ship = state.fleets[me].ships[berth]
    assert ship is not None
    if not ship.damage:
        raise Illegal("undamaged", order.ship, ship=BERTHS[berth])
    others = state.clockwise(me)
    if not order.seat and len(others) == 1:
        fleet = others[0]
    else:
        fleet = references.opponent(state, me, order.seat)
    if fleet == me:
        raise Illegal("own", order.seat)
    if state.fleets[fleet].out is not None:
        raise Illegal("out", order.seat, whose=state.fleets[fleet].seat)
    return berth, Target(fleet, references.berth(state, fleet, order.target))
