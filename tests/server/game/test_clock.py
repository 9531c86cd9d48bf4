"""Deadlines of one game, asked without a store: set, moved, paused, told to rules."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.server.game import deadlines
from pbem.server.game.timers import Timer
from pbem.server.states import GameState, TimerKind
from tests.support.server.row import Row

HOUR = 3600


class _Timers:
    """What is to happen, and what was called off."""

    def __init__(self, *timers: Timer) -> None:
        self.left = list(timers)

    def first(self) -> Timer | None:
        return self.left[0] if self.left else None

    def add(self, *timers: Timer) -> None:
        self.left += timers

    def cancel(self, what: TimerKind) -> None:
        self.left = [one for one in self.left if one.what is not what]

    def clear(self) -> None:
        self.left = []


def _session(*timers: Timer, now: float = 1000.0, **columns: Any) -> Any:
    known: dict[str, Any] = {
        "deadline": None, "paused": None, "remains": None, "opened": None, "moves": 4,
        "graced": True, "timing": "48h", "pace": 0, "state": GameState.RUNNING,
    }  # fmt: skip
    return SimpleNamespace(
        now=now,
        as_of=now - 100,
        game=Row(**(known | columns)),
        timers=_Timers(*timers),
        config=SimpleNamespace(zone="UTC"),
        context=SimpleNamespace(linger=5.0),
    )


@pytest.fixture(autouse=True)
def _a_turn_takes_ten_hours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "compute", lambda session, since: since + 10 * HOUR)


VOTE = Timer(50.0, TimerKind.VOTE, 1)
OLD = Timer(60.0, TimerKind.REMINDER, 1)


@pytest.mark.parametrize(
    ("left", "leads"),
    [
        (48 * HOUR + 1, [(1, 24 * HOUR), (2, 3 * HOUR)]),
        (48 * HOUR, [(2, 3 * HOUR)]),
        (6 * HOUR + 1, [(2, 3 * HOUR)]),
        (6 * HOUR, []),
    ],
)
def test_reminders_come_where_more_than_twice_their_time_is_left(
    left: int, leads: list[tuple[int, int]]
) -> None:
    session = _session(VOTE, OLD)
    deadlines.set_to(session, session.as_of + left)
    due = session.game.deadline
    assert due == 900.0 + left
    assert session.timers.left == [
        VOTE, *(Timer(due - lead, TimerKind.REMINDER, level) for level, lead in leads)
    ]  # fmt: skip
    assert session.game.wall.endswith(" UTC")


def test_a_window_that_opens_has_its_grace_and_counts_its_moves() -> None:
    session = _session()
    deadlines.begin(session)
    game = session.game
    assert (game.graced, game.moves, game.opened) == (False, 0, 900.0)
    assert (game.deadline, game.remains) == (900.0 + 10 * HOUR, None)


@pytest.mark.parametrize("paused", [0.0, 500.0])
def test_a_window_that_opens_in_a_pause_has_its_whole_time_later(paused: float) -> None:
    session = _session(paused=paused, deadline=7.0)
    deadlines.begin(session)
    assert (session.game.deadline, session.game.remains) == (None, 10 * HOUR)


def test_a_deadline_that_moves_has_its_grace_again() -> None:
    session = _session()
    deadlines.shift(session, 5000.0)
    assert (session.game.moves, session.game.graced) == (5, False)
    deadlines.grant_grace(session, 6000.0)
    assert (session.game.moves, session.game.graced) == (6, True)
    assert session.game.deadline == 6000.0


@pytest.mark.parametrize(
    ("deadline", "remains"),
    [
        (None, 10 * HOUR),
        (1000.0 + 2 * HOUR, 2 * HOUR),
        (1000.0 + HOUR + 1, HOUR + 1),
        (1000.0 + HOUR - 1, HOUR),
        (0.0, HOUR),
    ],
)
def test_a_pause_keeps_what_is_left_and_an_hour_at_least(
    deadline: float | None, remains: float
) -> None:
    session = _session(VOTE, OLD, deadline=deadline)
    deadlines.pause(session)
    game = session.game
    assert (game.paused, game.remains, game.deadline) == (1000.0, remains, None)
    assert session.timers.left == [VOTE]


@pytest.mark.parametrize(("remains", "left"), [(2 * HOUR, 2 * HOUR), (None, 10 * HOUR)])
def test_a_clock_that_runs_again_has_the_time_that_was_left(
    remains: float | None, left: float
) -> None:
    session = _session(paused=1.0, remains=remains)
    deadlines.resume(session)
    game = session.game
    assert (game.paused, game.remains, game.opened) == (None, None, 1000.0)
    assert (game.deadline, game.moves) == (1000.0 + left, 5)


@pytest.mark.parametrize(
    ("timers", "columns", "at"),
    [
        ([], {}, None),
        ([VOTE], {}, 56.0),
        ([VOTE], {"deadline": 20.9}, 26.0),
        ([VOTE], {"deadline": 70.0}, 56.0),
        ([], {"deadline": 0.0}, 6.0),
        ([VOTE], {"state": GameState.OVER}, None),
        ([VOTE], {"state": GameState.DROPPED}, None),
        ([VOTE], {"state": GameState.INVITED}, 56.0),
    ],
)
def test_a_game_is_looked_at_when_the_first_thing_is_over(
    timers: list[Timer], columns: dict[str, Any], at: float | None
) -> None:
    """A second later, and as much again as mail may be on its way."""
    assert deadlines.wake_at(_session(*timers, **columns)) == at


@pytest.mark.parametrize(
    ("received", "deadline", "late"),
    [
        (100.0, None, False),
        (100.0, 100.9, False),
        (100.9, 100.0, False),
        (101.0, 100.9, True),
        (99.0, 100.0, False),
        (0.0, 0.0, False),
        (1.0, 0.0, True),
    ],
)
def test_a_letter_of_the_last_second_is_in_time(
    received: float, deadline: float | None, late: bool
) -> None:
    assert deadlines.late(received, deadline) is late


def test_a_game_of_an_older_store_has_its_pace_in_seconds() -> None:
    assert str(deadlines.time_control_of(_session(timing="", pace=7200))) == "2h"
    assert str(deadlines.time_control_of(_session(timing="3 days"))) == "3 days"
