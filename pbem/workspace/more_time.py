"""More time for a turn, where most players ask for it in the thread."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from pbem.schedule.parser import parse_duration
from pbem.schedule.time_control import UnknownTime
from pbem.workspace.open_matters import OpenMatters

USUAL = timedelta(days=1)
MOST = timedelta(days=7)
_LENGTH = re.compile(
    r"\b(?:(\d{1,3})|an?|one|another)\s*(?:more\s+)?(day|hour|week|d|h)"
)


def extension(matters: OpenMatters) -> datetime | None:
    """Return when orders are due once most of the players have asked for more time
    since the deadline was posted; None: they have not, or no deadline is known.

    It is as much more as the first of them says, a week at most, or else a day.
    """
    seats = {one.seat for one in matters.wishes if one.code == "wish-extension"}
    if matters.due is None or 2 * len(seats) <= len(matters.people):
        return None
    first = next(one for one in matters.wishes if one.code == "wish-extension")
    return matters.due + min(_length(first.text), MOST)


def _length(text: str) -> timedelta:
    """Return how much more time a line asks for.

    >>> str(_length("Can I have 2 more days?")), str(_length("More time, please."))
    ('2 days, 0:00:00', '1 day, 0:00:00')
    """
    if (match := _LENGTH.search(text.casefold())) is None:
        return USUAL
    try:
        return timedelta(seconds=parse_duration(f"{match[1] or 1}{match[2][0]}"))
    except UnknownTime:
        return USUAL
