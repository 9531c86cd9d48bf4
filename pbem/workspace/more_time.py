"""More time for a turn, where most players ask for it in the thread."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from pbem.forum.annotations.report_header import header
from pbem.forum.annotations.timing import due_words
from pbem.forum.posts.dialect import Dialect
from pbem.schedule.parser import parse_duration
from pbem.schedule.time_control import UnknownTime
from pbem.workspace.loaded_game import LoadedGame
from pbem.workspace.open_matters import OpenMatters

USUAL = timedelta(days=1)
MOST = timedelta(days=7)
_LENGTH = re.compile(
    r"\b(?:(\d{1,3})|an?|one|another)\s*(?:more\s+)?(day|hour|week|d|h)"
)


def extension(matters: OpenMatters) -> datetime | None:
    """Return when orders are due once most of the players have asked for more time
    since the deadline was posted; None: they have not, or no deadline is known.

    It is as much more as the first says who says how much, a week at most, or a day.
    """
    wishes = [one for one in matters.wishes if one.code == "wish-extension"]
    seats = {one.seat for one in wishes}
    if matters.due is None or 2 * len(seats) <= len(matters.people):
        return None
    lengths = filter(None, (_length(one.text) for one in wishes))
    return matters.due + min(next(lengths, USUAL), MOST)


def deadline_post(game: LoadedGame, until: datetime, dialect: Dialect) -> str:
    """Return a post that gives the open turn another deadline."""
    head = header(game.story.name, game.now, until=until)
    return dialect.paragraphs((head, due_words(until)))


def _length(text: str) -> timedelta | None:
    """Return how much more time a line asks for; None: it does not say.

    >>> str(_length("Can I have 2 more days?")), _length("More time, please.")
    ('2 days, 0:00:00', None)
    """
    if (match := _LENGTH.search(text.casefold())) is None:
        return None
    try:
        return timedelta(seconds=parse_duration(f"{match[1] or 1}{match[2][0]}"))
    except UnknownTime:
        return None
