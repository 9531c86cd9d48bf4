"""The deadline as an entry for calendars: one for each seat of a game, which moves
with the deadline and goes when the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

EPOCH = 1_500_000_000  #: sequence numbers count the seconds from here


class CalendarEntry(NamedTuple):
    """What is due in a seat of a game; no deadline takes the entry away."""

    game: str
    seat: str
    summary: str
    deadline: float | None


def entries(domain: str, due: Sequence[CalendarEntry], now: float) -> bytes:
    """Return an iCalendar file with an entry for each.

    A UID never changes and the sequence always grows, so that a later letter
    moves the entry that an earlier one made.
    """
    # Half a second of loading, for those few who want it.
    from icalendar import Alarm, Calendar, Event

    calendar = Calendar()
    calendar.add("prodid", "-//pbem//deadlines//EN")
    calendar.add("version", "2.0")
    stays = any(one.deadline is not None for one in due)
    calendar.add("method", "PUBLISH" if stays else "CANCEL")
    for one in due:
        event = Event()
        event.add("uid", f"{one.game}.{one.seat.encode().hex()}@{domain}")
        event.add("dtstamp", datetime.fromtimestamp(int(now), UTC))
        event.add("sequence", max(0, int(now) - EPOCH))
        event.add("summary", one.summary)
        at = now if one.deadline is None else one.deadline
        when = datetime.fromtimestamp(int(at), UTC)
        event.add("dtstart", when - timedelta(minutes=30))
        event.add("dtend", when)
        event.add("status", "CANCELLED" if one.deadline is None else "CONFIRMED")
        event.add("transp", "TRANSPARENT")
        if one.deadline is not None:
            alarm = Alarm()
            alarm.add("action", "DISPLAY")
            alarm.add("description", one.summary)
            alarm.add("trigger", timedelta(hours=-3))
            event.add_component(alarm)
        calendar.add_component(event)
    return bytes(calendar.to_ical())
