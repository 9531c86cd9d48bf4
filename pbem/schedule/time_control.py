"""Deadlines as people say them, in the zone they mean, right through every change
of the clocks (grammars/time.lark)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.schedule import zones
from pbem.schedule.units import DAY, HOUR

MIN_TURN_SECONDS, MAX_TURN_SECONDS = 300, 366 * DAY  #: how long a turn may take
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_FAR = 800  #: days that are looked through for one that is allowed


class UnknownTime(ValueError):
    """Words that are no time; the message is the part that is not understood."""


@dataclass(frozen=True, slots=True)
class Duration:
    """Whole days of the calendar, and seconds.

    >>> [str(Duration(*one)) for one in ((), (1,), (2, 5400), (0, 7260), (0, 59))]
    ['0m', '1 day', '2 days 1h 30m', '2h 1m', '0m']
    """

    days: int = 0
    seconds: int = 0

    @property
    def length(self) -> int:
        """About how many seconds it is."""
        return self.days * DAY + self.seconds

    def __str__(self) -> str:
        parts = [f"{self.days} day{'s' * (self.days != 1)}"] if self.days else []
        hours, minutes = divmod(self.seconds // 60, 60)
        parts += [f"{hours}h"] if hours else []
        parts += [f"{minutes}m"] if minutes or not parts else []
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long a turn may take: a stretch, or the next of some days at a time."""

    stretch: Duration | None = None
    on: frozenset[int] = frozenset()  #: weekdays, Monday is 0; empty: a stretch
    at: time | None = None
    not_on: frozenset[int] = frozenset()
    least: Duration = Duration(seconds=12 * HOUR)  #: between report and fixed day
    grace: Duration = Duration()
    zone: str = ""
    #: Of kinds of turns that have a time of their own, by name, or "#2": the second.
    phases: tuple[tuple[str, TimeControl], ...] = ()

    def __str__(self) -> str:
        if self.phases:
            rest = (f"{name} {pace}" for name, pace in self.phases)
            return "; ".join((str(self.main), *rest))
        clock = f"{self.at:%H:%M}" if self.at else ""
        if self.stretch is not None:
            text = str(self.stretch) + (f" at {clock}" if clock else "")
        elif len(self.on) == 7:
            text = f"daily {clock}"
        elif self.on == {0, 1, 2, 3, 4}:
            text = f"weekdays {clock}"
        else:
            text = f"{_listed(self.on)} {clock}"
        if self.zone:
            text += f" {self.zone}"
        if self.not_on:
            weekend = self.not_on == {5, 6}
            text += ", not on " + ("weekends" if weekend else _listed(self.not_on))
        if self.stretch is None and self.least.length != 12 * HOUR:
            text += f", at least {self.least}"
        if self.grace.length:
            text += f", grace {self.grace}"
        return text

    @property
    def main(self) -> TimeControl:
        """The time of all turns that have none of their own."""
        return replace(self, phases=())

    def named(self, kinds: Sequence[str]) -> TimeControl:
        """Return the same with the names of a game's kinds of turns: "builds" is
        "adjustments" where that is written "adjustments|builds"."""
        names = {f"#{at}": one.split("|")[0] for at, one in enumerate(kinds, 1)}
        names |= {word: one.split("|")[0] for one in kinds for word in one.split("|")}
        found = ((names.get(key, ""), pace) for key, pace in self.phases)
        return replace(self, phases=tuple(one for one in found if one[0]))

    def of(self, kind: str) -> TimeControl:
        """Return the time of one kind of turns."""
        return dict(self.phases).get(kind, self.main)

    @property
    def length(self) -> int:
        """About how many seconds a turn may take."""
        if self.stretch is not None:
            return self.stretch.length
        return 7 * DAY // max(1, len(self.on))

    def after(self, now: float, home: str) -> float:
        """Return the deadline of a turn that begins now; `home` is the zone where none
        is named.

        >>> TimeControl(Duration(seconds=48 * HOUR)).after(0, "UTC")
        172800
        >>> TimeControl(Duration(days=1), at=time(6)).after(0, "UTC")
        108000.0
        """
        zone = ZoneInfo(zones.known_or_home(self.zone, home))
        if self.stretch is None:
            return self._next(now, zone)
        start = datetime.fromtimestamp(now, zone)
        day = start.date()
        for _ in range(self.stretch.days):
            day = self._allowed(day + timedelta(days=1))
        moment = now if day == start.date() else instant(day, start.time(), zone)
        moment = self._run(moment, self.stretch.seconds, zone)
        local = datetime.fromtimestamp(moment, zone)
        day = self._allowed(local.date())
        clock = self.at or local.time()
        if day == local.date() and self.at is None:
            return moment
        found = instant(day, clock, zone)
        later = self.stretch.seconds > 0 and day == local.date()
        if later and found < moment - 1:
            found = instant(self._allowed(day + timedelta(days=1)), clock, zone)
        return found

    def _run(self, moment: float, seconds: int, zone: ZoneInfo) -> float:
        """Return seconds that pass on allowed days only."""
        if not self.not_on:
            return moment + seconds
        left = float(seconds)
        for _ in range(_FAR):
            local = datetime.fromtimestamp(moment, zone)
            end = instant(local.date() + timedelta(days=1), time(), zone)
            if local.weekday() not in self.not_on:
                if moment + left < end or left == 0:
                    return moment + left
                left -= end - moment
            moment = end
        return moment

    def _next(self, now: float, zone: ZoneInfo) -> float:
        earliest = now + self.least.length
        day = datetime.fromtimestamp(earliest, zone).date()
        assert self.at is not None
        for _ in range(_FAR):
            if day.weekday() in self.on and day.weekday() not in self.not_on:
                found = instant(day, self.at, zone)
                if found >= earliest:
                    return found
            day += timedelta(days=1)
        raise UnknownTime(str(self))

    def _allowed(self, day: date) -> date:
        while day.weekday() in self.not_on:
            day += timedelta(days=1)
        return day


