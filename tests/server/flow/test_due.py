"""What is due is let happen in its order, asked of one game without a store."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.server.flow import due
from pbem.server.game import bots, deadlines, drafts, missed_turns, votes
from pbem.server.game.timers import Timer
from pbem.server.lobby import erase_player, guests, invitations, standby
from pbem.server.states import GameState, TimerKind
from tests.support.server.row import Row


class _Timers:
    """Timers in the order in which they are due."""

    def __init__(self, timers: list[Timer]) -> None:
        self.left = timers

    def first(self) -> Timer | None:
        return self.left[0] if self.left else None

    def remove(self, timer: Timer) -> None:
        self.left.remove(timer)


def _session(
    deadline: float | None,
    *timers: Timer,
    state: GameState = GameState.RUNNING,
    now: float = 1000.0,
) -> Any:
    game = Row(
        deadline=deadline, state=state, quiet=0, grace=0, graced=False, paused=None
    )
    story = SimpleNamespace(awaited=lambda: ["Ann"], plans={})
    return SimpleNamespace(
        game=game,
        timers=_Timers(list(timers)),
        running=state is GameState.RUNNING,
        now=now,
        as_of=now,
        serial=3,
        closing=-1,
        story=story,
    )


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What happened, and as of when."""
    found: list[Any] = []

    def note(what: str) -> Any:
        return lambda session, *given: found.append((what, session.as_of, *given))

    def closed(session: Any, waiting: Any) -> bool:
        found.append(("closed", session.as_of, session.closing, session.game.quiet))
        session.game = session.game._replace(deadline=None)
        return True

    monkeypatch.setattr(erase_player, "leave", note("farewell"))
    monkeypatch.setattr(standby, "lapse", note("offer"))
    monkeypatch.setattr(standby, "free_seat", note("freed"))
    monkeypatch.setattr(votes, "lapse", note("vote"))
    monkeypatch.setattr(due, "remind", note("reminder"))
    monkeypatch.setattr(due, "open_window", note("opened"))
    monkeypatch.setattr(due, "keep_waiting", note("waits"))
    monkeypatch.setattr(bots, "stand_in", lambda *given: False)
    monkeypatch.setattr(drafts, "submit_all", lambda session: False)
    monkeypatch.setattr(deadlines, "hourglass", lambda story: None)
    monkeypatch.setattr(deadlines, "elapse", note("elapsed"))
    monkeypatch.setattr(missed_turns, "close", closed)
    monkeypatch.setattr(missed_turns, "to_be_replaced", lambda *given: ["Bob"])
    return found


def _kinds(done: list[Any]) -> list[str]:
    return [what for what, *_ in done]


@pytest.mark.parametrize(
    ("timer", "deadline", "order"),
    [
        (50.0, 100.0, ["offer", "elapsed", "closed", "opened", "freed"]),
        (100.0, 100.0, ["offer", "elapsed", "closed", "opened", "freed"]),
        (100.5, 100.0, ["elapsed", "closed", "opened", "freed", "offer"]),
        (50.0, None, ["offer"]),
        (50.0, 500.0, ["offer"]),
        (600.0, 500.0, []),
        (200.0, 200.0, []),
        (199.9, 200.9, ["offer"]),
    ],
)
def test_what_was_due_first_happens_first(
    done: list[Any], timer: float, deadline: float | None, order: list[str]
) -> None:
    session = _session(deadline, Timer(timer, TimerKind.OFFER, 7))
    due.run_until(session, 200.5)
    assert _kinds(done) == order


def test_each_thing_happens_as_of_the_moment_that_it_was_due_at(
    done: list[Any],
) -> None:
    session = _session(
        None,
        Timer(10.0, TimerKind.OFFER, 7),
        Timer(20.0, TimerKind.VOTE, 8),
        Timer(30.0, TimerKind.FORGET, 9),
    )
    due.run_until(session, 200.0)
    # Who is forgotten leaves now: nothing of theirs stays till then.
    assert done == [("offer", 10.0, 7), ("vote", 20.0, 8), ("farewell", 1000.0, 9)]
    assert session.timers.left == []


