"""Absences: which deadlines they move, how far, and how many days there are."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from tests.server.conftest import Make
from tests.support.server.world import ADDRESS, ANN, BOB, HOUR, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
DAY = 24 * HOUR
DAILY = "daily 0:00 at least 1h"


def _due_after(world: World, pace: str, *away: str) -> str:
    """The deadline of a turn that opens as Bob tells of absences; Ann may as well."""
    world.start(options=f"\nset pace {pace}")
    world.answer(ANN, "\n".join([*away[1:], "fire C3"]))
    world.answer(BOB, "\n".join([*away[:1], "air F6"]))
    assert world.last(ADDRESS[BOB]).subject == "arena-1 #1: your turn"
    return f"{datetime.fromtimestamp(world.due(), UTC):%d %b %H:%M}"


@pytest.mark.parametrize(
    ("pace", "away", "due"),
    [
        # The game begins on 14 November at 22:13.
        (DAILY, [], "15 Nov 00:00"),
        (DAILY, ["away 14 Nov"], "15 Nov 00:00"),
        (DAILY, ["away 15 Nov"], "17 Nov 00:00"),
        (DAILY, ["away 16 Nov"], "15 Nov 00:00"),
        ("24h", ["away 15 Nov"], "17 Nov 00:00"),
        ("24h", ["away 14 Nov to 20 Nov"], "22 Nov 00:00"),
        # Who comes back has a day, and no more than a turn.
        ("5 days", ["away 19 Nov"], "21 Nov 00:00"),
        ("12h", ["away 15 Nov to 17 Nov"], "18 Nov 12:00"),
        # One is back when the other leaves.
        ("24h", ["away 15 Nov", "away 16 Nov 12:00 to 18 Nov"], "20 Nov 00:00"),
        ("24h", ["away 15 Nov to 17 Nov", "away 15 Nov"], "19 Nov 00:00"),
        ("24h", ["away 15 Nov to 16 Nov 12:00", "away 15 Nov"], "17 Nov 12:00"),
    ],
)
def test_a_deadline_moves_behind_absences(
    world: World, pace: str, away: list[str], due: str
) -> None:
    assert _due_after(world, pace, *away) == due


def test_the_absence_of_one_who_is_not_asked_moves_nothing(world: World) -> None:
    world.start(game="magma")
    world.answer(BOB, "away 14 Nov to 20 Nov")
    world.answer(ANN, "enter B2")
    moved = world.due()
    assert moved > world.now + 5 * DAY
    world.answer(BOB, "enter L2")
    assert world.due() == world.now + 48 * HOUR


def _left(world: World, line: str = "away") -> int:
    """How many days Ann has left once she has written this."""
    world.answer(ANN, line)
    if line != "away":
        world.answer(ANN, "away")
    said = " ".join(world.last(ADDRESS[ANN]).text.split())
    (days,) = re.findall(r"you have (\d+) left", said)
    return int(days)


@pytest.mark.parametrize(
    ("budget", "line", "left"),
    [
        (30, "away 1 Dec to 30 Dec", 0),
        (30, "away 1 Dec to 31 Dec", 30),
        (29, "away 1 Dec to 30 Dec", 29),
        (99, "away 1 Dec to 29 Jan", 39),
        (99, "away 1 Dec to 30 Jan", 99),
    ],
)
def test_the_days_of_a_year(make: Make, budget: int, line: str, left: int) -> None:
    """Those that a host allows, and no more than 60 at once."""
    world = make(f"away_days = {budget}\n")
    world.start()
    assert _left(world, line) == left


def test_absences_may_meet_and_not_overlap(world: World) -> None:
    world.start()
    assert _left(world, "away 5 Dec to 9 Dec") == 25
    assert _left(world, "away 9 Dec to 11 Dec") == 25
    assert _left(world, "away 3 Dec to 5 Dec") == 25
    assert _left(world, "away 10 Dec") == 24
    assert _left(world, "away 4 Dec") == 23


def test_who_comes_back_early_keeps_the_days_that_are_left(world: World) -> None:
    world.start(options="\nset pace 60 days")
    assert _left(world, "away 15 Nov to 24 Nov\naway 1 Dec to 5 Dec") == 15
    world.now += 5 * DAY + 2 * HOUR
    assert _left(world, "back") == 25


def test_days_count_for_a_year(world: World) -> None:
    world.start(options="\nset pace 366 days")
    assert _left(world, "away 15 Nov to 24 Nov") == 20
    found = []
    for days in (364, 6, 5):
        world.now += days * DAY
        found.append(_left(world))
    assert found == [20, 25, 30]