def behind(
    absences: Sequence[tuple[float, float]],
    deadline: float,
    pace: TimeControl,
    home: str,
) -> float:
    """Return a deadline moved behind the absences, from and until, that it would fall
    into: to the next fixed day, or as long as a turn takes, a day at most.

    >>> behind([(0.0, 100.0)], 50.0, TimeControl(Duration(days=3)), "UTC")
    86500.0
    """
    for _ in range(len(absences) + 1):
        over = [until for start, until in absences if start <= deadline < until]
        if not over:
            break
        back = max(over)
        if pace.stretch is None:
            deadline = pace.after(back, home)
        else:
            deadline = back + min(pace.stretch.length, DAY)
    return deadline


def instant(day: date, clock: time, zone: ZoneInfo) -> float:
    """Return the moment at which a clock on a wall shows this.

    A time that the clocks skip is as much later as they jump; of a time that comes
    twice it is the second, so that nobody who reads it in time is too late.

    >>> gap, twice = date(2024, 3, 31), date(2024, 10, 27)
    >>> paris = ZoneInfo("Europe/Paris")
    >>> [f"{datetime.fromtimestamp(instant(d, time(2, 30), paris), paris):%H:%M %z}"
    ...  for d in (gap, twice)]
    ['03:30 +0200', '02:30 +0100']
    """
    clock = clock.replace(fold=0, tzinfo=None)
    wall = datetime.combine(day, clock, zone)
    return max(wall.timestamp(), wall.replace(fold=1).timestamp())


def find_zone(name: str) -> str:
    """Return a zone's name as the database spells it. Raises UnknownTime.

    >>> find_zone("europe/paris")
    'Europe/Paris'
    """
    known = zones.offered().get(name.strip().lower().replace(" ", "_"))
    if known is None:
        raise UnknownTime(name)
    return known


def similar_zones(name: str) -> list[str]:
    """Return names of time zones similar to this one."""
    from difflib import get_close_matches

    if called := zones.called(name):
        return called
    word, known = name.strip().lower().replace(" ", "_"), zones.offered()
    cities = {key.rpartition("/")[2]: full for key, full in known.items()}
    if word.rpartition("/")[2] in cities:
        return [cities[word.rpartition("/")[2]]]
    close = [known[key] for key in get_close_matches(word, known, 3, 0.6)]
    return close or [cities[key] for key in get_close_matches(word, cities, 3, 0.7)]


def _listed(days: frozenset[int]) -> str:
    return " and ".join(WEEKDAYS[day] for day in sorted(days))


@dataclass(frozen=True, slots=True)
class PointInTime:
    """A moment that still needs to know what day it is."""

    stretch: Duration | None = None
    day: date | None = None  #: the year 1: none was named
    named: str = ""
    weekday: int = -1
    clock: time | None = None
    zone: str = ""

    @property
    def day_is_open(self) -> bool:
        """Whether the year or the week may be the next one."""
        return self.weekday >= 0 or (self.day is not None and self.day.year == 4)

    @property
    def is_day(self) -> bool:
        """Whether a day is named, and no time of it."""
        return self.stretch is None and self.clock is None and self.named != "tonight"

    def resolve(self, now: float, home: str, *, end: bool = False) -> float:
        """Return the moment in seconds since 1970, as seen at `now`.

        `home` is the zone where none is named; with `end` a day means its end."""
        zone = ZoneInfo(zones.known_or_home(self.zone, home))
        today = datetime.fromtimestamp(now, zone)
        if self.stretch is not None:
            return TimeControl(self.stretch).after(now, home)
        day = self._on(today)
        clock = self.clock
        if self.named == "tonight" and clock is None:
            clock = time(20)
        if clock is None:
            return instant(day + timedelta(days=end), time(), zone)
        found = instant(day, clock, zone)
        if found <= now and self.weekday >= 0:
            return instant(day + timedelta(days=7), clock, zone)
        if found <= now and self.day is None and not self.named:
            return instant(day + timedelta(days=1), clock, zone)
        return found

    def _on(self, today: datetime) -> date:
        if self.weekday >= 0:
            return today.date() + timedelta((self.weekday - today.weekday()) % 7)
        if self.day is None:
            return today.date() + timedelta(days=self.named == "tomorrow")
        if self.day.year != 4:
            return self.day
        for year in range(today.year, today.year + 9):
            try:
                found = self.day.replace(year=year)
            except ValueError:  # 29 February
                continue
            if found >= today.date():
                return found
        raise UnknownTime(str(self.day))
