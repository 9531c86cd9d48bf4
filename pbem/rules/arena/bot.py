"""What a bot thinks of Magic Arena: points are life, and magic should hit somebody."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kit import squares
from pbem.protocol import Order, Seat
from pbem.rules.arena import areas
from pbem.rules.arena.magics import HEALING, MAGICS, reach
from pbem.rules.arena.orders import Act
from pbem.rules.arena.plan import MAX_STEPS
from pbem.rules.arena.state import Fighter, State

MAGIC_POINT = 0.4  #: hit points that a magic point is worth


def worth(state: State, seat: Seat) -> float:
    """Return a seat's share of all points, beside the average of the others."""
    mine, theirs = 0.0, []
    for fighter in state.fighters:
        points = _points(fighter)
        if fighter.seat == seat:
            mine = points
        elif points:
            theirs.append(points)
    if not theirs:
        return 0.5 if not state.fighters else float(mine > 0)
    return mine / (mine + sum(theirs) / len(theirs))


def sensible(state: State, seat: Seat, orders: Sequence[Order]) -> Sequence[Order]:
    """Return turns by the damage to expect, magics as often as they can be paid."""
    me = state.fighter(seat)
    if me is None:
        return orders
    crowd: dict[int, float] = {}  #: square to the others that may come to stand there
    for other in state.fighters:
        if other.seat != seat and other.out is None:
            near = areas.around(other.square, MAX_STEPS, state.settings.size)
            for square in near:
                crowd[square] = crowd.get(square, 0.0) + 1 / len(near)
    found = [_weighed(state, me, order, crowd) for order in orders]
    found.sort(key=lambda pair: -pair[0])
    return [order for _, order in found]


def _points(fighter: Fighter) -> float:
    if fighter.out is not None or fighter.hp <= 0:
        return 0.0
    return fighter.hp + MAGIC_POINT * fighter.mp


def _weighed(
    state: State, me: Fighter, order: Order, crowd: dict[int, float]
) -> tuple[float, Order]:
    """Return what an order promises, and the order, its magic cast again and again."""
    if not isinstance(order, Act) or not order.parts:
        return 0.0, order
    part, size = order.parts[0], state.settings.size
    if part.heal:
        lacking = state.settings.hp - me.hp
        return float(min(HEALING[part.heal][1], max(0, lacking))), order
    letter = me.types[0][0].upper()
    magic = MAGICS.get(part.magic) or MAGICS.get(letter + part.magic)
    if magic is None or not magic.damage:
        return 0.0, order
    times = me.mp // magic.cost if state.settings.stack else 1
    to = squares.find(order.move, size) if order.move != "-" else me.square
    hit = reach(magic.key, part.target, me.square if to is None else to, size)
    damage = sum(points * crowd.get(square, 0.0) for square, points in hit.items())
    return damage * times, Act(move=order.move, parts=(part,) * times)
