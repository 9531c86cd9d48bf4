"""What the thread still asks is known to the Table page: no turn is played over it
without a word."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from tests.web.site import BEGUN, Site, plain
from tests.web.test_thread import fields

PLAYED = BEGUN + "Ann: fire C3\nBob: air F6\n\n== 1 ==\n"
FIRST = "#1 Gina\ngame duel #1\n#2 Ann\nC4\n"
EDITED = FIRST.replace("C4", "D4")
#: What plays the turn on the Table page, while Ann's order is in doubt.
ACTS: dict[str, tuple[str, Mapping[str, str]]] = {
    "an order by hand": ("order", {"seat": "Bob", "text": "E6"}),
    "the turn is played": ("close", {"reason": "it is late"}),
}


@pytest.fixture
def doubted(site: Site) -> Site:
    """A duel in which Ann's order is in the file, and her post was edited."""
    site.game(PLAYED)
    page = site.follow("game/duel/thread", {"pasted": FIRST})
    site.follow("game/duel/posts", {**fields(page), "write": "1"})
    site.follow("game/duel/thread", {"pasted": EDITED})
    return site


def test_the_table_tells_what_the_thread_asks(doubted: Site) -> None:
    page = doubted.get("game/duel")
    assert "Post 2 by Ann waits for your answer" in plain(page)
    assert 'game/duel/thread#post-2"' in page
    doubted.game(PLAYED)
    doubted.follow("game/duel/thread", {"pasted": "#1 Gina\ngame duel #1\n"})
    assert "waits for your answer" not in doubted.get("game/duel")


@pytest.mark.parametrize("act", ACTS)
def test_no_turn_is_played_over_a_doubt_without_a_word(doubted: Site, act: str) -> None:
    page, form = ACTS[act]
    before = doubted.text()
    done = doubted.post(f"game/duel/{page}", {**form})
    assert done.status_code == 409
    assert "Nothing is written yet" in done.text
    assert "Post 2 by Ann waits for your answer" in done.text
    assert doubted.text() == before
    # The page holds what was given, and one button more.
    given = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', done.text))
    assert given["sure"] == "1"
    sent = {key: given[key] for key in form} | {"sure": "1"}
    assert sent == {**form, "sure": "1"}
    doubted.follow(f"game/duel/{page}", sent)
    assert "Ann: C4" in doubted.text()
    assert doubted.text() != before


def test_bots_do_not_play_a_turn_over_a_doubt_without_a_word(doubted: Site) -> None:
    """The bot alone is awaited: its answer would play the turn."""
    doubted.game(doubted.text().replace("hp=8\n", "hp=8\nBots: Bob=easy\n"))
    before = doubted.text()
    assert "Let the bot answer" in doubted.get("game/duel")
    done = doubted.post("game/duel/bots", {})
    assert done.status_code == 409
    assert "Post 2 by Ann waits for your answer" in done.text
    assert "Play turn 1 all the same" in plain(done.text)
    assert doubted.text() == before
    form = done.text.partition('name="sure"')[0].rpartition("<form")[2]
    address = re.search(r'action="/[^/]+/([^"]*)"', form)
    assert address
    doubted.follow(address[1], {"sure": "1"})
    assert "\nBob: " in doubted.text().partition("== 1 ==")[2]


def test_an_order_that_plays_nothing_is_not_asked_about(doubted: Site) -> None:
    doubted.game(
        doubted.text()
        .replace("Seats: Ann, Bob", "Seats: Ann, Bob, Cid")
        .replace("\n== 1", "Cid: fire A8\n\n== 1")
    )
    doubted.follow("game/duel/order", dict(ACTS["an order by hand"][1]))
    assert "Bob: E6" in doubted.text()


def test_what_was_answered_is_asked_no_more(doubted: Site) -> None:
    page = doubted.get("game/duel/thread")
    form = {**fields(page), "says-2": "keep", "write": "1"}
    doubted.follow("game/duel/posts", form)
    doubted.follow("game/duel/order", dict(ACTS["an order by hand"][1]))
    assert "Bob: E6" in doubted.text()
    assert "Ann: C4" in doubted.text()


def test_a_thread_page_does_not_close_over_a_doubt_either(doubted: Site) -> None:
    """What was answered may be unsaid again: then the turn waits."""
    before = doubted.text()
    page = doubted.get("game/duel/thread")
    form = {**fields(page), "says-2": "keep", "look": "1"}
    look = doubted.post("game/duel/posts", form).text
    assert 'name="close"' in look
    done = doubted.post(
        "game/duel/posts", {**fields(look), "says-2": "read", "close": "1"}
    )
    assert done.status_code == 422
    assert "post 2 still asks something" in done.text
    assert doubted.text() == before
