"""The words of times in several languages, as patterns (`words.toml`)."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

#: What a unit of "two hours ago" lasts, in seconds.
SECONDS = {
    "second": 1,
    "minute": 60,
    "hour": 3_600,
    "day": 86_400,
    "week": 604_800,
    "month": 2_629_800,
    "year": 31_557_600,
}


@dataclass(frozen=True, slots=True)
class TimeWords:
    """What is looked for in a time, of all languages at once."""

    months: dict[str, int]  #: names and what they are cut to; January is 1
    days: dict[str, int]  #: so, Monday is 0
    dated: re.Pattern[str]  #: a day whose month is a word
    day: re.Pattern[str]  #: the name of a day
    today: re.Pattern[str]
    yesterday: re.Pattern[str]
    now: re.Pattern[str]
    agos: tuple[tuple[re.Pattern[str], str], ...]  #: each with its unit
    any_ago: re.Pattern[str]  #: all of them at once


def _time_words() -> TimeWords:
    text = (Path(__file__).parent / "words.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(text).values()
    months: dict[str, int] = {}
    days: dict[str, int] = {}
    kinds = (("months", months, 1), ("days", days, 0))
    agos: dict[tuple[str, str], None] = {}
    for table in tables:
        for kind, known, first in kinds:
            for at, names in enumerate(table[kind], first):
                for name in names.split("|"):
                    known |= {cut: at for cut in _cut(name) if cut not in known}
        for pattern in table["ago"]:
            for unit, names in table["units"].items():
                number = rf"(?P<n>[0-9]{{1,4}}|{table['one']})"
                whole = pattern.format(n=number, unit=f"(?:{names})")
                agos[whole, unit] = None

    def words(kind: str) -> re.Pattern[str]:
        found = {re.escape(word) for table in tables for word in table[kind]}
        longest = sorted(found, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)")

    short = "s|m|min|h|hr|d|w|wk|mo|y|yr"
    units = {"s": "second", "m": "minute", "min": "minute", "h": "hour", "hr": "hour"}
    units |= {"d": "day", "w": "week", "wk": "week", "mo": "month"}
    units |= {"y": "year", "yr": "year"}
    for mark in short.split("|"):
        agos[rf"(?P<n>[0-9]{{1,3}}) ?{mark}\.?(?: ago)?", units[mark]] = None
    return TimeWords(
        months,
        days,
        _dated(_any(months)),
        re.compile(rf"(?<!\w)({_any(days)})\.?(?!\w)"),
        words("today"),
        words("yesterday"),
        words("now"),
        tuple((re.compile(pattern), unit) for pattern, unit in agos),
        re.compile("|".join(pattern.replace("?P<n>", "?:") for pattern, _ in agos)),
    )


def _dated(month: str) -> re.Pattern[str]:
    """Return the pattern of "20. November 2026", "Nov 20" and their like."""
    year = r"(?:,? (?:de )?(?:in )?['’]?|-)(?{}\d{{4}}|(?<=['’-])\d\d)(?!\d)"
    return re.compile(
        rf"(?<![\w.,])(?P<d>\d{{1,2}})(?:st|nd|rd|th|er|º|\.)?[ -]?(?:de |of )?"
        rf"(?P<month>{month})\.?(?!\w)(?:{year.format('P<y>')})?"
        rf"|(?<!\w)(?P<month2>{month})\.? ?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?"
        rf"(?!\d)(?:{year.format('P<y2>')})?"
    )


def _cut(name: str) -> list[str]:
    """Return what a name may be cut to, which its bracket tells.

    >>> _cut("sat(urd)"), _cut("wt")
    (['sat', 'satu', 'satur', 'saturd'], ['wt'])
    """
    least, _, rest = name.rstrip(")").partition("(")
    return [least + rest[:end] for end in range(len(rest) + 1)]


def _any(names: dict[str, int]) -> str:
    longest = sorted(names, key=len, reverse=True)
    return "|".join(map(re.escape, longest))


#: The words of all languages.
TIME_WORDS = _time_words()
