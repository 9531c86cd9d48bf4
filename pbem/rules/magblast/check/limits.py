"""What may be done: powers used, ships placed and stolen, and who is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from pbem.rules.magblast.cards import BLASTS
from pbem.rules.magblast.check import references, targeting
from pbem.rules.magblast.check.illegal import Illegal
from pbem.rules.magblast.fleet import Ship
from pbem.rules.magblast.state import FLAGSHIP, SETUP, Played, State, Target


def power(state: State, me: int, key: str) -> None:
    """Raise Illegal unless a fleet has a power, and a use of it left (B23)."""
    card = state.flagship(me)
    if card.power != key:
        raise Illegal("power", power=key, flagship=card.name)
    if not state.can_use(me, key):
        raise Illegal("used-up", flagship=card.name, uses=card.uses)


def struck(state: State, key: str) -> Target:
    """Return the target of the Direct Hit that stands; raise Illegal without (B9)."""
    if state.hit is None or not state.hit.direct:
        raise Illegal("no-direct", card=state.title(key))
    return state.hit.target


def stolen(state: State, me: int, zone: str) -> Target:
    """Return the ship that may be stolen for a zone; raise Illegal where none (B15)."""
    target = struck(state, "boarding")
    ship = state.ship(target)
    if ship is None:
        raise Illegal("board-flagship")
    if targeting.fitted(state, ship, "security"):
        raise Illegal("security", ship=state.printed(ship).type)
    space(state, me, (zone,), 1)
    return target


def space(state: State, me: int, zones: tuple[str, ...], ships: int) -> None:
    """Raise Illegal unless there is room for new ships (B4)."""
    fleet = state.fleets[me]
    if not fleet.spaces:
        raise Illegal("full-fleet")
    if len(zones) > ships:
        raise Illegal("many-zones", zones[ships], zones=len(zones), ships=ships)
    for index, name in enumerate(zones):
        room = 3 - fleet.in_zone(references.zone(name))
        if zones[: index + 1].count(name) > room:
            given = {"zone": str(name), "room": room, "free": fleet.free_zones}
            raise Illegal("full-zone", name, **given)


Ships: TypeAlias = tuple[Ship | None, ...]
"""The ships of a fleet, by berth."""


def moved(ships: Ships, moves: tuple[tuple[int, int], ...]) -> tuple[Ships, int]:
    """Return ships after their moves; or the same, and the overfull zone (B3).

    Ships that stay keep their berths; the others take the lowest free ones, in the
    order of their old names (B35, B49).
    """
    if not moves:
        return ships, -1
    after = list(ships)
    for berth, _ in moves:
        after[berth] = None
    for berth, zone in sorted(moves):
        free = [b for b in range(zone * 3, zone * 3 + 3) if after[b] is None]
        if not free:
            return ships, zone
        after[free[0]] = ships[berth]
    return tuple(after), -1


def after_moves(state: State) -> State:
    """Return the state at the end of the movement phase (B35)."""
    return _moved(state) if state.moves else state


def _moved(state: State) -> State:
    fleet = state.fleets[state.active]
    ships, _ = moved(fleet.ships, state.moves)
    fleets = [*state.fleets]
    fleets[state.active] = replace(fleet, ships=ships)
    return replace(state, fleets=tuple(fleets), moves=())


def may_answer(state: State) -> tuple[int, ...]:
    """Return whom the last card is put to: every opponent with cards in hand.

    Never only those who could react: that would tell who holds what (B25). The
    Yssaril Tribes need no card, so they are asked while a use of their power is
    left and a blast flies at one of their ships (B36).
    """
    top = state.stack[-1]
    if top.key == "flux":  # nothing answers a Temporal Flux (B10)
        return ()
    fleets, found = state.fleets, list[int]()
    for i in state.clockwise(top.by):
        if fleets[i].cards or (at_ship(i, top) and state.can_use(i, "yssaril")):
            found.append(i)
    return tuple(found)


def may_order(state: State, me: int) -> bool:
    """Return whether a fleet is asked for something now."""
    if state.over:
        return False
    if state.phase == SETUP:
        return state.fleets[me].out is None
    return me in may_answer(state) if state.stack else me == state.active


def at_ship(me: int, top: Played) -> bool:
    """Return whether a card is a blast at a ship of a fleet."""
    aim = top.target
    mine = aim is not None and aim.fleet == me and aim.berth != FLAGSHIP
    return mine and top.key in BLASTS
