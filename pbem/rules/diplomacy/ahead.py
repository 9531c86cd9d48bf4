"""Orders for phases to come (D35): headings in letters, and what waits in the state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbem.kit.calendar import Moment
from pbem.kit.table import WorkingState
from pbem.protocol import Compound, Seat
from pbem.rules.diplomacy import amending
from pbem.rules.diplomacy.bound import BoundOrders, Said
from pbem.rules.diplomacy.orders import Line
from pbem.rules.diplomacy.state import State
from pbem.rules.diplomacy.units import Verb


def headed(lines: Sequence[Line]) -> list[Line | None]:
    """Return the lines of a letter, each for the phase of the heading above it."""
    moment: Moment | None = None
    found: list[Line | None] = []
    for line in lines:
        if line.verb is Verb.HEADING:
            moment = line.moment
            found.append(None)
        elif moment is None or line.moment is not None:
            found.append(line)
        else:
            found.append(replace(line, moment=moment))
    return found


def standing(state: State, seat: Seat) -> Compound[Line] | None:
    """Return what a seat ordered ahead for the open phase."""
    lines: tuple[Line, ...] = ()
    for line in state.ahead.get(seat, ()):
        if line.moment == state.moment:
            lines = amending.amended(state, seat, lines, replace(line, moment=None))
    return Compound(lines=lines) if lines else None


def keep(table: WorkingState[State], orders: BoundOrders) -> None:
    """Keep what seats order ahead, a later line for the same unit and phase in the
    place of an earlier one, until its phase is over."""
    state = table.state
    ahead = dict(state.ahead)
    for seat, order in orders.items():
        for one in order.lines:
            if isinstance(one, Said) and one.line.moment:
                ahead[seat] = amending.later(ahead.get(seat, ()), one.line)
    pending = {
        seat: tuple(x for x in lines if x.moment and x.moment > state.moment)
        for seat, lines in ahead.items()
    }
    table.change(ahead={seat: lines for seat, lines in pending.items() if lines})
