"""Times as people say them."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo

from pbem.report.wording import counted
from pbem.server.timing import Pace


def said(when: float, now: float, zone: tzinfo) -> str:
    """A moment, and how far away it is.

    >>> said(1700086400 + 2 * 3600, 1700086400, UTC)
    'Thursday 16 November, 00:13 (UTC), in two hours'
    """
    local = datetime.fromtimestamp(when, UTC).astimezone(zone)
    name = getattr(zone, "key", "") or str(zone)
    place = name.rpartition("/")[2].replace("_", " ")
    day = f"{local:%A} {local.day} {local:%B}"
    return f"{day}, {local:%H:%M} ({place}), {far(when - now)}"


def moment(when: float, zone: tzinfo) -> str:
    """A moment without how far away it is.

    >>> moment(1700086400, UTC)
    'Wednesday 15 November, 22:13 (UTC)'
    """
    return said(when, when, zone).rpartition(", ")[0]


def far(seconds: float) -> str:
    """A stretch of time in its two largest units at most.

    >>> far(46 * 3600), far(3 * 86400 + 5 * 3600), far(600), far(-5)
    ('in 46 hours', 'in three days and five hours', 'in 10 minutes', 'now')
    """
    return "in " + long(seconds) if round(seconds / 60) > 0 else "now"


def pace(pace: Pace) -> str:
    """How long a turn may take.

    >>> from pbem.server import timing
    >>> pace(timing.pace("48h")), pace(timing.pace("Fri 20:00"))
    ('48 hours', 'until Fri 20:00')
    """
    if pace.stretch is None:
        return f"until {pace}"
    if str(pace) == str(pace.stretch):
        return long(pace.stretch.length)
    return str(pace)


def long(seconds: float) -> str:
    """The same without "in".

    >>> long(48 * 3600), long(90)
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
