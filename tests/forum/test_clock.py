"""Times as forums write them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from pbem.forum.clock.clock import PageClock, clock_of, is_time, zone_in

NOW = datetime(2026, 11, 22, 16, 0, tzinfo=UTC)
ROWS = [
    [part.strip() for part in line.split(" | ")]
    for line in (Path(__file__).parent / "clock_ways.txt").read_text().splitlines()
    if (line and line[0] != "#") or line == "#2 | no"
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_time(row: list[str]) -> None:
    text, *wanted = row
    found = PageClock(NOW, None, day_first=False).read(text)
    told = [f"{found[0]:%Y-%m-%d %H:%M}", found[1]] if found else ["no"]
    assert told == wanted


#: Times with something beside them, or written as no page shows them to people.
MORE = {
    "10:00 20.11.2026 11:00",
    "18:00:61",
    "20 Nov 05 18:00",
    "20.11.2026 7.305",
    "2026-11-20T18:00:00+0100",
    "2026-11-20T18:00:00Z",
    "2026年11月20日 18:00",
    "7 Nov 5 18:00",
    "Old » Nov 20, 2026 6:00 pm",
    "by Jakob » Sun May 26, 2019 4:34 pm",
    "Old 11-20-2026, 07:00 PM",
    "« Reply #1 on: November 20, 2026, 07:00:00 pm »",
    "Posted November 20, 2026",
}


def test_a_time_and_nothing_else() -> None:
    read = {text for text, moment, *_ in ROWS if moment != "no"}
    assert {text for text, *_ in ROWS if is_time(text)} == read - MORE


def test_times_of_one_page_tell_which_is_the_day() -> None:
    told = {
        ("1/2/2026 18:00", "20/2/2026 18:00"): 2,
        ("1/2/2026 18:00", "2/20/2026 18:00"): 1,
        ("1/2/2026 6:00 PM",): 1,
        ("1/2/2026 18:00",): 2,
        ("1.2.2026 6:00 PM",): 2,
    }
    for texts, month in told.items():
        found = clock_of(texts).read(texts[0])
        assert found is not None
        assert found[0].month == month, texts


def test_a_page_may_name_the_zone_of_all_its_times() -> None:
    west = PageClock(NOW, timezone(timedelta(hours=-5)))
    assert west.read("20.11.2026 18:00") == (NOW.replace(day=20, hour=23), "sure")
    assert zone_in("nothing of the kind") is None
    assert zone_in("All times are somewhere") is None
    summer = zone_in("All times are UTC + 1 hour [ DST ]")
    assert summer is not None
    assert summer.utcoffset(None) == timedelta(hours=2)


def test_without_a_now_nothing_is_made_up() -> None:
    for text in ("2 hours ago", "Yesterday at 18:00", "Nov 20", "18:00"):
        assert PageClock().read(text) is None, text
        assert is_time(text)


@pytest.mark.parametrize(
    "text",
    [
        *("I go to D4 on Nov 20", "air F6", "", "x" * 5_000, "20 points 3", "D4 ago"),
        *("12 marbles", "3 junk", "2 decks", "Mayor 5", "10 sets", "2 octopuses"),
    ],
)
def test_what_is_more_than_a_time_is_none(text: str) -> None:
    assert not is_time(text)


def test_months_are_written_out_as_far_as_anybody_likes() -> None:
    for text in ("3 sep", "3 sept.", "3 de setembro de 2026", "3 września 2026"):
        found = PageClock(NOW).read(text)
        assert found is not None
        assert found[0].date() == date(2026, 9, 3), text


def test_today_is_a_day_of_the_zone_of_the_page() -> None:
    there = PageClock(NOW, timezone(timedelta(hours=10)), day_first=False)
    assert there.read("Today, 1:30 AM") == (
        datetime(2026, 11, 22, 15, 30, tzinfo=UTC),
        "sure",
    )
