"""Single moments, and what bounds the times that people may say."""

from __future__ import annotations

from datetime import datetime, time
from zoneinfo import ZoneInfo

import pytest

from pbem.schedule.parser import (
    parse_duration,
    parse_moment,
    parse_span,
    parse_time_control,
)
from pbem.schedule.time_control import TimeControl, UnknownTime

PARIS = ZoneInfo("Europe/Paris")
#: A Wednesday.
NOW = datetime(2026, 3, 25, 12, tzinfo=PARIS).timestamp()


def local(when: float) -> str:
    """A moment as a clock in Paris shows it."""
    return f"{datetime.fromtimestamp(when, PARIS):%Y-%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("said", "moment"),
    [
        ("tonight", "2026-03-25 20:00"),
        ("tonight 23:00", "2026-03-25 23:00"),
        ("today", "2026-03-25 23:59"),
        ("today 11:00", "2026-03-25 11:00"),
        ("tomorrow", "2026-03-26 23:59"),
        ("tomorrow 18:00 Europe/London", "2026-03-26 19:00"),
        ("Wed", "2026-03-25 23:59"),
        ("Wed 12:00", "2026-04-01 12:00"),
        ("Wed 12:01", "2026-03-25 12:01"),
        ("Tue", "2026-03-31 23:59"),
        ("12:00", "2026-03-26 12:00"),
        ("12:01", "2026-03-25 12:01"),
        ("12am", "2026-03-26 00:00"),
        ("12pm", "2026-03-26 12:00"),
        ("1pm", "2026-03-25 13:00"),
        ("11:59pm", "2026-03-25 23:59"),
        ("0:00", "2026-03-26 00:00"),
        ("29 Feb", "2028-02-29 23:59"),
        ("25 Mar", "2026-03-25 23:59"),
        ("24 Mar", "2027-03-24 23:59"),
        ("2026-03-24", "2026-03-24 23:59"),
        ("25 Mar 11:00", "2026-03-25 11:00"),
        ("3 May 2027", "2027-05-03 23:59"),
        ("in 2 days", "2026-03-27 12:00"),
        ("in 90 minutes", "2026-03-25 13:30"),
    ],
)
def test_a_moment_is_the_next_of_its_name(said: str, moment: str) -> None:
    assert local(parse_moment(said, NOW, "Europe/Paris")) == moment


@pytest.mark.parametrize(
    "said",
    ["31 Feb", "30 Feb 2027", "2026-02-30", "13:30pm", "0:30am", "24:00", "and",
     "tomorrow tomorrow", "x" * 201, ""],
)  # fmt: skip
def test_what_is_no_moment_is_refused(said: str) -> None:
    with pytest.raises(UnknownTime):
        parse_moment(said, NOW, "Europe/Paris")


@pytest.mark.parametrize(
    ("said", "deadline", "length"),
    [
        ("48h grace 14 days", "2026-03-27 12:00", 172_800),
        ("Fri 20:00 at least 60 days", "2026-05-29 20:00", 604_800),
        ("5 minutes", "2026-03-25 12:05", 300),
        ("366 days", "2027-03-26 12:00", 31_622_400),
        ("20h at 3:00", "2026-03-27 03:00", 72_000),
        ("20h at 9:00", "2026-03-26 09:00", 72_000),
        ("2 days 12h at 20:00", "2026-03-28 20:00", 216_000),
        ("Mon and Thu 20:00", "2026-03-26 20:00", 302_400),
        ("every day 8.30pm", "2026-03-26 20:30", 86_400),
        ("on weekdays 9:00, not on Thu", "2026-03-27 09:00", 120_960),
    ],
)
def test_how_long_a_turn_may_take(said: str, deadline: str, length: int) -> None:
    pace = parse_time_control(said)
    assert local(pace.after(NOW, "Europe/Paris")) == deadline
    assert pace.length == length


@pytest.mark.parametrize(
    "said",
    ["48h, grace 15 days", "Fri 20:00 at least 61 days", "4 minutes", "367 days",
     "48h grace 1h grace 2h", "Fri 20:00 Fri 21:00", "48h, not on Mon and Tue and Wed "
     "and Thu and Fri and Sat and Sun", "weekdays 9:00, not on Mon and Tue and Wed "
     "and Thu and Fri", "48h not on and", "and 20:00", "x" * 201],
)  # fmt: skip
def test_what_no_turn_may_take_is_refused(said: str) -> None:
    with pytest.raises(UnknownTime):
        parse_time_control(said)


@pytest.mark.parametrize(
    ("said", "start", "stop"),
    [
        ("3 Jan to 1 Jan", "2027-01-03 00:00", "2028-01-02 00:00"),
        ("31 Dec to 2 Jan", "2026-12-31 00:00", "2027-01-03 00:00"),
        ("Sun to Tue", "2026-03-29 00:00", "2026-04-01 00:00"),
        ("Wed to Wed", "2026-03-25 00:00", "2026-03-26 00:00"),
        ("2026-04-03 to 2026-04-01", "2026-04-03 00:00", "2026-04-02 00:00"),
        ("tomorrow to in 3 days", "2026-03-26 00:00", "2026-03-28 12:00"),
        ("20 Mar to 1 Apr Europe/London", "2027-03-20 00:00", "2027-04-02 01:00"),
    ],
)
def test_a_span_ends_after_its_beginning_where_it_can(
    said: str, start: str, stop: str
) -> None:
    assert [*map(local, parse_span(said, NOW, "Europe/Paris"))] == [start, stop]


@pytest.mark.parametrize(
    ("said", "seconds"),
    [("1s", 1), ("366d", 31_622_400), ("1w 2D 3h 4 m", 788_640), ("90m", 5400)],
)
def test_a_duration_in_letters(said: str, seconds: int) -> None:
    assert parse_duration(said) == seconds


@pytest.mark.parametrize("said", ["", "0s", "367d", "1y", "2", "1h soon", "-1h"])
def test_what_is_no_duration_is_refused(said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said}$"):
        parse_duration(said)


def test_a_day_that_never_comes_is_no_deadline() -> None:
    never = TimeControl(
        on=frozenset({0}), at=time(8), not_on=frozenset({0}), zone="Europe/Paris"
    )
    with pytest.raises(UnknownTime, match="Mon 08:00 Europe/Paris, not on Mon"):
        never.after(NOW, "UTC")
