"""What is posted: what the moderator allowed, once, whatever happens on the way."""

from __future__ import annotations

from dataclasses import replace

import httpx
import pytest

from pbem.forum.posts.dialect import known_dialects
from pbem.watch.sending import SETTLE_SECONDS
from pbem.watch.trouble import Trouble
from pbem.watch.words import words
from tests.watch.imitation import Desk

BROKEN = httpx.Response(500)
LOST = httpx.ReadTimeout("lost")


def reports(desk: Desk) -> list[str]:
    """The header lines of the moderator's posts."""
    said = (text for author, text in desk.forum.posts if author == "Gina")
    lines = (line for text in said for line in text.split("\n"))
    return [line.replace("\\", "") for line in lines if line.startswith("game ")]


def test_nothing_is_posted_without_a_yes(played: Desk) -> None:
    watch = played.set_up()
    for _ in range(3):
        assert watch.look().due
    assert played.forum.paths("POST") == []


def test_a_yes_posts_what_was_shown(played: Desk) -> None:
    watch = played.set_up()
    shown = watch.look().due
    watch.allow(shown)
    seen = watch.look()
    assert (seen.due, seen.trouble) == ("", None)
    assert reports(played) == ["game duel #0", "game duel #1"]
    assert "The arena is open" in played.forum.posts[-1][1]
    watch.look()
    watch.look()
    assert len(reports(played)) == 2


def test_a_yes_to_something_else_posts_nothing(played: Desk) -> None:
    watch = played.set_up()
    shown = watch.look().due
    text = played.record.replace("fire C3", "fire C4")
    watch.folder.write("duel", watch.folder.read("duel").digest, text, "edited")
    with pytest.raises(Trouble) as told:
        watch.allow(shown)
    assert told.value.code == "changed"
    watch.look()
    assert played.forum.paths("POST") == []


def test_by_itself_where_that_is_allowed(played: Desk) -> None:
    watch = played.set_up(post="itself")
    watch.look()
    watch.look()
    assert reports(played) == ["game duel #0", "game duel #1"]


def test_never_by_itself_while_something_is_asked(played: Desk) -> None:
    played.forum.say("Annie", "D4 1NE")
    watch = played.set_up(post="itself")
    seen = watch.look()
    assert seen.questions == 1
    assert seen.due
    assert played.forum.paths("POST") == []
    watch.look(["Annie = nobody"])
    assert len(reports(played)) == 2


def test_never_where_it_is_said(played: Desk) -> None:
    watch = played.set_up(post="never")
    assert not watch.look().due
    assert played.forum.paths("POST") == []


def test_never_by_itself_as_somebody_who_does_not_moderate(played: Desk) -> None:
    watch = played.set_up(post="itself", name="Bob")
    seen = watch.look()
    assert [one.code for one in seen.notes] == ["not-moderator"]
    assert played.forum.paths("POST") == []


def test_what_comes_in_meanwhile_does_not_change_the_report(played: Desk) -> None:
    watch = played.set_up()
    shown = watch.look().due
    played.forum.say("Ann", "D4 1NE")
    assert watch.look().due == shown
    watch.allow(shown)
    watch.look()
    assert len(reports(played)) == 2
    assert not watch.look().due


def test_several_turns_are_told_in_one_report(desk: Desk) -> None:
    lava = "game duel #0\n\nGame: lava\nName: duel\nSeats: Ann, Bob"
    desk.forum.posts[0] = ("Gina", lava)
    desk.forum.say("Ann", "e 0,0")
    desk.forum.say("Bob", "h 0,1")
    watch = desk.set_up()
    watch.allow(watch.look().due)
    watch.look()
    assert reports(desk) == ["game duel #0", "game duel #2"]
    post = desk.forum.posts[-1][1]
    assert "Ann lays e" in post
    assert "Bob lays" in post


def test_a_report_posted_by_hand_is_not_posted_again(played: Desk) -> None:
    watch = played.set_up()
    assert watch.look().due
    played.forum.say("Gina", "game duel #1\n\nThere we are.")
    seen = watch.look()
    assert (seen.due, seen.trouble) == ("", None)


def test_a_turn_that_is_played_anew_is_asked_about(played: Desk) -> None:
    watch = played.set_up(post="itself")
    watch.look()
    text = played.record.replace("Ann: fire C3", "Ann: fire D4")
    watch.folder.write("duel", watch.folder.read("duel").digest, text, "edited")
    seen = watch.look()
    assert (seen.doubt, len(reports(played))) == ("again", 2)
    watch.allow(seen.due)
    watch.look()
    assert len(reports(played)) == 3


def test_players_have_until_the_next_full_hour(played: Desk) -> None:
    watch = played.set_up(pace="3d")
    watch.allow(watch.look().due)
    watch.look()
    assert reports(played)[-1] == "game duel #1, orders until 2026-11-23 21:00 UTC"


