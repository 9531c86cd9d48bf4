"""Deadlines as people say them, in the zone they mean, right through every change
of the clocks (grammars/time.lark)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput, VisitError

from pbem.resources import folder

HOUR, DAY = 3600, 86400
LEAST, MOST = 300, 366 * DAY  #: the shortest and the longest time for a turn
_UNITS = {"w": 7 * DAY, "d": DAY, "h": HOUR, "m": 60}
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = [
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
]
_FAR = 800  #: days that are looked through for one that is allowed


class NotATime(ValueError):
    """Words that are no time; the message is the part that is not understood."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Whole days of the calendar, and seconds."""

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
class Pace:
    """How long a turn may take: a stretch, or the next of some days at a time."""

    stretch: Stretch | None = None
    on: frozenset[int] = frozenset()  #: weekdays, Monday is 0; empty: a stretch
    at: time | None = None
    not_on: frozenset[int] = frozenset()
    least: Stretch = Stretch(seconds=12 * HOUR)  #: between report and fixed day
    grace: Stretch = Stretch()
    zone: str = ""

    def __str__(self) -> str:
        clock = f"{self.at:%H:%M}" if self.at else ""
        if self.stretch is not None:
            said = str(self.stretch) + (f" at {clock}" if clock else "")
        elif len(self.on) == 7:
            said = f"daily {clock}"
        elif self.on == {0, 1, 2, 3, 4}:
            said = f"weekdays {clock}"
        else:
            said = f"{_listed(self.on)} {clock}"
        if self.zone:
            said += f" {self.zone}"
        if self.not_on:
            weekend = self.not_on == {5, 6}
            said += ", not on " + ("weekends" if weekend else _listed(self.not_on))
        if self.stretch is None and self.least.length != 12 * HOUR:
            said += f", at least {self.least}"
        if self.grace.length:
            said += f", grace {self.grace}"
        return said

    @property
    def length(self) -> int:
        """About how many seconds a turn may take."""
        if self.stretch is not None:
            return self.stretch.length
        return 7 * DAY // max(1, len(self.on))

    def after(self, now: float, home: str) -> float:
        """The deadline of a turn that begins now; `home` is the zone where none
        is named.

        >>> pace("48h").after(0, "UTC"), pace("1 day at 6:00").after(0, "UTC")
        (172800.0, 108000.0)
        """
        zone = ZoneInfo(self.zone or home)
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
        if found < moment - 1 and day == local.date():
            found = instant(self._allowed(day + timedelta(days=1)), clock, zone)
        return found

    def _run(self, moment: float, seconds: int, zone: ZoneInfo) -> float:
        """Seconds that pass on allowed days only."""
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
        raise NotATime(str(self))

    def _allowed(self, day: date) -> date:
        while day.weekday() in self.not_on:
            day += timedelta(days=1)
        return day


