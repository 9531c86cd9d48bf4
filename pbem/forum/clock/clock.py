"""A time as a forum writes it, in any of its ways, to a moment.

A clock without a zone proves less than one with a zone, and "two hours ago" less
than either: what is known of a moment goes with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo

from pbem.forum.clock.words import SECONDS, TIME_WORDS
from pbem.forum.thread import Clocked, moment

MAX_TIME_CHARS = 120  #: of a text that may be a time
_BLANKS = re.compile(r"[\s\u00a0\u202f\u2009\u200e\u200f]+")
_HOURS = re.compile(
    r"(?<![\d:.,-])(?P<h>[01]?\d|2[0-4])(?:[:h](?P<m>[0-5]\d)(?:[:.](?P<s>[0-5]\d))?"
    r"|\.(?P<m2>[0-5]\d)(?![\d.]))(?:\.\d{1,6})?(?: ?(?P<half>[ap])\.?m\b\.?)?(?!\d)"
    r"|(?<![\d:.,-])(?P<h3>1?\d) ?(?P<half3>[ap])\.?m\b\.?"
)
_ZONE = re.compile(
    r"\b(?:utc|gmt)(?: ?(?P<sign>[+-]) ?(?P<h>\d{1,2})(?::?(?P<m>\d\d))?)?(?![\w])"
    r"|(?<=[\d ])(?P<sign2>[+-])(?P<h2>[01]\d):?(?P<m2>[0-5]\d)(?!\d)|(?<=\d)z\b"
)
_ISO = re.compile(r"(?<!\d)(\d{4})[-/.年] ?(\d{1,2})[-/.月] ?(\d{1,2})(?!\d)")
_NUMERIC = re.compile(
    r"(?<![\d:])(\d{1,2})([-/.]) ?(\d{1,2})[-/.] ?(\d{4}|\d\d)(?![\d:])"
)
_DIGIT = re.compile(r"\d")
_WORDY = re.compile(  #: times without a number in them
    r"\b(?:ago|now|today|yesterday|heute|gestern|vor|jetzt|hier|il y a|hace|hoy|"
    r"ayer|fa|geleden|há|atrás|hoje|ontem|temu|sedan|siden|назад|сегодня|вчера|"
    r"только что)\b"
)
_EPOCH = re.compile(r"\d{10}(?:\.\d{1,9})?|\d{13}")  #: seconds, or thousandths
_LINKING = re.compile(
    r"(?<!\w)(?:at|um|uhr|à|on|am|le|en|de|a las|las|om|kl|klo|o|в)(?!\w)|[\W_]"
)
_ALL_TIMES = re.compile(
    r"all times are|the time zone is|alle zeiten sind|heures? au format|"
    r"todos los horarios son|tutti gli orari sono|alle tijden zijn",
    re.IGNORECASE,
)
MOST_ZONE_HOURS = 15


@dataclass(frozen=True, slots=True)
class PageClock:
    """How the times of one page are read."""

    now: datetime | None = None  #: when the page was saved; it has a zone
    zone: tzinfo | None = None  #: of times that name none
    day_first: bool = True  #: 3/4 is the third of April

    def read(self, text: object) -> Clocked | None:
        """Return the moment in a text, which has little else in it, or None.

        >>> PageClock(day_first=False).read("Old 11-20-2026, 07:00 PM")
        (datetime.datetime(2026, 11, 20, 19, 0, tzinfo=datetime.timezone.utc), 'local')
        """
        if (exact := moment(text)) is not None:
            return exact, "sure"
        if not isinstance(text, str) or len(text) > 2 * MAX_TIME_CHARS:
            return None
        text = _BLANKS.sub(" ", text).strip(" «»").casefold()
        text = text.rpartition("» ")[2][:MAX_TIME_CHARS]
        if _EPOCH.fullmatch(text):
            seconds = float(text) if len(text) != 13 else int(text) / 1000
            return datetime.fromtimestamp(seconds, UTC), "sure"
        if found := self._ago(text):
            return found, "about"
        try:
            return self._absolute(text)
        except (ValueError, OverflowError):
            return None

    def first(self, texts: Iterable[str]) -> Clocked | None:
        """Return the moment in the first of some texts that has one."""
        return next(filter(None, map(self.read, texts)), None)

    def _ago(self, text: str) -> datetime | None:
        """Return the moment of "two hours ago", if it is known when that was said."""
        if self.now is None:
            return None
        words = TIME_WORDS
        likely = words.agos if words.any_ago.fullmatch(text) else ()
        for pattern, unit in likely:
            if found := pattern.fullmatch(text):
                number = int(found["n"]) if found["n"].isdecimal() else 1
                return self.now - timedelta(seconds=number * SECONDS[unit])
        return self.now if words.now.fullmatch(text) else None

    def _absolute(self, text: str) -> Clocked | None:
        zone, own_zone = self.zone, _zone(text)
        if own_zone is not None:
            zone, (start, end) = own_zone
            text = f"{text[:start]} {text[end:]}"
        hours = _HOURS.search(text)
        if hours:
            text = f"{text[: hours.start()]} {text[hours.end() :]}"
        day = self._day(_BLANKS.sub(" ", text).strip(), zone, bool(hours))
        if day is None:
            return None
        found = datetime(day.year, day.month, day.day, tzinfo=zone or UTC)
        if not hours:
            return found.astimezone(UTC), "about"
        found += _since_midnight(hours)
        return found.astimezone(UTC), "sure" if zone else "local"

    def _day(self, text: str, zone: tzinfo | None, timed: bool) -> date | None:
        """Return the day in a text whose time of day was taken out."""
        if found := _ISO.search(text):
            return date(int(found[1]), int(found[2]), int(found[3]))
        if found := _NUMERIC.search(text):
            one, two = int(found[1]), int(found[3])
            first = two <= 12 and (one > 12 or self.day_first or found[2] == ".")
            day, month = (one, two) if first else (two, one)
            return date(_year(found[4]), month, day)
        words = TIME_WORDS
        if found := words.dated.search(text):
            month = words.months[found["month"] or found["month2"]]
            day, year = int(found["d"] or found["d2"]), found["y"] or found["y2"]
            if not year and self.now is None:
                return None
            return date(_year(year), month, day) if year else self._latest(month, day)
        if self.now is None or not timed:
            return None
        return self._near(text, self.now.astimezone(zone or UTC).date())

    def _latest(self, month: int, day: int) -> date:
        """Return the last such day that is past: our own year is left out."""
        assert self.now is not None
        tomorrow = (self.now + timedelta(days=1)).date()
        found = date(tomorrow.year, month, day)
        return found if found <= tomorrow else date(tomorrow.year - 1, month, day)

    def _near(self, text: str, today: date) -> date | None:
        """Return the day that is called today, yesterday, Monday, or not at all."""
        words = TIME_WORDS
        if words.yesterday.search(text):
            return today - timedelta(days=1)
        named = words.day.search(text)
        if words.today.search(text) or not re.search(r"[^\W\d_]", text):
            return today
        if named is None:
            return today if re.fullmatch(r"(?:at|um|à|a las|om|kl)\.?", text) else None
        back = (today.weekday() - words.days[named[1]]) % 7
        return today - timedelta(days=back or 7)


def is_time(text: str) -> bool:
    """Return whether a text is a time and nothing else.

    >>> is_time("Fri Nov 20, 2026 6:00 pm"), is_time("Nov 20: I go to D4")
    (True, False)
    """
    if len(text) > MAX_TIME_CHARS or not tells_time(text):
        return False
    if _SHAPE.read(text) is None:
        return False
    left = _BLANKS.sub(" ", text).strip().casefold()
    words = TIME_WORDS
    if _SHAPE._ago(left) or _EPOCH.fullmatch(left):
        return True
    for pattern in (_ZONE, _HOURS, _ISO, _NUMERIC, words.dated):
        left = pattern.sub(" ", left, count=1)
    for pattern in (words.today, words.yesterday):
        left = pattern.sub(" ", left)
    left = words.day.sub(" ", left)
    return _LINKING.sub("", left).strip() == ""


def utc(text: object) -> datetime | None:
    """Return the moment in a document that is known to count in UTC, or None.

    >>> utc("2026-11-20T22:00:00")
    datetime.datetime(2026, 11, 20, 22, 0, tzinfo=datetime.timezone.utc)
    """
    found = PageClock().read(text)
    return found[0] if found else None


def tells_time(text: str) -> bool:
    """Return whether a time may be part of a text: most lines need no closer look."""
    return bool(_DIGIT.search(text)) or bool(_WORDY.search(text.casefold()))


def clock_of(
    texts: Iterable[str], now: datetime | None = None, zone: tzinfo | None = None
) -> PageClock:
    """Return the clock that reads the times of a page; whether the day comes before the
    month is inferred from all `texts` together."""
    first = second = half = 0
    for text in texts:
        for found in _NUMERIC.finditer(text[:MAX_TIME_CHARS]):
            first += int(found[1]) > 12
            second += int(found[3]) > 12
        half += bool(re.search(r"\d ?[ap]m\b", text[:MAX_TIME_CHARS].lower()))
    return PageClock(now, zone, first > 0 or (not second and not half))


def zone_in(page: str) -> tzinfo | None:
    """Return the zone that a page, or its text, says all its times are in.

    >>> print(zone_in("All times are UTC + 1 hour"), zone_in("All times are GMT -5."))
    UTC+01:00 UTC-05:00
    """
    at = _ALL_TIMES.search(page)
    near = page[at.end() : at.end() + 300].casefold() if at else ""
    own_zone = re.match(
        r".{0,44}?((?:utc|gmt)(?: ?[+-] ?\d{1,2}(?:(?::|[.])\d\d)?)?)(.{0,40})",
        re.sub(r"<[^<>]*>", " ", near),
        re.DOTALL,
    )
    if own_zone is None:
        return None
    found = _zone(own_zone[1].replace(".", ":"))
    if found is None or "dst" not in own_zone[2]:
        return found[0] if found else None
    shift = found[0].utcoffset(None) or timedelta()
    return timezone(shift + timedelta(hours=1))


def _zone(text: str) -> tuple[timezone, tuple[int, int]] | None:
    """Return the zone in a text, and where it is."""
    found = _ZONE.search(text)
    if found is None:
        return None
    hours, minutes = found["h"] or found["h2"] or "0", found["m"] or found["m2"] or "0"
    if int(hours) > MOST_ZONE_HOURS:
        return None
    shift = timedelta(hours=int(hours), minutes=int(minutes))
    if "-" in (found["sign"], found["sign2"]):
        shift = -shift
    return timezone(shift), found.span()


def _since_midnight(found: re.Match[str]) -> timedelta:
    hour = int(found["h"] or found["h3"])
    half = found["half"] or found["half3"]
    if half:
        hour = hour % 12 + 12 * (half == "p")
    minutes = int(found["m"] or found["m2"] or 0)
    return timedelta(hours=hour, minutes=minutes, seconds=int(found["s"] or 0))


def _year(text: str) -> int:
    return int(text) + (2000 if len(text) < 4 else 0)


#: Reads any time: whether a text is one does not hang on when it is asked.
_SHAPE = PageClock(datetime(2026, 1, 1, tzinfo=UTC))
