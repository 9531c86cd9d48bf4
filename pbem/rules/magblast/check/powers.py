"""Whether a flagship's power can be used (B23), and a ship be stolen."""

from __future__ import annotations

from pbem.rules.magblast.check import targeting
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.check.placement import space
from pbem.rules.magblast.state import State, Target


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


def may_steal(state: State) -> bool:
    """Return whether a Direct Hit stands on a ship that can be stolen."""
    hit = state.hit
    ship = state.ship(hit.target) if hit is not None and hit.direct else None
    return ship is not None and not targeting.fitted(state, ship, "security")
