"""A watched thread keeps time: reminders, turns that close, what is held, more time.

Posts of the imitated forum are a minute apart, from 2026-11-20 18:00 UTC on.
"""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from pbem.watch.sending import SETTLE_SECONDS
from pbem.watch.trouble import Trouble
from pbem.watch.watch import Watch
from pbem.watch.words import words
from tests.watch.imitation import START, Desk

HOUR = 3600.0
OPENED = "game duel #1, orders until 2026-11-24 18:00 UTC\n\nThe arena is open."


def begun(desk: Desk, **more: str) -> Watch:
    """A duel in turn 1, whose deadline is three days and 22 hours away."""
    desk.forum.say("Ann", "fire C3")
    desk.forum.say("Bob", "air F6")
    desk.forum.say("Gina", OPENED)
    watch = desk.set_up(post="itself", **more)
    watch.look(["pace = 4 days", "closing = itself"])
    return watch


def notices(desk: Desk, what: str) -> list[str]:
    """The posts of the moderator that say something."""
    said = [text.replace("\\", "") for who, text in desk.forum.posts if who == "Gina"]
    return [text for text in said if what in text]


def at(desk: Desk, hours: float) -> None:
    """Set the clock to so many hours after the thread began."""
    desk.clock.now = START.timestamp() + hours * HOUR


def test_one_reminder_a_day_before_by_name(desk: Desk) -> None:
    watch = begun(desk)
    desk.forum.say("Ann", "C4")
    for hours in (24.0, 71.0):
        at(desk, hours)
        watch.look()
    assert notices(desk, "reminder") == []
    for hours in (72.5, 73.0, 80.0):
        at(desk, hours)
        assert watch.look().trouble is None
    (post,) = notices(desk, "reminder")
    assert "@Bob: your order is due until Tuesday 24 November, 18:00 (UTC)" in post
    assert "Ann" not in post


def test_who_has_left_wants_to_leave_no_more(desk: Desk) -> None:
    watch = begun(desk)
    desk.forum.say("Bob", "Sorry, I have to leave the game.")
    leaves = "Bob wants to leave the game"
    assert any(leaves in one for one in watch.look().open)
    desk.forum.say("Dana", "I would play on for Bob.")
    assert not any(leaves in one for one in watch.look(["seat Bob = Dana"]).open)


def test_a_reminder_waits_for_a_yes_where_that_is_set(desk: Desk) -> None:
    watch = begun(desk)
    settings = watch.settings()
    assert settings is not None
    settings.post = "ask"
    watch.set_up(settings)
    at(desk, 73)
    (one,) = watch.look().waiting
    assert one.words.startswith("game duel #1, reminder\n\n@Ann, @Bob: your orders")
    assert notices(desk, "reminder") == []
    watch.allow(one.digest)
    for _ in range(2):
        assert watch.look().waiting == []
    assert len(notices(desk, "reminder")) == 1


def test_a_deadline_that_is_set_in_an_open_turn_is_posted_once(desk: Desk) -> None:
    desk.forum.say("Ann", "fire C3")
    desk.forum.say("Bob", "air F6")
    desk.forum.say("Gina", OPENED.replace(", orders until 2026-11-24 18:00 UTC", ""))
    watch = desk.set_up(post="itself", pace="4 days")
    for _ in range(2):
        opened = watch.look().open
        desk.clock.now += HOUR
    (post,) = notices(desk, "from now on")
    assert "game duel #1, orders until 2026-11-24 21:00 UTC" in post
    assert opened[0].startswith("Orders are due until Tuesday 24 November, 21:00")


@pytest.mark.parametrize("when", ["instead", "after"])
def test_a_reminder_whose_answer_is_lost_is_posted_once(desk: Desk, when: str) -> None:
    watch = begun(desk)
    at(desk, 73)
    getattr(desk.forum, when).append(("/topics/", httpx.ReadTimeout("lost")))
    assert watch.look().trouble is not None
    for _ in range(3):
        desk.clock.now += SETTLE_SECONDS + 1
        desk.watch().look()
    assert len(notices(desk, "reminder")) == 1


@pytest.mark.parametrize(
    ("silence", "order"), [("default", "-- deadline --"), ("bot", "Bob: ")]
)
def test_a_turn_closes_by_itself(desk: Desk, silence: str, order: str) -> None:
    watch = begun(desk)
    desk.forum.say("Ann", "C4")
    watch.look([f"silence = {silence}"])
    at(desk, 95.9)
    watch.look()
    assert "the deadline has passed" not in desk.record
    at(desk, 96.1)
    seen = watch.look()
    assert [one.code for one in seen.notes] == ["closed-late"]
    assert "the deadline has passed" in desk.record
    assert order in desk.record.partition("the deadline has passed")[2]
    assert len(notices(desk, "game duel #2, orders until 2026-11-28")) == 1


