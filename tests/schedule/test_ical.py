"""The entry of a deadline in a calendar, field by field."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar

from pbem.schedule.ical import CalendarEntry, entries

NOW = 1_700_000_000.0
DUE = NOW + 7200.5


def test_an_entry_says_what_is_due_until_when_and_reminds_of_it() -> None:
    raw = entries("x.org", [CalendarEntry("friday", "Ann", "orders", DUE)], NOW)
    found: Any = Calendar.from_ical(raw)
    assert (found["PRODID"], found["VERSION"]) == ("-//pbem//deadlines//EN", "2.0")
    assert found["METHOD"] == "PUBLISH"
    (event,) = found.walk("VEVENT")
    end = datetime.fromtimestamp(int(DUE), UTC)
    assert event["UID"] == "friday.416e6e@x.org"
    assert event["DTSTAMP"].dt == datetime.fromtimestamp(NOW, UTC)
    assert int(event["SEQUENCE"]) == 200_000_000
    assert event["DTEND"].dt == end
    assert event["DTSTART"].dt == end - timedelta(minutes=30)
    assert (event["SUMMARY"], event["STATUS"]) == ("orders", "CONFIRMED")
    assert event["TRANSP"] == "TRANSPARENT"
    (alarm,) = event.walk("VALARM")
    assert (alarm["ACTION"], alarm["DESCRIPTION"]) == ("DISPLAY", "orders")
    assert alarm["TRIGGER"].dt == timedelta(hours=-3)


def test_an_entry_goes_when_there_is_no_deadline_any_more() -> None:
    raw = entries("x.org", [CalendarEntry("friday", "Ann", "orders", None)], NOW)
    found: Any = Calendar.from_ical(raw)
    (event,) = found.walk("VEVENT")
    assert (found["METHOD"], event["STATUS"]) == ("CANCEL", "CANCELLED")
    assert event["DTEND"].dt == datetime.fromtimestamp(NOW, UTC)
    assert event.walk("VALARM") == []


@pytest.mark.parametrize(
    ("deadlines", "method"),
    [((None, DUE), "PUBLISH"), ((DUE, DUE), "PUBLISH"), ((None, None), "CANCEL")],
)
def test_each_seat_has_its_entry(
    deadlines: tuple[float | None, ...], method: str
) -> None:
    due = [
        CalendarEntry("friday", f"Ann {at}", "", when)
        for at, when in enumerate(deadlines)
    ]
    found: Any = Calendar.from_ical(entries("x.org", due, NOW))
    assert found["METHOD"] == method
    events = found.walk("VEVENT")
    assert len({event["UID"] for event in events}) == 2
    states = ["CANCELLED" if one is None else "CONFIRMED" for one in deadlines]
    assert [event["STATUS"] for event in events] == states


def test_a_clock_of_long_ago_counts_from_nothing() -> None:
    raw = entries("x.org", [CalendarEntry("friday", "Ann", "", DUE)], 1000.0)
    found: Any = Calendar.from_ical(raw)
    (event,) = found.walk("VEVENT")
    assert int(event["SEQUENCE"]) == 0
