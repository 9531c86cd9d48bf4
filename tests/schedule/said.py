"""What words about time come to, kept in `said.txt`, a line each:

    what it is: the words -> as they are printed, and the moments they mean

A moment is asked for in the middle of a week, at its end, on the last day of winter
time and in a leap year. `python -m tests.schedule.said` writes the file anew.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from pbem.schedule.parser import (
    parse_duration,
    parse_moment,
    parse_span,
    parse_time_control,
)
from pbem.schedule.time_control import UnknownTime, similar_zones

FILE = Path(__file__).with_name("said.txt")
HOME = "Europe/Paris"
_ZONE = ZoneInfo(HOME)
NOWS = [
    datetime(2026, 3, 25, 12, tzinfo=_ZONE).timestamp(),
    datetime(2026, 7, 4, 23, 30, tzinfo=_ZONE).timestamp(),
    datetime(2027, 3, 27, 20, tzinfo=_ZONE).timestamp(),
    datetime(2028, 2, 28, 0, 5, tzinfo=_ZONE).timestamp(),
]


def _local(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment, _ZONE):%y-%m-%d %H:%M:%S}"


def _pace(text: str) -> str:
    found = parse_time_control(text)
    ends = ", ".join(_local(found.after(now, HOME)) for now in NOWS)
    return f"{found} ({found.length}): {ends}"


def _moment(text: str) -> str:
    return ", ".join(_local(parse_moment(text, now, HOME)) for now in NOWS)


def _span(text: str) -> str:
    spans = (parse_span(text, now, HOME) for now in NOWS)
    return ", ".join(" to ".join(map(_local, span)) for span in spans)


WAYS: dict[str, Callable[[str], object]] = {
    "pace": _pace,
    "moment": _moment,
    "span": _span,
    "duration": parse_duration,
    "zone": similar_zones,
}


def told(row: str) -> str:
    """What words come to, or what of them is not understood."""
    way, _, text = row.partition(": ")
    try:
        return str(WAYS[way](text))
    except UnknownTime as why:
        return f"not {why}"


def kept() -> list[tuple[str, str]]:
    """The words, and what is kept of them."""
    rows = FILE.read_text("utf-8").splitlines()
    split = (row.partition(" -> ") for row in rows if row and row[0] != "#")
    return [(words, what) for words, _, what in split]


def write() -> None:
    """Write the file anew."""
    head = "# Words about time, and what they come to, as said.py tells.\n"
    rows = "".join(f"{words} -> {told(words)}\n" for words, _ in kept())
    FILE.write_text(head + rows, "utf-8")


if __name__ == "__main__":
    write()
