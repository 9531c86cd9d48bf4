"""Hours of a day, as people say them, and when a stretch of them ends."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.schedule.time_control import UnknownTime, instant

_CLOCK = r"(\d{1,2})(?:[:.h](\d{2})?)?[ \t]*(am|pm)?"
_TO = r"[ \t]*(?:-|\u2013|to|until)[ \t]*"
_HOURS = re.compile(rf"(?:from[ \t]+)?{_CLOCK}{_TO}{_CLOCK}")


def parse_clock(text: str) -> time:
    """Return a time of the day. Raises UnknownTime.

    >>> parse_clock("18:30").isoformat("minutes"), parse_clock("7 pm").hour
    ('18:30', 19)
    """
    found = re.fullmatch(_CLOCK, text.strip().lower())
    if found is None:
        raise UnknownTime(text)
    return _clock(*found.groups(), text=text)


def parse_hours(text: str) -> str:
    """Return a stretch of hours as stored. Raises UnknownTime.

    >>> parse_hours("10pm to 7am"), parse_hours("22:00-7:30"), parse_hours("23-6")
    ('22:00-07:00', '22:00-07:30', '23:00-06:00')
    """
    found = _HOURS.fullmatch(text.strip().lower())
    if found is None:
        raise UnknownTime(text)
    parts = found.groups()
    first, last = (_clock(*each, text=text) for each in (parts[:3], parts[3:]))
    if first == last:
        raise UnknownTime(text)
    return f"{first.isoformat('minutes')}-{last.isoformat('minutes')}"


def _clock(hour: str, minute: str | None, half: str | None, *, text: str) -> time:
    number = int(hour)
    if half is not None:
        if not 1 <= number <= 12:
            raise UnknownTime(text)
        number = number % 12 + 12 * (half == "pm")
    if number > 23 or int(minute or 0) > 59:
        raise UnknownTime(text)
    return time(number, int(minute or 0))


def end_of(hours: str, now: float, zone: ZoneInfo) -> float | None:
    """Return when the range of hours that contains `now` ends; None outside of any.

    >>> end_of("22:00-07:00", 23 * 3600.0, ZoneInfo("UTC")) == 31 * 3600.0
    True
    >>> end_of("22:00-07:00", 8 * 3600.0, ZoneInfo("UTC")) is None
    True
    """
    if not hours:
        return None
    first, last = (time.fromisoformat(part) for part in hours.split("-"))
    today = datetime.fromtimestamp(now, zone).date()
    for day in (today - timedelta(days=1), today):
        start = instant(day, first, zone)
        end = instant(day + timedelta(days=last <= first), last, zone)
        if start <= now < end:
            return end
    return None
