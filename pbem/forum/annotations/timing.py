"""How long the turns of a game in a thread may take, as its record remembers it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.forum.annotations.remembered import SETTINGS, Memory
from pbem.forum.thread import ForumRefusal
from pbem.record.replay import Story
from pbem.schedule.parser import parse_duration, parse_time_control
from pbem.schedule.phrases import format_moment
from pbem.schedule.time_control import (
    Duration,
    TimeControl,
    UnknownTime,
    behind,
    find_zone,
)
from pbem.schedule.zones import known_or_home

HOLD = "10m"  #: for which an order that was read freely and closes a turn is held
_NONE = ("", "none", "no", "never")


class TimingRefused(ForumRefusal):
    """Words that say no time."""


def checked(word: str, text: str) -> str:
    """Return a setting of `SETTINGS` as stored; "" where it says that there is
    none. Raises TimingRefused."""
    if text.strip().casefold() in _NONE:
        return "" if word != "hold" else "none"
    try:
        if word == "pace":
            return str(parse_time_control(text))
        if word == "zone":
            return find_zone(text)
        parse_duration(text)
    except (UnknownTime, OverflowError) as unknown:
        raise TimingRefused(f"forum.{word}", said=text, what=str(unknown)) from None
    return text


def with_settings(memory: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """Return settings with others in their place, and without those that are "".

    Raises TimingRefused.
    """
    found = {**memory, **{word: checked(word, new[word]) for word in new}}
    return {word: found[word] for word in SETTINGS if found.get(word)}


def pace_of(memory: Memory, story: Story, usual: str = "") -> TimeControl | None:
    """Return how long the open turn of a game may take; None: as long as people like.

    `usual` says it where the record does not.
    """
    pace = _control(memory, usual)
    if pace is not None and pace.phases:
        kinds = story.game.facts.get("phases", ())
        pace = pace.named(kinds).of(story.window.name if story.window else "")
    return pace


def _control(memory: Memory, usual: str = "") -> TimeControl | None:
    """Return the time control that is set; None where none is, or where the words in
    the record, which anybody may edit, say no time."""
    words = memory.settings.get("pace") or usual
    with suppress(UnknownTime):
        return parse_time_control(words, stored=True) if words else None
    return None


def zone_of(memory: Memory, usual: str = "") -> ZoneInfo:
    """Return the time zone of times in posts: the one that was set, or that of the time
    control."""
    named = memory.settings.get("zone", "")
    pace = None if named else _control(memory, usual)
    return ZoneInfo(known_or_home(pace.zone if pace else named, "UTC"))


def hold_seconds(memory: Memory) -> int:
    """Return for how many seconds an order that was read freely is held."""
    text = memory.settings.get("hold", HOLD)
    with suppress(UnknownTime):
        return 0 if text == "none" else parse_duration(text)
    return parse_duration(HOLD)


def grace_of(memory: Memory) -> timedelta:
    """Return the time behind a deadline in which orders count as if in time."""
    pace = _control(memory)
    grace = pace.grace if pace else Duration()
    return timedelta(days=grace.days, seconds=grace.seconds)


def due(
    story: Story, memory: Memory, now: datetime, usual: str = ""
) -> datetime | None:
    """Return when orders are due if the report of the open turn is posted now, in the
    forum's zone; None: no time is set, or the game is over.

    It lies behind absences that those who are awaited have told before: an absence
    moves no deadline that stands already. It is a full hour, or as the words have it.
    """
    pace = pace_of(memory, story, usual)
    if pace is None or story.window is None:
        return None
    zone, moment = zone_of(memory, usual), now.timestamp()
    awaited = story.awaited()
    away = [
        (one.start.timestamp(), one.until.timestamp())
        for one in memory.away
        if one.seat in awaited and one.posted <= now < one.until
    ]
    found = pace.after(moment, zone.key)
    if pace.at is None:  # nobody has to know the minute
        found = -(-found // 3600) * 3600
    found = behind(away, found, pace, zone.key)
    return datetime.fromtimestamp(found, UTC).astimezone(zone)


def due_words(until: datetime) -> str:
    """Return a line for the head of a post: when orders are due, by the forum's clocks.

    >>> due_words(datetime(2026, 11, 27, 20, tzinfo=ZoneInfo("Europe/Paris")))
    'Orders are due until Friday 27 November, 20:00 (Paris).'
    """
    zone = until.tzinfo or UTC
    return f"Orders are due until {format_moment(until.timestamp(), zone)}."