@pytest.mark.parametrize("lost", [BROKEN, LOST, httpx.ReadError("reset")])
def test_a_post_that_got_through_is_found_and_not_doubled(
    played: Desk, lost: httpx.Response | Exception
) -> None:
    watch = played.set_up()
    watch.allow(watch.look().due)
    played.forum.after.append(("/topics/57", lost))
    assert watch.look().trouble is not None
    assert len(reports(played)) == 2  # it is there, and nobody told us
    out = watch.outgoing()
    assert out is not None
    assert [one.status for one in out.parcels] == ["begun"]
    played.clock.now += 10 * SETTLE_SECONDS
    seen = played.watch().look()
    assert (seen.trouble, len(reports(played))) == (None, 2)


def test_a_post_that_did_not_get_through_is_posted_later(played: Desk) -> None:
    watch = played.set_up()
    watch.allow(watch.look().due)
    played.forum.instead.append(("/topics/57", LOST))
    watch.look()
    seen = watch.look()  # it may still be on its way
    assert seen.next - seen.looked == SETTLE_SECONDS
    assert len(reports(played)) == 1
    played.clock.now += SETTLE_SECONDS
    watch.look()
    assert len(reports(played)) == 2


@pytest.mark.parametrize(
    ("status", "code"),
    [(401, "unknown-member"), (403, "forbidden"), (404, "missing"), (429, "too-many")],
)
def test_what_the_forum_refuses_is_told_and_tried_again(
    played: Desk, status: int, code: str
) -> None:
    watch = played.set_up()
    watch.allow(watch.look().due)
    wait = {"Retry-After": "5000"}
    played.forum.instead.append(("/topics/57", httpx.Response(status, headers=wait)))
    seen = watch.look()
    assert seen.trouble is not None
    assert seen.trouble.code == code
    assert seen.next - seen.looked == 5000
    assert len(reports(played)) == 1
    asked = len(played.forum.asked)
    watch.look()
    if status == 429:  # it is left alone for as long as it wants
        assert len(played.forum.asked) == asked
        played.clock.now += 5000
        watch.look()
    assert len(reports(played)) == 2


def test_a_locked_thread_is_said_to_be_and_what_to_do(played: Desk) -> None:
    watch = played.set_up()
    watch.allow(watch.look().due)
    lock = httpx.Response(500, json={"message": "[[error:topic-locked]]"})
    played.forum.instead.append(("/topics/57", lock))
    seen = watch.look()
    assert seen.trouble is not None
    assert "Please unlock it" in words(seen.trouble.code, seen.trouble.given)
    played.clock.now = seen.next
    assert watch.look().trouble is None
    assert len(reports(played)) == 2


def test_who_says_never_stops_what_he_has_allowed(played: Desk) -> None:
    watch = played.set_up()
    watch.allow(watch.look().due)
    played.set_up(post="never").look()
    assert len(reports(played)) == 1
    played.set_up(post="ask").look()
    assert len(reports(played)) == 2


def test_nothing_takes_the_place_of_what_is_going_out(played: Desk) -> None:
    watch = played.set_up()
    watch.allow(watch.look().due)
    played.forum.instead.append(("/topics/57", httpx.Response(403)))
    watch.look()
    text = played.record + "Ann: -\nBob: -\n"
    watch.folder.write("duel", watch.folder.read("duel").digest, text, "edited")
    assert watch.due() is None
    watch.look()
    assert reports(played)[1:] == ["game duel #1"]
    assert watch.look().due_name == "the report that opens turn 2"


def test_no_part_goes_out_before_the_one_above_it(
    played: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = replace(known_dialects()["nodebb"], max_chars=900)
    monkeypatch.setattr("pbem.forum.posts.dialects.nodebb.DIALECT", small)
    watch = played.set_up()
    watch.allow(watch.look().due)
    played.forum.after.append(("/topics/57", LOST))
    first = "game duel #1, part 1 of 2"
    watch.look()
    assert reports(played)[1:] == [first]
    played.forum.posts.pop()  # it did not last
    watch.look()
    assert reports(played)[1:] == []
    played.clock.now += SETTLE_SECONDS
    watch.look()
    assert reports(played)[1:] == [first, "game duel #1, part 2 of 2"]


def test_a_broken_journal_posts_nothing(played: Desk) -> None:
    watch = played.set_up(post="itself")
    watch.look()
    (watch.place / "outgoing.json").write_text("{")
    played.forum.say("Ann", "D4 1NE")
    played.forum.say("Bob", "E5 1C3")
    seen = watch.look()
    assert seen.trouble is not None
    assert seen.trouble.code == "journal"
    assert len(reports(played)) == 2
