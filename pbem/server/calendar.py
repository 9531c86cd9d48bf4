"""The deadline as an entry for calendars: one for each seat of a game, which moves
with the deadline and goes when the game is over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

EPOCH = 1_500_000_000  #: sequence numbers count the seconds from here


def entry(
    domain: str, game: str, seat: str, summary: str, deadline: float | None, now: float
) -> bytes:
    """An iCalendar file; without a deadline the entry is taken out of the calendar.

    The UID never changes and the sequence always grows, so that a later letter
    moves the entry that an earlier one made.
    """
    # Half a second of loading, for those few who want it.
    from icalendar import Alarm, Calendar, Event

    calendar = Calendar()
    calendar.add("prodid", "-//pbem//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH" if deadline is not None else "CANCEL")
    event = Event()
    event.add("uid", f"{game}.{seat.encode().hex()}@{domain}")
    event.add("dtstamp", datetime.fromtimestamp(int(now), UTC))
    event.add("sequence", max(0, int(now) - EPOCH))
    event.add("summary", summary)
    when = datetime.fromtimestamp(int(now if deadline is None else deadline), UTC)
    event.add("dtstart", when - timedelta(minutes=30))
    event.add("dtend", when)
    event.add("status", "CONFIRMED" if deadline is not None else "CANCELLED")
    event.add("transp", "TRANSPARENT")
    if deadline is not None:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", summary)
        alarm.add("trigger", timedelta(hours=-3))
        event.add_component(alarm)
    calendar.add_component(event)
    return bytes(calendar.to_ical())