def instant(day: date, clock: time, zone: ZoneInfo) -> float:
    """The moment at which a clock on a wall shows this.

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


def pace(text: str) -> Pace:
    """How long a turn may take, from words. Raises NotATime.

    >>> str(pace("Fri 8pm Europe/Paris")), str(pace("3 days, not on weekends"))
    ('Fri 20:00 Europe/Paris', '3 days, not on weekends')
    >>> str(pace("soon"))
    Traceback (most recent call last):
    ...
    pbem.server.timing.NotATime: soon
    """
    found: Pace = _parse(text, "pace")
    if len(found.not_on) == 7 or (found.on and found.on <= found.not_on):
        raise NotATime(text)
    if found.stretch and not LEAST <= found.stretch.length <= MOST:
        raise NotATime(text)
    if found.grace.length > 14 * DAY or found.least.length > 60 * DAY:
        raise NotATime(text)
    return found


def moment(text: str, now: float, home: str, *, end: bool = False) -> float:
    """One moment from words; a day without a time is its beginning, or its end.

    Raises NotATime.
    """
    spot: _Spot = _parse(text, "spot")
    return spot.resolve(now, home, end=end)


def span(text: str, now: float, home: str) -> tuple[float, float]:
    """From the beginning of the first day named to the end of the last.

    >>> span("3 Jan to 5 Jan", 0, "UTC") == (2 * 86400.0, 5 * 86400.0)
    True
    """
    first, last = _parse(text, "span")
    start = first.resolve(now, home)
    stop = last.resolve(now, home, end=True)
    if stop <= start and last.day_is_open:
        stop = last.resolve(start, home, end=True)
    return start, stop


def zone(name: str) -> str:
    """A zone's name as the database spells it. Raises NotATime.

    >>> zone("europe/paris")
    'Europe/Paris'
    """
    known = _zones().get(name.strip().lower().replace(" ", "_"))
    if known is None:
        raise NotATime(name)
    return known


def near_zones(name: str) -> list[str]:
    """Zones that somebody may have meant."""
    from difflib import get_close_matches

    word = name.strip().lower().replace(" ", "_")
    cities = {key.rpartition("/")[2]: full for key, full in _zones().items()}
    if word.rpartition("/")[2] in cities:
        return [cities[word.rpartition("/")[2]]]
    close = get_close_matches(word, _zones(), 3, 0.6)
    return [_zones()[key] for key in close]


@cache
def _zones() -> dict[str, str]:
    from zoneinfo import available_timezones

    named = {
        name
        for name in available_timezones()
        if not name.startswith(("posix", "right", "SystemV", "Etc/"))
    }
    return {name.lower(): name for name in sorted(named)}


def _listed(days: frozenset[int]) -> str:
    return " and ".join(_DAYS[day] for day in sorted(days))


@dataclass(frozen=True, slots=True)
class _Spot:
    """A moment that still needs to know what day it is."""

    stretch: Stretch | None = None
    day: date | None = None  #: the year 1: none was named
    named: str = ""
    weekday: int = -1
    clock: time | None = None
    zone: str = ""

    @property
    def day_is_open(self) -> bool:
        """Whether the year or the week may be the next one."""
        return self.weekday >= 0 or (self.day is not None and self.day.year == 4)

    def resolve(self, now: float, home: str, *, end: bool = False) -> float:
        """The moment itself."""
        zone = ZoneInfo(self.zone or home)
        today = datetime.fromtimestamp(now, zone)
        if self.stretch is not None:
            return Pace(self.stretch).after(now, home)
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
        raise NotATime(str(self.day))


def _parse(text: str, start: str) -> Any:
    words = " ".join(text.strip().rstrip(".!").split())
    if len(words) > 200:
        raise NotATime(words[:60])
    try:
        return _Build().transform(_lark().parse(words, start))
    except UnexpectedInput as error:
        at = getattr(error, "pos_in_stream", None) or 0
        raise NotATime(words[at:][:40] or words[:60]) from None
    except VisitError as error:
        raise NotATime(str(error.orig_exc)) from None


@cache
def _lark() -> Lark:
    return Lark.open(
        str(folder("grammars") / "time.lark"),
        parser="lalr",
        start=["pace", "spot", "span"],
        import_paths=[str(folder("grammars"))],
    )


class _Build(Transformer[Token, Any]):
    """Trees to the values above; parts are (name, value) until they are joined."""

    def amount(self, parts: list[Token]) -> Stretch:
        text = "".join(parts).lower()
        digits = "".join(char for char in text if char.isdigit()) or "1"
        unit = text.lstrip("0123456789. \t")[0]
        number = int(digits)
        if unit in "wd":
            return Stretch(number * (7 if unit == "w" else 1), 0)
        return Stretch(0, number * _UNITS[unit])

    def stretch(self, parts: list[Stretch]) -> tuple[str, Stretch]:
        days = sum(part.days for part in parts)
        return "stretch", Stretch(days, sum(part.seconds for part in parts))

    def clock(self, parts: list[Token]) -> tuple[str, time]:
        text = parts[0].lower().replace(" ", "").replace("\t", "")
        digits = text.rstrip("apm").replace(".", ":")
        hour, _, minute = digits.partition(":")
        number = int(hour)
        if text.endswith("m"):
            if not 1 <= number <= 12:
                raise NotATime(text)
            number = number % 12 + (12 if text.endswith("pm") else 0)
        if number == 24:
            raise NotATime("24:00; please write 23:59 or 0:00")
        return "at", time(number, int(minute or 0))

    def on(self, parts: list[Token]) -> tuple[str, frozenset[int]]:
        if parts and parts[0].type == "EVERY_DAY":
            return "on", frozenset(range(7))
        if parts and parts[0].type == "WEEKDAYS":
            return "on", frozenset(range(5))
        return "on", self._days(parts)

    def not_on(self, parts: list[Token]) -> tuple[str, frozenset[int]]:
        if parts and parts[0].type == "WEEKENDS":
            return "not_on", frozenset({5, 6})
        return "not_on", self._days(parts)

    def _days(self, parts: list[Token]) -> frozenset[int]:
        if not parts:
            raise NotATime("and")
        return frozenset(_DAYS.index(part[:3].capitalize()) for part in parts)

    def least(self, parts: list[tuple[str, Stretch]]) -> tuple[str, Stretch]:
        return "least", parts[0][1]

    def grace(self, parts: list[tuple[str, Stretch]]) -> tuple[str, Stretch]:
        return "grace", parts[0][1]

    def zone(self, parts: list[Token]) -> tuple[str, str]:
        return "zone", zone(str(parts[0]))

    def pace(self, parts: list[tuple[str, Any]]) -> Pace:
        return Pace(**_once(parts))

    def dated(self, parts: list[Token]) -> tuple[str, date]:
        try:
            if parts[0].type == "ISO":
                year, month, day = map(int, parts[0].split("-"))
                return "day", date(year, month, day)
            # The year 4 stands for none: it has a 29 February.
            year, month, day = 4, 0, 0
            for part in parts:
                if part.type == "YEAR":
                    year = int(part)
                elif part.type == "MONTH":
                    month = _MONTHS.index(part[:3].lower()) + 1
                else:
                    day = int("".join(char for char in part if char.isdigit()))
            return "day", date(year, month, day)
        except ValueError:
            raise NotATime(" ".join(parts)) from None

    def named(self, parts: list[Token]) -> tuple[str, str]:
        return "named", str(parts[0]).lower()

    def weekday(self, parts: list[Token]) -> tuple[str, int]:
        return "weekday", _DAYS.index(parts[-1][:3].capitalize())

    def in_(self, parts: list[tuple[str, Stretch]]) -> tuple[str, Stretch]:
        return parts[0]

    def moment(self, parts: list[tuple[str, Any]]) -> tuple[str, Any]:
        renamed = [("clock" if key == "at" else key, value) for key, value in parts]
        return "spot", _Spot(**_once(renamed))

    def spot(self, parts: list[tuple[str, Any]]) -> _Spot:
        return self._zoned(parts)[0]

    def span(self, parts: list[tuple[str, Any]]) -> tuple[_Spot, _Spot]:
        spots = self._zoned(parts)
        return spots[0], spots[-1]

    def _zoned(self, parts: list[tuple[str, Any]]) -> list[_Spot]:
        from dataclasses import replace

        found: list[_Spot] = []
        for key, value in parts:
            if key == "spot":
                found.append(value)
            else:
                found[-1] = replace(found[-1], zone=value)
        return found


def _once(parts: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in parts:
        if key in found:
            raise NotATime(key)
        found[key] = value
    return found


def known_zone(name: str) -> ZoneInfo | None:
    """A zone of the database, or None."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
