"""What an order would do, for the receipt of its sender."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from pbem.protocol import Event, Seat
from pbem.rules.magma import events
from pbem.rules.magma.orders import AnyOrder
from pbem.rules.magma.resolve import anytime, resolve
from pbem.rules.magma.state import State

WOULD: Mapping[type[Event], type[Event]] = {
    events.Moved: events.Moves,
    events.Entered: events.Enters,
    events.Passed: events.Passes,
    events.Agreed: events.Agrees,
    events.Disagreed: events.Disagrees,
    events.Removed: events.Removes,
    events.Spared: events.Spares,
    events.ScoreChanged: events.ScoreChanges,
}
"""What happens, and the same as what would happen."""


def explain(state: State, seat: Seat, order: AnyOrder) -> tuple[Event, ...]:
    """Return what an order would do: the move, the scores, the end."""
    carry_out = anytime if order.anytime else resolve
    step = carry_out(state, seat, order)
    would = [_would(event) for event in step.events if type(event) in WOULD]
    outcome = step.state.outcome
    if outcome is not None:
        end = events.Ends(seat=seat, reason=outcome.reason, winners=outcome.winners)
        would.append(end)
    return tuple(would)


def _would(event: Event) -> Event:
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    return WOULD[type(event)](**values)