@pytest.mark.parametrize(
    ("answers", "said", "code"),
    [
        (["silence = wait"], "Good luck!", ""),
        (["closing = moderator"], "Good luck!", ""),
        ([], "Not E6, I think.", "not-closed"),
        ([], "V/LA until 28 November.", "not-closed"),
    ],
)
def test_a_turn_that_waits(
    desk: Desk, answers: list[str], said: str, code: str
) -> None:
    watch = begun(desk)
    desk.forum.say("Bob", said)
    watch.look(answers)
    at(desk, 97)
    seen = watch.look()
    assert "deadline" not in desk.record
    assert ("The deadline has passed" in seen.open[-2] + seen.open[-1]) or seen.open
    assert [one.code for one in seen.notes] == [code] * bool(code)
    assert all(words(one.code, one.given) for one in seen.notes)


def test_the_silent_are_asked_once_and_then_somebody_else(desk: Desk) -> None:
    watch = begun(desk)
    desk.forum.say("Ann", "C4")
    watch.look(["silence = wait", "prods = itself"])
    for hours in (95.9, 96.1, 97.0, 143.0):
        at(desk, hours)
        watch.look()
    (late,) = notices(desk, "#1, late")
    assert "@Bob: the game has waited for your order since" in late
    assert "Ann" not in late
    assert notices(desk, "plays on for Bob") == []
    for hours in (145.0, 146.0):
        at(desk, hours)
        watch.look()
    (call,) = notices(desk, "#1, who plays on for Bob")
    assert "Bob is free in duel, a game of Magic Arena" in call


def test_somebody_else_is_looked_for_when_a_player_leaves(desk: Desk) -> None:
    watch = begun(desk)
    desk.forum.say("Bob", "I have to drop out of this game, sorry.")
    watch.look()
    assert notices(desk, "who plays on") == []
    watch.look(["prods = itself"])
    watch.look()
    assert len(notices(desk, "#1, who plays on for Bob")) == 1


def test_more_time_when_most_ask_for_it(desk: Desk) -> None:
    watch = begun(desk)
    desk.forum.say("Ann", "Can we have 2 more days?")
    watch.look()
    assert len(notices(desk, "#1, orders until")) == 1
    desk.forum.say("Bob", "An extension would be good.")
    for _ in range(3):
        seen = watch.look()
    posts = notices(desk, "#1, orders until")
    assert posts[1].startswith("game duel #1, orders until 2026-11-26 18:00 UTC")
    assert len(posts) == 2
    assert any("Thursday 26 November" in line for line in seen.open)
    at(desk, 97)
    watch.look()
    assert "deadline has passed" not in desk.record


def held(desk: Desk) -> Watch:
    """A turn that Bob's order, read from prose, would close."""
    watch = begun(desk)
    desk.forum.say("Ann", "C4")
    desk.forum.say("Bob", "I go to E6.")
    return watch


def test_an_order_read_from_prose_waits_and_is_played_then(desk: Desk) -> None:
    watch = held(desk)
    seen = watch.look()
    assert seen.held is not None
    assert "E6" not in desk.record
    (post,) = notices(desk, "held: post")
    assert 'I read post 6 as this order of Bob: "E6"' in post
    desk.clock.now += 5 * 60
    assert watch.look().held is not None
    desk.clock.now += 6 * 60
    assert watch.look().held is None
    assert "Bob: e6" in desk.record.replace("E6", "e6")
    assert len(notices(desk, "held")) == 1
    assert len(notices(desk, "#2, orders until")) == 1


def test_wrong_takes_it_back(desk: Desk) -> None:
    watch = held(desk)
    watch.look()
    desk.forum.say("Ann", "wrong forum, sorry")
    assert watch.look().held is not None
    desk.forum.say("Bob", "Wrong, that was a joke!")
    seen = watch.look()
    assert seen.held is None
    assert "said-wrong" in [one.code for one in seen.notes]
    at(desk, 20)
    watch.look()
    assert "Bob: E6" not in desk.record
    desk.forum.say("Bob", "F5")
    watch.look()
    assert "Bob: F5" in desk.record


def test_the_moderator_takes_it_back_and_nothing_said_is_lost(desk: Desk) -> None:
    watch = held(desk)
    watch.look(["zone = Europe/Paris"])
    assert "# forum: zone Europe/Paris" in desk.record
    assert watch.look(["6 = nothing"]).held is None
    at(desk, 20)
    watch.look()
    assert "Bob: E6" not in desk.record


@pytest.mark.parametrize("said", ["E6", "**E6**", "e6"])
def test_plain_notation_is_not_held(desk: Desk, said: str) -> None:
    watch = begun(desk)
    desk.forum.say("Ann", "C4")
    desk.forum.say("Bob", said)
    assert watch.look().held is None
    assert "Bob: e6" in desk.record.replace("E6", "e6")


def test_board_and_replay_lie_at_an_address(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "www"
    folder.mkdir()
    watch = begun(desk, publish=str(folder), address="https://x.example/games/")
    desk.forum.say("Ann", "C4")
    watch.look()
    before = (folder / "duel.html").read_text()
    assert (folder / "duel.png").read_bytes().startswith(b"\x89PNG")
    desk.forum.say("Bob", "E6")
    watch.look()
    (post,) = notices(desk, "#2, orders until")
    assert "https://x.example/games/duel.html" in post
    assert "https://x.example/games/duel.png?2" in post
    assert (folder / "duel.html").read_text() != before
    with pytest.raises(Trouble):
        desk.set_up(publish=str(folder / "no"))
