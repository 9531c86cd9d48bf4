"""Words about time to the values of `timing` (grammars/time.lark)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time
from functools import cache
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput, VisitError

from pbem.resources import folder
from pbem.server.timing import DAY, DAYS, HOUR, NotATime, Pace, Spot, Stretch, zone

_UNITS = {"w": 7 * DAY, "d": DAY, "h": HOUR, "m": 60}
_MONTHS = tuple("jan feb mar apr may jun jul aug sep oct nov dec".split())  # noqa: SIM905


def pace(text: str) -> Pace:
    """How long a turn may take. Raises NotATime."""
    found: Pace = _parse(text, "pace")
    return found


def spot(text: str) -> Spot:
    """A moment. Raises NotATime."""
    found: Spot = _parse(text, "spot")
    return found


def span(text: str) -> tuple[Spot, Spot]:
    """The two ends of a stretch of days. Raises NotATime."""
    first, last = _parse(text, "span")
    return first, last


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
        return frozenset(DAYS.index(part[:3].capitalize()) for part in parts)

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
        return "weekday", DAYS.index(parts[-1][:3].capitalize())

    def in_(self, parts: list[tuple[str, Stretch]]) -> tuple[str, Stretch]:
        return parts[0]

    def moment(self, parts: list[tuple[str, Any]]) -> tuple[str, Any]:
        renamed = [("clock" if key == "at" else key, value) for key, value in parts]
        return "spot", Spot(**_once(renamed))

    def spot(self, parts: list[tuple[str, Any]]) -> Spot:
        return self._zoned(parts)[0]

    def span(self, parts: list[tuple[str, Any]]) -> tuple[Spot, Spot]:
        spots = self._zoned(parts)
        return spots[0], spots[-1]

    def _zoned(self, parts: list[tuple[str, Any]]) -> list[Spot]:
        found: list[Spot] = []
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
