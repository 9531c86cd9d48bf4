"""What an order would do, for the receipt of its sender."""

from __future__ import annotations

from pbem.protocol import Event, Seat
from pbem.rules.lava.events import WouldRoll
from pbem.rules.lava.faces import COLOURS, INITIALS
from pbem.rules.lava.orders import AnyOrder, Tumble
from pbem.rules.lava.resolve import anytime, resolve
from pbem.rules.lava.state import State


def explain(state: State, seat: Seat, order: AnyOrder) -> tuple[Event, ...]:
    """Return all that an order would bring; of a roll nothing is known (L18)."""
    if isinstance(order, Tumble):
        die = INITIALS.find(order.word[0])
        return (WouldRoll(seat=seat, die=COLOURS[die]),) if die >= 0 else ()
    carry_out = anytime if order.anytime else resolve
    return carry_out(state, seat, order).events
