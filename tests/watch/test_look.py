"""A look at a thread: what is read, taken, asked, and asked for."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import httpx
import pytest

from pbem.watch import reading
from tests.watch.conftest import FIRST
from tests.watch.imitation import TOKEN, Desk

BOTS = "Seats: Ann, Bob\nBots: Bob=easy"


def test_a_game_is_begun_and_its_orders_are_taken(desk: Desk) -> None:
    desk.forum.say("Ann", "Hello!\nfire C3")
    seen = desk.set_up().look()
    assert seen.trouble is None
    assert (seen.posts, seen.questions, seen.taken) == (2, 0, ["Ann: fire C3"])
    assert "# post 2 by Ann, 2026-11-20 18:01 UTC, /post/2" in desk.record
    assert "Ann: fire C3" in desk.record
    assert seen.next == seen.looked + 15 * 60


def test_a_second_look_writes_nothing(desk: Desk) -> None:
    desk.forum.say("Ann", "fire C3")
    watch = desk.set_up()
    watch.look()
    before = desk.record, watch.folder.versions("duel")
    watch.look()
    assert (desk.record, watch.folder.versions("duel")) == before


def test_what_is_not_sure_is_asked_and_answered(desk: Desk) -> None:
    desk.forum.say("Ann", "Maybe fire C3, or is D4 better?")
    watch = desk.set_up()
    assert watch.look().questions == 1
    assert "Ann:" not in desk.record
    seen = watch.look(["2 = fire C3"])
    assert seen.questions == 0
    assert "Ann: fire C3" in desk.record
    assert "# forum: post 2" in desk.record  # remembered, as by "pbem forum read"


def test_a_plan_in_the_thread_is_told_and_written(desk: Desk) -> None:
    desk.forum.say("Ann", "fire C3\nif Bob: air F6 then D4")
    seen = desk.set_up().look()
    assert seen.taken == ["Ann: fire C3", "Plan of Ann, from turn 0 on (post 2)"]
    assert seen.questions == 0
    assert "\nPlan of Ann:\n  if Bob: air F6 then D4\n" in desk.record


def test_bots_answer_at_a_look(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.forum.say("Gina", FIRST.replace("Seats: Ann, Bob", BOTS))
    desk.forum.say("Ann", "fire C3")
    seen = desk.set_up().look()
    assert seen.taken[0] == "Ann: fire C3"
    assert seen.taken[1].startswith("Bob (bot, easy), turn 0: ")
    # All read the post, and without a seed could ask the bot themselves.
    assert re.search(r"\nSeed: [0-9a-f]{64}\n", desk.record)
    assert "\nBob: " in desk.record
    assert (seen.due_name, seen.strangers) == ("the report that opens turn 1", [])


def test_whoever_is_called_like_a_bot_does_not_play_for_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.forum.say("Gina", FIRST.replace("Seats: Ann, Bob", BOTS))
    desk.forum.say("Bob", "air F6")
    seen = desk.set_up().look()
    assert (seen.taken, seen.questions) == ([], 1)
    assert "Bob:" not in desk.record


def test_a_page_that_has_not_changed_is_not_sent_again(desk: Desk) -> None:
    watch = desk.set_up()
    watch.look()
    desk.forum.asked.clear()
    seen = desk.watch().look()  # another process: robots.txt is still known
    (request,) = desk.forum.asked
    assert request.headers["if-none-match"] == seen.pages[0].etag
    desk.forum.say("Ann", "fire C3")
    assert watch.look().posts == 2


def test_old_pages_are_left_alone_for_a_day(desk: Desk) -> None:
    desk.forum.page_size = 2
    desk.forum.posts[0] = ("Gina", FIRST.split("\n\n")[1])
    for at in range(5):
        desk.forum.say("Gina", f"talk {at}")
    desk.forum.say("Gina", "game duel #0")
    watch = desk.set_up()
    assert len(watch.look().pages) == 4
    desk.forum.asked.clear()
    watch.look()
    assert [x.url.params["page"] for x in desk.forum.asked] == ["4"]
    desk.forum.asked.clear()
    desk.clock.now += reading.WHOLE_SECONDS
    watch.look()
    pages = [x.url.params["page"] for x in desk.forum.asked if "page" in x.url.params]
    assert pages == ["1", "2", "3", "4"]


def test_pages_since_the_last_report_are_looked_at_for_edits(desk: Desk) -> None:
    desk.forum.page_size = 2
    desk.forum.say("Ann", "fire C3")
    for at in range(4):
        desk.forum.say("Gina", f"talk {at}")
    watch = desk.set_up()
    watch.look()
    desk.forum.posts[1] = ("Ann", "fire D4")
    seen = watch.look()
    assert seen.questions == 1
    assert "Ann: fire C3" in desk.record


def test_a_thread_pasted_by_hand_in_between_is_no_trouble(desk: Desk) -> None:
    watch = desk.set_up()
    watch.look()
    watch.folder.keep_thread("duel", [("pasted.txt", b"Ann wrote:\nfire C3\n")])
    desk.forum.say("Bob", "air F6")
    assert watch.look().posts == 2


def test_a_thread_that_became_shorter_is_told(desk: Desk) -> None:
    desk.forum.page_size = 2
    for name, order in (("Ann", "fire C3"), ("Gina", "hm"), ("Gina", "oh")):
        desk.forum.say(name, order)
    watch = desk.set_up()
    assert len(watch.look().pages) == 2
    del desk.forum.posts[2:]
    seen = watch.look()
    assert seen.trouble is None
    assert (len(seen.pages), seen.posts) == (1, 2)


def test_the_forum_is_given_time(desk: Desk) -> None:
    desk.forum.robots = "User-agent: *\nCrawl-delay: 7\n"
    desk.forum.page_size = 1
    desk.forum.say("Ann", "fire C3")
    desk.set_up().look()
    assert len(desk.forum.asked) == 5
    assert desk.clock.slept[1:] == [7.0, 7.0, 7.0] or 7.0 in desk.clock.slept
    agents = {
        request.headers["user-agent"].split("/")[0] for request in desk.forum.asked
    }
    assert agents == {"pbem"}


def test_reading_needs_no_token_and_shows_none(desk: Desk) -> None:
    desk.set_up().look()
    assert all("authorization" not in x.headers for x in desk.forum.asked)


def test_members_only_is_read_as_a_member(desk: Desk) -> None:
    desk.forum.instead.append(("/api/topic", httpx.Response(403)))
    seen = desk.set_up().look()
    assert (seen.trouble, seen.member) == (None, True)
    assert desk.forum.asked[-1].headers["authorization"] == f"Bearer {TOKEN}"
    desk.forum.asked.clear()
    desk.watch().look()
    assert len(desk.forum.asked) == 1


def test_what_is_kept_is_for_the_moderator_alone(played: Desk) -> None:
    watch = played.set_up()
    watch.allow(watch.look().due)
    watch.look()
    kept = [path for path in watch.place.rglob("*") if path.is_file()]
    assert len(kept) == 4
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}
    with_token = [path.name for path in kept if TOKEN in path.read_text("utf-8")]
    assert with_token == ["settings.toml"]


def test_the_end_is_told_and_then_the_thread_is_left_in_peace(played: Desk) -> None:
    watch = played.set_up(post="itself")
    assert not watch.look().over
    assert "The arena is open" in played.forum.posts[-1][1]
    played.forum.say("Bob", "I resign")
    assert watch.look().over
    assert "Ann is the last one standing and wins" in played.forum.posts[-1][1]
    assert len(played.forum.posts) == 6
    assert watch.look().over
    assert len(played.forum.posts) == 6


def test_a_thread_of_huge_pages_is_left(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(60):
        desk.forum.say("Ann", f"{number} " + "word " * 200)
    monkeypatch.setattr(reading, "MAX_THREAD_BYTES", 50_000)
    seen = desk.set_up().look()
    assert seen.trouble is not None
    assert seen.trouble.code == "too-big"
    assert len([path for path in desk.forum.paths() if "/api/topic" in path]) == 3
