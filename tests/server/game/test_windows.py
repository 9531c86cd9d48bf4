"""When a window counts from, when a game falls asleep, and what wakes it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.server.game import deadlines, drafts, window
from tests.support.server.row import Row


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was done, and as of when."""
    found: list[Any] = []

    def note(what: str) -> Any:
        return lambda session, *given: found.append((what, session.as_of))

    monkeypatch.setattr(drafts, "discard_all", note("discarded"))
    monkeypatch.setattr(deadlines, "begin", note("begun"))
    monkeypatch.setattr(deadlines, "compute", lambda session, since: since + 9)
    monkeypatch.setattr(
        deadlines,
        "shift",
        lambda session, at: found.append(("shifted", at)),
    )
    monkeypatch.setattr(
        window, "remind", lambda session, seats, level: found.append((level, seats))
    )
    monkeypatch.setattr(
        window,
        "notify",
        lambda session, seat, what: found.append((what, seat)),
    )
    return found


def _session(
    done: list[Any],
    *,
    now: float = 1000.0,
    quiet: int = 0,
    deadline: float | None = 500.0,
    paused: float | None = None,
    running: bool = True,
) -> Any:
    return SimpleNamespace(
        now=now,
        as_of=100.0,
        running=running,
        game=Row(quiet=quiet, deadline=deadline, paused=paused),
        seats=lambda: ["Ann", "Bob"],
        story=SimpleNamespace(awaited=lambda: ["Bob"]),
        audit=lambda what: done.append(what),
    )


ASLEEP = [("asleep", "Ann"), ("asleep", "Bob"), "asleep"]


@pytest.mark.parametrize(("now", "since"), [(700.0, 100.0), (700.5, 700.5)])
def test_a_window_that_opens_late_counts_from_now(
    done: list[Any], now: float, since: float
) -> None:
    window.open_window(_session(done, now=now))
    assert done == [("discarded", 100.0), ("begun", since)]


@pytest.mark.parametrize(("quiet", "sleeps"), [(4, False), (5, True), (6, True)])
def test_after_five_quiet_deadlines_a_game_sleeps(
    done: list[Any], quiet: int, sleeps: bool
) -> None:
    session = _session(done, now=100.0, quiet=quiet)
    window.open_window(session)
    assert done[2:] == (ASLEEP if sleeps else [])
    assert session.game.deadline == (None if sleeps else 500.0)


@pytest.mark.parametrize(("quiet", "sleeps"), [(4, False), (5, True)])
def test_a_game_that_waits_is_reminded_until_it_sleeps(
    done: list[Any], quiet: int, sleeps: bool
) -> None:
    session = _session(done, quiet=quiet)
    window.keep_waiting(session)
    assert done == (ASLEEP if sleeps else [("shifted", 1009.0), (4, ["Bob"])])
    assert session.as_of == (100.0 if sleeps else 1000.0)


@pytest.mark.parametrize(
    ("deadline", "paused", "running", "wakes"),
    [
        (None, None, True, True),
        (None, 0.0, True, False),
        (None, 50.0, True, False),
        (0.0, None, True, False),
        (500.0, None, True, False),
        (None, None, False, False),
    ],
)
def test_a_letter_wakes_a_game_that_sleeps(
    done: list[Any],
    deadline: float | None,
    paused: float | None,
    running: bool,
    wakes: bool,
) -> None:
    window.wake(_session(done, deadline=deadline, paused=paused, running=running))
    # Drafts stay.
    assert done == [("begun", 100.0)] * wakes
