"""What orders would do, told as events by the rules of their game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from pbem.protocol import (
    AnyRules,
    Event,
    Fault,
    Lines,
    Order,
    PartEvent,
    Seat,
    failures,
)
from pbem.record.replay import Story


class Explained(NamedTuple):
    """A part of an order ("": all of it), and the event that tells what it would do."""

    part: str
    event: Event


def explain(
    story: Story, seat: Seat, orders: Sequence[Order], state: Any = None
) -> tuple[Explained, ...]:
    """Return the events that orders of a seat would cause in a state, by default the
    current one.

    Anytime orders are explained up to the first that answers the window; what
    comes behind it is for a position that nobody has seen yet. All lines of a
    compound order answer it together.
    """
    rules = story.game.rules
    together = rules.lines is Lines.COMPOUND
    state = story.table.state if state is None else state
    window = rules.window(state)
    found: list[Explained] = []
    for order in orders:
        if window is None or (seat not in window.seats and not order.anytime):
            break
        bound = failures.bind(rules, state, seat, order)
        if bound.order is not None:
            for event in _explained(rules, state, seat, bound.order):
                part = event.part if isinstance(event, PartEvent) else ""
                found.append(Explained(part, event))
        if not (order.anytime or together):
            break
    return tuple(found)


def _explained(
    rules: AnyRules, state: Any, seat: Seat, order: Any
) -> tuple[Event, ...]:
    """Return what a bound order would do; () where the rules fail to tell."""
    events = failures.attempt(partial(rules.explain, state, seat, order))
    return () if isinstance(events, Fault) else events
