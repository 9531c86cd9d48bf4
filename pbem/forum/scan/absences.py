"""Until when somebody is away who says so in a post."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from pbem.forum.annotations.remembered import Absence
from pbem.forum.scan.addressed import MONTH
from pbem.forum.scan.questions import Question
from pbem.schedule.parser import parse_span
from pbem.schedule.time_control import UnknownTime

MAX_DAYS = 60  #: of one absence
_MAX_WORDS = 8  #: that say from when until when
_WORD = re.compile(r"[\w:./+-]*\w")
_LEADS = ("until", "till", "til", "through", "from", "for", "on", "over", "back")
#: What was, and what others are, is no absence of the writer's.
_NOT_OWN = re.compile(r"\b(?:was|were|is|are|anybody|anyone) ", re.IGNORECASE)
#: "the 5th", with no month behind it.
_DAY = re.compile(
    rf"\b(?:the )?(\d{{1,2}})(?:st|nd|rd|th)\b(?!\W+(?:of\W+)?(?:{MONTH}))",
    re.IGNORECASE,
)
_WEEKEND = re.compile(r"\b(?:this|the|over|next) weekend\b")


def absence_of(one: Question, zone: str) -> Absence | None:
    """Return the absence that a post tells; None where it does not say until when, or
    nobody knows when it was written.

    >>> from pbem.forum.thread import Post
    >>> post = Post(number=1, author="B", lines=(), time=datetime(2026, 11, 20, 9,
    ...     tzinfo=UTC))
    >>> for text in ("V/LA until Monday, sorry", "I am away from 3 Dec to 5 Dec",
    ...              "no internet for 2 days", "I'll be back on Sunday", "away!",
    ...              "Out till the 5th!"):
    ...     found = absence_of(Question("", text, post=post, seat="Bob"), "UTC")
    ...     print(f"{found.start:%a %d} {found.until:%a %d}" if found else None)
    Fri 20 Tue 24
    Thu 03 Sun 06
    Fri 20 Sun 22
    Fri 20 Mon 23
    None
    Fri 20 Sun 06
    """
    posted = one.post.time
    if posted is None or not one.seat or _NOT_OWN.search(one.text):
        return None
    now = posted.timestamp()
    for stretch in _spans(_with_month(one.text, posted)):
        try:
            start, until = parse_span(stretch, now, zone)
        except (UnknownTime, OverflowError):
            continue
        start = max(start, now)
        if start < until <= start + MAX_DAYS * 86400:
            # To the minute, as it is remembered.
            times = (x // 60 * 60 for x in (now, start, until))
            return Absence(one.seat, *(datetime.fromtimestamp(x, UTC) for x in times))
    return None


def _with_month(text: str, posted: datetime) -> str:
    """Return a text whose days of no month have the one that is next.

    >>> _with_month("from the 30th till the 5th", datetime(2026, 11, 20))
    'from 30 Nov till 5 Dec'
    """
    ahead = posted.replace(day=1) + timedelta(days=31)

    def named(day: re.Match[str]) -> str:
        return f"{day[1]} {(ahead if int(day[1]) < posted.day else posted):%b}"

    return _DAY.sub(named, text)


def _spans(text: str) -> Iterator[str]:
    """Yield the stretches of a line that may say from when until when, as they are
    said to us in letters; the longest first."""
    words = _WORD.findall(text.casefold())
    if _WEEKEND.search(text.casefold()):
        yield "sat to sun"
    starts = [at for at, word in enumerate(words) if word in _LEADS]
    starts += [at for at, word in enumerate(words) if word not in _LEADS]
    for at in starts:
        for end in range(min(len(words), at + _MAX_WORDS), at, -1):
            stretch = words[at:end]
            if stretch[0] == "back" or stretch[0] in ("till", "til", "through"):
                stretch = ["until", *stretch[1:]]
            elif stretch[0] in ("on", "over"):
                stretch = stretch[1:]
            if stretch[:2] == ["until", "on"]:
                del stretch[1]
            if stretch:
                yield " ".join(stretch)
