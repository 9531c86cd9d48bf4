"""Times as people say them."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from pbem.pages.counting import counted
from pbem.schedule.time_control import TimeControl


def format_deadline(when: float, now: float, zone: tzinfo) -> str:
    """Return a moment, and how far away it is.

    >>> format_deadline(1700086400 + 2 * 3600, 1700086400, UTC)
    'Thursday 16 November, 00:13 (UTC), in two hours'
    """
    local = datetime.fromtimestamp(when, UTC).astimezone(zone)
    name = getattr(zone, "key", "") or str(zone)
    place = name.rpartition("/")[2].replace("_", " ")
    day = f"{local:%A} {local.day} {local:%B}"
    return f"{day}, {local:%H:%M} ({place}), {format_distance(when - now)}"


def format_moment(when: float, zone: tzinfo) -> str:
    """Return a moment without how far away it is.

    >>> format_moment(1700086400, UTC)
    'Wednesday 15 November, 22:13 (UTC)'
    """
    return format_deadline(when, when, zone).rpartition(", ")[0]


def format_distance(seconds: float) -> str:
    """Return a stretch of time in its two largest units at most.

    >>> [format_distance(one) for one in (46 * 3600, 77 * 3600, 600, -5)]
    ['in 46 hours', 'in three days and five hours', 'in 10 minutes', 'now']
    """
    return "in " + format_duration(seconds) if round(seconds / 60) > 0 else "now"


def format_time_control(pace: TimeControl) -> str:
    """Return how long a turn may take.

    >>> from pbem.schedule.parser import parse_time_control
    >>> paces = ("48h", "3 days", "Fri 20:00")
    >>> [format_time_control(parse_time_control(one)) for one in paces]
    ['48 hours', 'three days', 'until Fri 20:00']
    """
    if pace.phases:
        rest = (f"{format_time_control(one)} for {name}" for name, one in pace.phases)
        return ", ".join((format_time_control(pace.main), *rest))
    if pace.stretch is None:
        return f"until {pace}"
    if str(pace) == str(pace.stretch):
        return format_duration(pace.stretch.length)
    return str(pace)


def format_duration(seconds: float) -> str:
    """Return a stretch of time in its two largest units at most, without "in".

    >>> format_duration(48 * 3600), format_duration(90)
    ('48 hours', 'two minutes')
    """
    minutes = round(seconds / 60)
    hours, rest = divmod(minutes, 60)
    if hours < 1:
        return counted(minutes, "minute")
    if hours < 72:
        tail = f" and {counted(rest, 'minute')}" if rest and hours < 6 else ""
        return counted(hours, "hour") + tail
    days, hours = divmod(hours, 24)
    tail = f" and {counted(hours, 'hour')}" if hours else ""
    return counted(days, "day") + tail
