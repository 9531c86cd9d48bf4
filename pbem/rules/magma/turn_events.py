"""The events of a turn of Magma, made from the states before and after it."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.protocol import Event
from pbem.rules.magma import events
from pbem.rules.magma.state import Action, State, times


def events_of(before: State, action: Action, after: State) -> tuple[Event, ...]:
    """Return the events of a turn, or of a penalty."""
    happened = [_done(before, action, after)]
    if action.kind in ("move", "enter", "removed"):
        if before.agreed:
            happened.append(events.AgreementEnded(seats=before.agreed))
        happened += _scores(before, after)
    if before.owed is None and after.deal.clock == "white-hot":
        happened.append(_turned(after))
    if after.owed is not None:
        happened.append(events.PenaltyDue(late=after.owed.late, by=after.owed.by))
    elif after.over is None:
        count = times(after.seen, len(after.deal.homes))
        if count > 1:
            happened.append(events.Repeated(seat=after.home.seat, times=count))
    return tuple(happened)


def _done(before: State, action: Action, after: State) -> Event:
    """Return what a seat did."""
    seat, colour = action.seat, action.colour
    if action.kind == "move":
        return events.Moved(
            seat=seat, colour=colour, path=action.path, over=action.over
        )
    if action.kind == "enter":
        return events.Entered(
            seat=seat,
            colour=colour,
            home=before.home.cell,
            path=action.path,
            over=action.over,
            left=after.stock(seat),
        )
    if before.owed is None:
        passed = events.Missed if action.kind == "missed" else events.Passed
        needed = len(after.deal.homes)
        return passed(seat=seat, colour=colour, passes=after.passes, needed=needed)
    late = before.owed.late
    if action.kind == "spared":
        return events.Spared(seat=seat, late=late)
    return events.Removed(seat=seat, late=late, colour=colour, cell=action.path[0])


def _scores(before: State, after: State) -> Iterator[Event]:
    old, new = before.tally.scores, after.tally.scores
    for colour, was, now in zip(after.deal.colours, old, new, strict=True):
        if was != now:
            yield events.ScoreChanged(colour=colour, before=was, after=now)


def _turned(after: State) -> Event:
    """Return whom the hourglass went on to (M16); a late turn has moved it, too."""
    return events.GlassTurned(seat=after.home.seat, seconds=after.left)
