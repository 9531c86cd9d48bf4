"""The words that a game master gives an act, before any game is looked at."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.server.game import deadlines, undo
from pbem.server.gm import actions
from pbem.server.gm.actions import ActRefused
from pbem.server.states import GameState

NOWHERE: Any = SimpleNamespace(running=False, game=SimpleNamespace(state="over"))


def _refusal(act: Any, *words: str, session: Any = NOWHERE) -> tuple[str, str]:
    """Why an act is refused, and the detail of it."""
    with pytest.raises(ActRefused) as found:
        act(session, *words, act_id=1, why="x")
    assert str(found.value) == found.value.what
    return found.value.what, found.value.detail


@pytest.mark.parametrize(
    "words",
    [
        "Bob",
        "Bob with",
        "with dot@d.example",
        "Bob dot@d.example",
        "Bob to dot@d.example",
        "Bob with dot",
        "Bob with dot@",
        "Bob with @d.example",
        "Bob with <>",
        "Bob dot@d.example with",
    ],
)
def test_a_seat_is_given_to_an_address_or_the_words_are_asked_for_again(
    words: str,
) -> None:
    assert _refusal(actions.replace, words) == ("with", words)


@pytest.mark.parametrize(
    "words",
    [
        "Bob with dot@d.example",
        "Bob by dot@d.example",
        "Bob with <dot@d.example>",
        "Old Bob with dot@d.example",
    ],
)
def test_words_that_are_whole_are_taken_to_the_game(words: str) -> None:
    assert _refusal(actions.replace, words) == ("not-running", "over")


@pytest.mark.parametrize("words", ["", "Ann", "Ann:", "Ann: ", ": fire C3", ":"])
def test_orders_for_a_seat_name_it_and_say_something(words: str) -> None:
    assert _refusal(actions.act_as, words) == ("as", words)


def test_orders_for_a_seat_may_hold_colons() -> None:
    assert _refusal(actions.act_as, "Ann: fire: C3")[0] == "not-running"


@pytest.mark.parametrize(("serial", "was", "length"), [("#4", 3, 9), ("3", 2, 0)])
def test_there_is_nothing_to_undo_ahead(serial: str, was: int, length: int) -> None:
    game = SimpleNamespace(state=GameState.RUNNING, length=length)
    session: Any = SimpleNamespace(game=game, serial=was)
    assert _refusal(actions.undo_turns, serial, session=session)[0] == "nothing"


@pytest.mark.parametrize("state", ["open", "invited", "dropped"])
def test_a_game_that_has_not_begun_has_no_turn_to_undo(state: str) -> None:
    game = SimpleNamespace(state=GameState(state), length=1)
    session: Any = SimpleNamespace(game=game, serial=1)
    found = _refusal(actions.undo_turns, "#0", session=session)
    assert found == ("not-running", state)


@pytest.mark.parametrize(
    ("serial", "was", "length"), [("#3", 3, 9), ("0", 0, 1), ("#2", 3, 0)]
)
def test_an_open_turn_is_undone_once_something_was_ordered_in_it(
    monkeypatch: pytest.MonkeyPatch, serial: str, was: int, length: int
) -> None:
    asked: list[Any] = []

    def roll_back(session: Any, target: int, act_id: int, why: str) -> int:
        asked.append((target, act_id, why))
        return target

    monkeypatch.setattr(undo, "roll_back", roll_back)
    game = SimpleNamespace(state=GameState.OVER, length=length)
    session: Any = SimpleNamespace(game=game, serial=was, discreet=False, running=False)
    target = int(serial.lstrip("#"))
    said = actions.undo_turns(session, serial, act_id=7, why="so")
    assert said == f"from #{was} back to #{target}"
    assert asked == [(target, 7, "so")]


@pytest.mark.parametrize("paused", [None, 0.0, 50.0])
@pytest.mark.parametrize("act", ["pause", "resume", "extend"])
def test_a_clock_that_stands_since_the_first_moment_stands(
    monkeypatch: pytest.MonkeyPatch, act: str, paused: float | None
) -> None:
    """A moment of 0 is one too."""
    moved: list[Any] = []
    for name in ("pause", "resume", "shift"):
        monkeypatch.setattr(deadlines, name, lambda session, *at: moved.append(at))
    game = SimpleNamespace(paused=paused, deadline=0.0)
    config = SimpleNamespace(zone="UTC")
    session: Any = SimpleNamespace(running=True, game=game, now=100.0, config=config)
    words = ("by 1h",) if act == "extend" else ()
    if (act == "resume") == (paused is None):
        named = "not-paused" if act == "resume" else "paused"
        assert _refusal(actions.ACTS[act], *words, session=session) == (named, "")
        assert moved == []
    else:
        assert actions.ACTS[act](session, *words, act_id=1, why="x")
        # From the deadline that stands, not from now.
        assert moved == ([(3600.0,)] if act == "extend" else [()])


def test_a_clock_without_a_deadline_is_moved_from_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moved: list[float] = []
    monkeypatch.setattr(deadlines, "shift", lambda session, at: moved.append(at))
    game = SimpleNamespace(paused=None, deadline=None)
    config = SimpleNamespace(zone="UTC")
    session: Any = SimpleNamespace(running=True, game=game, now=100.0, config=config)
    assert actions.extend(session, "2h", act_id=1, why="x") == (
        "the deadline is 2h later"
    )
    assert moved == [7300.0]


@pytest.mark.parametrize(
    ("at", "past"), [("1970-01-02 00:00", True), ("1970-01-02 00:01", False)]
)
def test_a_deadline_lies_ahead(
    monkeypatch: pytest.MonkeyPatch, at: str, past: bool
) -> None:
    moved: list[float] = []
    monkeypatch.setattr(deadlines, "shift", lambda session, at: moved.append(at))
    changed: list[Any] = []
    game = SimpleNamespace(_replace=lambda **new: changed.append(new))
    config = SimpleNamespace(zone="UTC")
    session: Any = SimpleNamespace(running=True, game=game, now=86400.0, config=config)
    if past:
        assert _refusal(actions.deadline, at, session=session) == ("past", at)
        assert (moved, changed) == ([], [])
    else:
        assert actions.deadline(session, at, act_id=1, why="x")
        assert moved == [86460.0]
        # A pause ends with it.
        assert changed == [{"paused": None, "remains": None}]


def test_acts_that_give_power_over_a_seat_are_those_that_name_one() -> None:
    assert sorted(actions.ABOUT_SEATS) == [
        *("act_as", "correct", "kick", "master", "replace", "standby"),
    ]
    told = ["close", "kick", "replace", "standby", "undo"]
    assert sorted(actions.SELF_ANNOUNCED) == told
    assert set(actions.ACTS) >= actions.ABOUT_SEATS | actions.SELF_ANNOUNCED


@pytest.mark.parametrize("written", ["<Dot@D.example>", "dot@d.example"])
def test_an_address_is_taken_without_its_brackets(written: str) -> None:
    row = SimpleNamespace(name="Bob")
    config = SimpleNamespace(owns=lambda address: True)
    called = {"bob": "Bob"}.get
    session: Any = SimpleNamespace(
        running=True, config=config, seats=lambda: [row], called=called
    )
    kind, address = _refusal(actions.replace, f"bob with {written}", session=session)
    assert (kind, address.lower()) == ("address", "dot@d.example")
    assert _refusal(actions.replace, f"Rob with {written}", session=session) == (
        "seat",
        "Rob|Bob|Bob",
    )