@pytest.mark.parametrize(
    ("deadline", "now", "state", "reminded"),
    [
        (100.0, 99.0, GameState.RUNNING, True),
        (100.0, 100.0, GameState.RUNNING, False),
        (100.0, 101.0, GameState.RUNNING, False),
        (None, 50.0, GameState.RUNNING, False),
        (100.0, 50.0, GameState.OVER, False),
    ],
)
def test_a_reminder_comes_while_there_is_time(
    done: list[Any],
    deadline: float | None,
    now: float,
    state: GameState,
    reminded: bool,
) -> None:
    timer = Timer(10.0, TimerKind.REMINDER, 2)
    session = _session(deadline, timer, state=state, now=now)
    due.run_until(session, 50.0)
    assert done == ([("reminder", 10.0, ["Ann"], 2)] if reminded else [])
    assert session.timers.left == []


def test_a_deadline_that_passes_is_counted_once(done: list[Any]) -> None:
    session = _session(100.0)
    due.run_until(session, 200.0)
    # Of the turn that closes, as of its deadline, one more quiet one.
    assert done[1] == ("closed", 100.0, 3, 1)
    assert done[0] == ("elapsed", 100.0, 100.0)
    assert done[3] == ("freed", 100.0, "Bob", "silence")


def test_a_game_that_waits_opens_nothing_and_frees_nobody(
    done: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def waits(session: Any, waiting: Any) -> bool:
        session.game = session.game._replace(deadline=None)
        return False

    monkeypatch.setattr(missed_turns, "close", waits)
    due.run_until(_session(100.0), 200.0)
    assert _kinds(done) == ["elapsed", "waits"]


def test_drafts_close_a_turn_before_silence_does(
    done: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def submitted(session: Any) -> bool:
        session.game = session.game._replace(deadline=None)
        return True

    monkeypatch.setattr(drafts, "submit_all", submitted)
    due.run_until(_session(100.0), 200.0)
    assert done == [("opened", 100.0)]


@pytest.mark.parametrize(
    ("grace", "graced", "glass", "waiting", "granted"),
    [
        (60, False, None, True, True),
        (60, True, None, True, False),
        (0, False, None, True, False),
        (60, False, 0, True, False),
        (60, False, 300, True, False),
        (60, False, None, False, False),
    ],
)
@pytest.mark.parametrize(("now", "told"), [(159.0, True), (160.0, False)])
def test_grace_is_given_once_and_told_while_it_lasts(
    done: list[Any],
    monkeypatch: pytest.MonkeyPatch,
    grace: int,
    graced: bool,
    glass: int | None,
    waiting: bool,
    granted: bool,
    now: float,
    told: bool,
) -> None:
    def grant(session: Any, until: float) -> None:
        done.append(("grace", until))
        session.game = session.game._replace(deadline=None)

    monkeypatch.setattr(deadlines, "grant_grace", grant)
    monkeypatch.setattr(deadlines, "hourglass", lambda story: glass)
    session = _session(100.0, now=now)
    session.game = session.game._replace(grace=grace, graced=graced)
    if not waiting:
        session.story.awaited = list
    due.run_until(session, now)
    if not granted:
        assert _kinds(done) == ["elapsed", "closed", "opened", "freed"]
    elif told:
        assert done == [("grace", 160.0), ("reminder", 100.0, ["Ann"], 3)]
    else:
        assert done == [("grace", 160.0)]


@pytest.mark.parametrize("state", [GameState.INVITED, GameState.OPEN])
def test_an_invitation_that_lapses_is_called_off_and_told(
    done: list[Any], monkeypatch: pytest.MonkeyPatch, state: GameState
) -> None:
    def cancel(session: Any) -> None:
        done.append("cancelled")
        session.game = session.game._replace(deadline=None)

    monkeypatch.setattr(invitations, "cancel", cancel)
    monkeypatch.setattr(guests, "lapsed", lambda session: done.append("told"))
    due.run_until(_session(100.0, state=state), 200.0)
    assert done == ["cancelled", "told"]


def test_a_game_that_is_over_has_no_deadline(done: list[Any]) -> None:
    session = _session(100.0, state=GameState.OVER)
    due.run_until(session, 200.0)
    assert (done, session.game.deadline) == ([], None)


def test_one_look_lets_no_more_happen_than_so_much(done: list[Any]) -> None:
    many = [Timer(10.0, TimerKind.OFFER, number) for number in range(250)]
    session = _session(None, *many)
    due.run_until(session, 200.0)
    assert len(done) == 200
    due.run_until(session, 200.0)
    assert len(done) == 250
