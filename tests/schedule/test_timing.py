"""Deadlines as people say them, through every change of the clocks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from whenever import ZonedDateTime

from pbem.schedule.parser import parse_span, parse_time_control
from pbem.schedule.phrases import format_duration
from pbem.schedule.time_control import (
    UnknownTime,
    find_zone,
    instant,
    similar_zones,
)

ZONES = (
    "Europe/Paris", "Europe/London", "Europe/Helsinki", "Europe/Lisbon",
    "America/New_York", "America/Chicago", "America/Los_Angeles",
    "America/St_Johns", "America/Havana", "America/Santiago",
    "America/Asuncion", "America/Nuuk", "Africa/Cairo", "Africa/Casablanca",
    "Asia/Beirut", "Asia/Jerusalem", "Australia/Sydney", "Australia/Lord_Howe",
    "Pacific/Auckland", "Pacific/Chatham",
)  # fmt: skip
YEARS = range(2024, 2031)


def _changes(zone: ZoneInfo, year: int) -> Iterator[date]:
    """The days of a year on which the clocks of a zone are changed."""
    day = date(year, 1, 1)
    while day.year == year:
        start = datetime.combine(day, time(), zone).utcoffset()
        end = datetime.combine(day + timedelta(days=1), time(), zone).utcoffset()
        if start != end:
            yield day
        day += timedelta(days=1)


def test_twenty_zones_change_their_clocks() -> None:
    days = [d for z in ZONES for y in YEARS for d in _changes(ZoneInfo(z), y)]
    assert len(ZONES) == 20
    assert len(days) >= 250


@pytest.mark.parametrize("name", ZONES)
def test_half_past_two_is_one_instant_through_every_change(name: str) -> None:
    zone = ZoneInfo(name)
    daily = parse_time_control(f"daily 2:30 {name}, at least 1 minute")
    for year in YEARS:
        for change in _changes(zone, year):
            for offset in (-1, 0, 1):
                day = change + timedelta(days=offset)
                found = instant(day, time(2, 30), zone)
                # Another library says the same: where a time is skipped or comes
                # twice, the later of the two readings.
                other = ZonedDateTime(
                    day.year, day.month, day.day, 2, 30, tz=name,
                    disambiguation="later",
                )  # fmt: skip
                assert found == other.timestamp(), (name, day)
                before = found - 3600 * 5
                assert daily.after(before, "UTC") == found
                # Stored as one instant, it is read back as one wall time.
                local = datetime.fromtimestamp(found, zone)
                assert local.date() == day
                assert local.timestamp() == found
                skipped = local.time() != time(2, 30)
                assert skipped == _is_skipped(day, zone)


def _is_skipped(day: date, zone: ZoneInfo) -> bool:
    wall = datetime.combine(day, time(2, 30), zone)
    there = wall.astimezone(UTC).astimezone(zone)
    return there.replace(tzinfo=None) != wall.replace(tzinfo=None)


@pytest.mark.parametrize("name", ZONES)
def test_daily_deadlines_come_once_a_day(name: str) -> None:
    pace = parse_time_control(f"daily 2:30 {name}, at least 1 hour")
    zone = ZoneInfo(name)
    now = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
    days = []
    while now < datetime(2027, 1, 1, tzinfo=UTC).timestamp():
        now = pace.after(now, "UTC")
        days.append(datetime.fromtimestamp(now, zone).date())
    assert {b - a for a, b in pairwise(days)} == {timedelta(days=1)}


@pytest.mark.parametrize("name", ZONES)
def test_days_keep_the_wall_time_and_hours_do_not(name: str) -> None:
    zone = ZoneInfo(name)
    days, hours = parse_time_control("2 days"), parse_time_control("48h")
    for year in YEARS:
        for change in _changes(zone, year):
            noon = datetime.combine(change - timedelta(days=1), time(12), zone)
            found = datetime.fromtimestamp(days.after(noon.timestamp(), name), zone)
            assert (found.hour, found.minute) == (12, 0)
            assert found.date() == change + timedelta(days=1)
            assert hours.after(noon.timestamp(), name) == noon.timestamp() + 48 * 3600


WEDNESDAY = datetime(2026, 3, 25, 12, tzinfo=ZoneInfo("Europe/Paris")).timestamp()


@pytest.mark.parametrize(
    ("said", "printed", "deadline"),
    [
        ("48h", "48h", "2026-03-27 12:00"),
        ("2 days", "2 days", "2026-03-27 12:00"),
        ("a week", "7 days", "2026-04-01 12:00"),
        ("1d 12 hours", "1 day 12h", "2026-03-27 00:00"),
        ("90 minutes", "1h 30m", "2026-03-25 13:30"),
        ("Fri 20:00", "Fri 20:00", "2026-03-27 20:00"),
        ("friday 8pm Europe/London", "Fri 20:00 Europe/London", "2026-03-27 21:00"),
        ("Wed 20:00", "Wed 20:00", "2026-04-01 20:00"),  # 8 hours would be too few
        ("Wed 20:00 at least 4h", "Wed 20:00, at least 4h", "2026-03-25 20:00"),
        ("Mon and Thu 18:30", "Mon and Thu 18:30", "2026-03-26 18:30"),
        ("weekdays 9:00", "weekdays 09:00", "2026-03-26 09:00"),
        ("daily 2:30", "daily 02:30", "2026-03-26 02:30"),
        ("3 days, not on weekends", "3 days, not on weekends", "2026-03-30 12:00"),
        ("72h, not on weekends", "72h, not on weekends", "2026-03-30 12:00"),
        ("3 days at 20:00", "3 days at 20:00", "2026-03-28 20:00"),
        ("2 days at 20:00, not on Fri", "2 days at 20:00, not on Fri",
         "2026-03-28 20:00"),
        ("2 days, grace 6h", "2 days, grace 6h", "2026-03-27 12:00"),
        ("4 days 12h", "4 days 12h", "2026-03-30 00:00"),
        ("5 days", "5 days", "2026-03-30 12:00"),
    ],
)  # fmt: skip
def test_said_printed_and_meant(said: str, printed: str, deadline: str) -> None:
    pace = parse_time_control(said)
    assert str(pace) == printed
    assert parse_time_control(printed) == pace
    found = pace.after(WEDNESDAY, "Europe/Paris")
    local = datetime.fromtimestamp(found, ZoneInfo("Europe/Paris"))
    assert f"{local:%Y-%m-%d %H:%M}" == deadline


@pytest.mark.parametrize(
    ("said", "part"),
    [
        ("", ""), ("soon", "soon"), ("48", "48"), ("Fri", "Fri"),
        ("2 minutes", "2 minutes"), ("400 days", "400 days"),
        ("25:00 daily", ":00 daily"), ("daily 13pm", "13pm"), ("daily 0am", "0am"),
        ("daily 24:00", "write 23:59"), ("Sun 20:00, not on weekends", ""),
        ("daily 20:00 Mars/Dome", "Mars/Dome"), ("48h grace 90 days", ""),
    ],
)  # fmt: skip
def test_what_is_no_time_says_where(said: str, part: str) -> None:
    with pytest.raises(UnknownTime) as caught:
        parse_time_control(said)
    assert part in str(caught.value)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.datetimes(datetime(2024, 1, 1), datetime(2031, 1, 1)),
    st.sampled_from(ZONES),
    st.sampled_from(
        ["48h", "3 days, not on weekends", "Fri 20:00", "daily 2:30", "2 days at 2:30",
         "10h not on Mon", "5 minutes", "Mon and Sat 0:15, at least 2 days"]
    ),
)  # fmt: skip
def test_a_deadline_lies_ahead_on_a_day_that_is_allowed(
    when: datetime, name: str, said: str
) -> None:
    pace = parse_time_control(said)
    now = when.replace(tzinfo=UTC).timestamp()
    found = pace.after(now, name)
    assert found > now
    local = datetime.fromtimestamp(found, ZoneInfo(name))
    if pace.stretch is None:
        assert local.weekday() in pace.on
        assert found - now >= pace.least.length
    ends_midnight = local.time() == time()
    assert local.weekday() not in pace.not_on or ends_midnight


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("24 Dec to 2 Jan", "2026-12-24 00:00", "2027-01-03 00:00"),
        ("24. Dec - 27. Dec", "2026-12-24 00:00", "2026-12-28 00:00"),
        ("2026-04-01 to 2026-04-03", "2026-04-01 00:00", "2026-04-04 00:00"),
        ("tomorrow", "2026-03-26 00:00", "2026-03-27 00:00"),
        ("Fri to Mon", "2026-03-27 00:00", "2026-03-31 00:00"),
        ("March 28th to April 1st", "2026-03-28 00:00", "2026-04-02 00:00"),
        ("28 Mar 18:00 until 29 Mar 18:00", "2026-03-28 18:00", "2026-03-29 18:00"),
    ],
)
def test_an_absence_lasts_from_its_first_to_its_last_day(
    said: str, first: str, last: str
) -> None:
    paris = ZoneInfo("Europe/Paris")
    found = [
        f"{datetime.fromtimestamp(one, paris):%Y-%m-%d %H:%M}"
        for one in parse_span(said, WEDNESDAY, "Europe/Paris")
    ]
    assert found == [first, last]


@pytest.mark.parametrize(
    ("hours", "minutes", "said"),
    [
        (0, 1, "one minute"),
        (0, 59, "59 minutes"),
        (1, 0, "one hour"),
        (5, 59, "five hours and 59 minutes"),
        (6, 0, "six hours"),
        (6, 30, "six hours"),
        (71, 59, "71 hours"),
        (72, 0, "three days"),
        (73, 0, "three days and one hour"),
        (96, 59, "four days"),
    ],
)
def test_a_length_is_told_as_exactly_as_anybody_needs(
    hours: int, minutes: int, said: str
) -> None:
    assert format_duration(3600 * hours + 60 * minutes) == said


def test_zones_are_known_in_any_case_and_near_ones_are_named() -> None:
    assert find_zone("america/new_york") == "America/New_York"
    assert find_zone("etc/utc") == "Etc/UTC"  # as a machine may be set
    assert similar_zones("Paris") == ["Europe/Paris"]
    assert "Europe/Berlin" in similar_zones("Europe/Berln")
    with pytest.raises(UnknownTime):
        find_zone("Middle/Earth")
