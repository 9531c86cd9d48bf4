"""Words about time to the values of `timing` (grammars/time.lark)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, time
from typing import Any

from lark import Token, Transformer
from lark.exceptions import UnexpectedInput, VisitError

from pbem.schedule.time_control import (
    MAX_TURN_SECONDS,
    MIN_TURN_SECONDS,
    WEEKDAYS,
    Duration,
    PointInTime,
    TimeControl,
    UnknownTime,
    find_zone,
)
from pbem.schedule.units import DAY, HOUR
from pbem.system import grammars

_UNITS = {"w": 7 * DAY, "d": DAY, "h": HOUR, "m": 60, "s": 1}
_MONTHS = tuple("jan feb mar apr may jun jul aug sep oct nov dec".split())  # noqa: SIM905


def _parse(text: str, start: str, *, stored: bool = False) -> Any:
    words = " ".join(text.strip().rstrip(".!").split())
    if len(words) > 200:
        raise UnknownTime(words[:60])
    try:
        lark = grammars.parser(grammars.text("time.lark"), "pace", "spot", "span")
        return _Build(stored).transform(lark.parse(words, start))
    except UnexpectedInput as error:
        at = getattr(error, "pos_in_stream", None) or 0
        raise UnknownTime(words[at:][:40] or words[:60]) from None
    except VisitError as error:
        raise UnknownTime(str(error.orig_exc)) from None


class _Build(Transformer[Token, Any]):
    """Trees to the values above; parts are (name, value) until they are joined.

    What was `stored` may name a zone that is not known any more.
    """

    def __init__(self, stored: bool) -> None:
        super().__init__()
        self._stored = stored

    def amount(self, parts: list[Token]) -> Duration:
        text = "".join(parts).lower()
        digits = "".join(char for char in text if char.isdigit()) or "1"
        unit = text.lstrip("0123456789. \t")[0]
        number = int(digits)
        if unit in "wd":
            return Duration(number * (7 if unit == "w" else 1), 0)
        return Duration(0, number * _UNITS[unit])

    def stretch(self, parts: list[Duration]) -> tuple[str, Duration]:
        days = sum(part.days for part in parts)
        return "stretch", Duration(days, sum(part.seconds for part in parts))

    def clock(self, parts: list[Token]) -> tuple[str, time]:
        text = parts[0].lower().replace(" ", "").replace("\t", "")
        digits = text.rstrip("apm").replace(".", ":")
        hour, _, minute = digits.partition(":")
        number = int(hour)
        if text.endswith("m"):
            if not 1 <= number <= 12:
                raise UnknownTime(text)
            number = number % 12 + (12 if text.endswith("pm") else 0)
        if number == 24:
            raise UnknownTime("24:00; please write 23:59 or 0:00")
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
            raise UnknownTime("and")
        return frozenset(WEEKDAYS.index(part[:3].capitalize()) for part in parts)

    def least(self, parts: list[tuple[str, Duration]]) -> tuple[str, Duration]:
        return "least", parts[0][1]

    def grace(self, parts: list[tuple[str, Duration]]) -> tuple[str, Duration]:
        return "grace", parts[0][1]

    def zone(self, parts: list[Token]) -> tuple[str, str]:
        name = str(parts[0])
        try:
            return "zone", find_zone(name)
        except UnknownTime:
            if self._stored:
                return "zone", name
            raise

    def pace(self, parts: list[tuple[str, Any]]) -> TimeControl:
        return TimeControl(**_once(parts))

    def dated(self, parts: list[Token]) -> tuple[str, date]:
        try:
            if parts[0].type == "ISO":
                year, month, day = map(int, parts[0].split("-"))
                return "day", date(year, month, day)
            # The year 4 means no year: it has a 29 February.
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
            raise UnknownTime(" ".join(parts)) from None

    def named(self, parts: list[Token]) -> tuple[str, str]:
        return "named", str(parts[0]).lower()

    def weekday(self, parts: list[Token]) -> tuple[str, int]:
        return "weekday", WEEKDAYS.index(parts[-1][:3].capitalize())

    def in_(self, parts: list[tuple[str, Duration]]) -> tuple[str, Duration]:
        return parts[0]

    def moment(self, parts: list[tuple[str, Any]]) -> tuple[str, Any]:
        renamed = [("clock" if key == "at" else key, value) for key, value in parts]
        return "spot", PointInTime(**_once(renamed))

    def spot(self, parts: list[tuple[str, Any]]) -> PointInTime:
        return self._zoned(parts)[0]

    def span(self, parts: list[tuple[str, Any]]) -> tuple[PointInTime, PointInTime]:
        spots = self._zoned(parts)
        return spots[0], spots[-1]

    def until(self, parts: list[tuple[str, Any]]) -> tuple[PointInTime, PointInTime]:
        return PointInTime(named="today"), self._zoned(parts)[0]

    def lasting(self, parts: list[tuple[str, Any]]) -> tuple[PointInTime, PointInTime]:
        return PointInTime(named="today"), PointInTime(**dict(parts))

    def _zoned(self, parts: list[tuple[str, Any]]) -> list[PointInTime]:
        found: list[PointInTime] = []
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
            raise UnknownTime(key)
        found[key] = value
    return found


def parse_duration(text: str) -> int:
    """Return a stretch of time, in words of one letter or whole ones, in seconds.
    Raises UnknownTime.

    >>> parse_duration("48h"), parse_duration("1d 12h"), parse_duration("90 days")
    (172800, 129600, 7776000)
    >>> parse_duration("soon")
    Traceback (most recent call last):
    ...
    pbem.schedule.time_control.UnknownTime: soon
    """
    text = re.sub(r"(?<=\s)([dhw])(?:ay|our|eek)s?\b", r"\1", text.lower())
    pieces = re.findall(r"(\d{1,7})\s*([smhdw])", text)
    if not pieces or re.sub(r"\d{1,7}\s*[smhdw]|\s", "", text):
        raise UnknownTime(text)
    total = sum(int(number) * _UNITS[unit] for number, unit in pieces)
    if not 1 <= total <= 366 * DAY:
        raise UnknownTime(text)
    return total


_KIND = re.compile(
    r"\s{0,9}(#\d|[a-z]{1,20})\s{0,9}[:=]?\s{1,9}(?=\S)(.*)", re.IGNORECASE | re.DOTALL
)
_TIME = r"\d{1,6}\s{0,9}[a-z]{0,20}"
_EACH = re.compile(
    rf"\s{{0,9}}({_TIME}(?:\s{{0,9}}/\s{{0,9}}{_TIME}){{1,9}})(.*)", re.IGNORECASE
)


def parse_time_control(text: str, *, stored: bool = False) -> TimeControl:
    """Return how long a turn may take, from words. Raises UnknownTime; not for the zone
    of words that were `stored`.

    Kinds of turns may have times of their own.

    >>> print(parse_time_control("72/24/24 hours, not on Sat"))
    72h, not on Sat; #2 24h, not on Sat; #3 24h, not on Sat
    >>> print(parse_time_control("3 days; retreats 1 day"))
    3 days; retreats 1 day
    """
    first, *more = text.split(";")
    if each := _EACH.fullmatch(first):
        parts = [part.strip() for part in each[1].split("/")]
        unit = parts[-1].lstrip("0123456789 ") or "h"
        paces = [
            _time_control(
                f"{one if one[-1].isalpha() else one + unit}{each[2]}", stored
            )
            for one in parts
        ]
        phases = [(f"#{at}", pace) for at, pace in enumerate(paces[1:], 2)]
        found = paces[0]
    else:
        found, phases = _time_control(first, stored), []
    for one in more:
        kind = _KIND.fullmatch(one)
        if kind is None:
            raise UnknownTime(one.strip())
        phases.append((kind[1].lower(), _time_control(kind[2], stored)))
    return replace(found, phases=tuple(phases))


def _time_control(text: str, stored: bool) -> TimeControl:
    """Return how long a turn of one kind may take. Raises UnknownTime.

    >>> for text in ("Fri 8pm Europe/Paris", "3 days, not on weekends"):
    ...     print(parse_time_control(text))
    Fri 20:00 Europe/Paris
    3 days, not on weekends
    >>> str(parse_time_control("soon"))
    Traceback (most recent call last):
    ...
    pbem.schedule.time_control.UnknownTime: soon
    """
    found: TimeControl = _parse(text, "pace", stored=stored)
    if len(found.not_on) == 7 or (found.on and found.on <= found.not_on):
        raise UnknownTime(text)
    if (
        found.stretch
        and not MIN_TURN_SECONDS <= found.stretch.length <= MAX_TURN_SECONDS
    ):
        raise UnknownTime(text)
    if found.grace.length > 14 * DAY or found.least.length > 60 * DAY:
        raise UnknownTime(text)
    return found


def parse_moment(text: str, now: float, home: str) -> float:
    """Return the moment that words name as a limit; a day without a time means its last
    minute. Raises UnknownTime."""
    point: PointInTime = _parse(text, "spot")
    if point.is_day:
        point = replace(point, clock=time(23, 59))
    return point.resolve(now, home)


def parse_span(text: str, now: float, home: str) -> tuple[float, float]:
    """Return the moments from the beginning of the first day named to the end of the
    last. "Until Monday", on a Monday, is the next one.

    >>> parse_span("3 Jan to 5 Jan", 0, "UTC") == (2 * 86400.0, 5 * 86400.0)
    True
    >>> parse_span("until 5 Jan", 0, "UTC"), parse_span("for 2 days", 0, "UTC")
    ((0.0, 432000.0), (0.0, 172800.0))
    >>> parse_span("until Thursday", 0, "UTC")[1] == 8 * 86400.0
    True
    """
    first, last = _parse(text, "span")
    start = first.resolve(now, home)
    ahead = DAY if first.named == "today" and last.weekday >= 0 and last.is_day else 0
    stop = last.resolve(now + ahead, home, end=True)
    if stop <= start and last.day_is_open:
        stop = last.resolve(start, home, end=True)
    return start, stop
