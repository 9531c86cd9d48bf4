"""Whether two orders are the same, in all but their words or for those who look on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.protocol.events import visible_to
from pbem.protocol.failures import bind
from pbem.protocol.orders import Compound, Order
from pbem.protocol.rules import AnyRules
from pbem.protocol.seats import Seat


def alike(rules: AnyRules, state: Any, seat: Seat, one: Order, other: Order) -> bool:
    """Return whether two orders of a seat have the same effect in a state.

    An order that cannot be used there is like no other.
    """
    first = bind(rules, state, seat, one).order
    if first is None:
        return False
    second = bind(rules, state, seat, other).order
    if isinstance(first, Compound) and isinstance(second, Compound):
        return set(map(str, first.lines)) == set(map(str, second.lines))
    return bool(first == second)


def seems(
    rules: AnyRules, state: Any, seat: Seat, wanted: Order, orders: Mapping[Seat, Order]
) -> bool:
    """Return whether the public would have seen the same events, had `seat` played
    `wanted`.

    `orders` are all that were played in this state. What is bound must lie open.
    """
    if wanted == orders[seat]:
        return True
    seen = []
    for given in (orders, {**orders, seat: wanted}):
        bound = {who: bind(rules, state, who, one).order for who, one in given.items()}
        if None in bound.values():
            return False
        step = rules.resolve(state, bound)
        events = [visible_to(None, event) for event in step.events]
        public = [event for event in events if event is not None]
        seen.append((public, rules.view(step.state, None)))
    return bool(seen[0] == seen[1])
