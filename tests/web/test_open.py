"""What is open is on every page of a game, and no button plays a turn over it unsaid;
private messages, silent players and those who play on for them."""

from __future__ import annotations

import re

import pytest

from pbem.forum.annotations.remembered import recall
from tests.watch.real_game import START
from tests.web.site import BEGUN, Site, plain
from tests.web.test_thread import fields

THREAD = """#1 Gina (2027-01-14 08:00 UTC)
game duel #1, orders until 2027-01-16 20:00 UTC
Vote: continue or draw
#2 Ann (2027-01-14 09:00 UTC)
C4
##vote draw
#3 Bob (2027-01-14 10:00 UTC)
Not G6, I think. V/LA until 18 January, can we have an extension?
"""
#: The clock of the page stands at 2027-01-15 08:00 UTC.
OPEN = (
    "Orders are due until Saturday 16 January, 21:00 (Paris), in 36 hours",
    "Nothing that can be used came from Bob (away until Tuesday 19 January, 00:00 "
    "(Paris); last wrote in post 3, 22 hours ago)",
    "Bob asks for more time (post 3)",
    "A vote is open, and Bob has not voted",
)
PAGES = ("", "/thread", "/players", "/deadlines", "/report", "/history", "/file")


@pytest.fixture
def evening(site: Site) -> Site:
    """A duel in which Ann's order is written, and Bob is silent."""
    site.game(BEGUN + "Ann: fire C3\nBob: air F6\n\n== 1 ==\n")
    site.follow("game/duel/deadlines", {"pace": "3 days", "zone": "Europe/Paris"})
    page = site.follow("game/duel/thread", {"pasted": THREAD})
    assert "Orders were found in the thread and are not written yet: Ann" in plain(page)
    site.follow("game/duel/posts", {**fields(page), "write": "1"})
    return site


@pytest.mark.parametrize("page", PAGES)
def test_every_page_says_what_is_open(evening: Site, page: str) -> None:
    said = plain(evening.get(f"game/duel{page}"))
    assert [one for one in OPEN if one not in said] == []


def test_who_offers_to_play_on_is_listed_until_that_is_so(evening: Site) -> None:
    more = "#4 Dana (2027-01-14 11:00 UTC)\nI would like to play on for Bob.\n"
    more += "#5 Ann (2027-01-14 11:10 UTC)\nI'll play on, too.\n"
    evening.follow("game/duel/thread", {"pasted": THREAD + more})
    offer = 'Dana offers to play on (post 4): "I would like to play on for Bob."'
    said = plain(evening.get("game/duel"))
    assert (offer in said, said.count("offers to play on")) == (True, 1)
    evening.follow("game/duel/players/replace", {"seat": "Bob", "member": "Dana"})
    assert "offers to play on" not in evening.get("game/duel")


def test_a_turn_is_not_closed_before_its_deadline_unsaid(evening: Site) -> None:
    before = evening.text()
    done = evening.post("game/duel/close", {"reason": "late"})
    assert done.status_code == 409
    assert "Nothing that can be used came from Bob" in done.text
    assert evening.text() == before
    form = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', done.text))
    evening.follow("game/duel/close", {"reason": form["reason"], "sure": form["sure"]})
    assert "-- deadline --" in evening.text()


def test_after_the_deadline_a_click_closes_it(evening: Site) -> None:
    evening.state.clock.now += 5 * 86400  # type: ignore[attr-defined]
    assert "The deadline has passed" in evening.get("game/duel")
    evening.follow("game/duel/close", {"reason": "late"})
    assert "-- deadline --" in evening.text()


def test_no_order_by_hand_plays_a_turn_whose_orders_wait_in_the_thread(
    evening: Site,
) -> None:
    more = "#4 Ann (2027-01-14 11:00 UTC)\nNo, D4\n"
    evening.follow("game/duel/thread", {"pasted": THREAD + more})
    done = evening.post("game/duel/order", {"seat": "Bob", "text": "E6"})
    assert done.status_code == 409
    assert "Post 4 by Ann waits" in done.text or "not written yet: Ann" in done.text


def test_the_report_has_the_deadline_and_the_vote(evening: Site) -> None:
    page = evening.get("game/duel/report?vote=who+begins")
    assert 'type="datetime-local" value="2027-01-19T00:00"' not in page
    assert "Orders are due until" in page  # three days, and behind Bob's absence
    assert "(Paris)." in page
    assert "The vote so far: continue or draw" in page
    assert "Vote: who begins" in page
    page = evening.get("game/duel/deadlines?until=2027-01-18T20:00")
    assert "game duel #1, orders until 2027-01-18 19:00 UTC" in page


def test_words_that_are_no_time_are_said(site: Site) -> None:
    done = site.post("game/duel/deadlines", {"pace": "soonish"})
    assert done.status_code == 422
    assert "is no time for a turn" in done.text


@pytest.fixture
def fleets(site: Site) -> Site:
    """A game with hands, in a thread."""
    site.game(START, "fleets")
    thread = "#1 Gina\ngame fleets #0\n#2 Ann\nHello.\n#3 Bob\nHi.\n#4 Cid\nHo.\n"
    site.follow("game/fleets/thread", {"pasted": thread})
    return site


def test_private_messages_are_copied_and_ticked(fleets: Site) -> None:
    page = fleets.get("game/fleets/players")
    assert "Private messages to be sent: Ann, Bob and Cid" in plain(page)
    assert 'value="game fleets #0, for Bob"' in page
    text = page.partition("for Bob alone")[2].partition("</textarea>")[0]
    assert "Your hand" in text
    fleets.follow("game/fleets/players/sent", {"seat": "Bob", "sent": "1"})
    said = plain(fleets.get("game/fleets"))
    assert "to be sent: Ann and Cid . Sent: Bob" in said.replace("Cid.", "Cid .")
    done = fleets.post("game/fleets/close", {"reason": "now"})
    assert done.status_code == 422 or "to be sent: Ann and Cid" in done.text
    fleets.follow("game/fleets/players/sent", {"seat": "Bob"})
    assert "to be sent: Ann, Bob and Cid" in fleets.get("game/fleets")


def test_an_order_by_private_message_says_whose_and_when(fleets: Site) -> None:
    given = {"seat": "Bob", "text": "place Y1 G2 R3 B4", "from": "Bobby", "at": "8 pm"}
    fleets.follow("game/fleets/order", given)
    assert "# private message of Bobby, 8 pm\nBob: place" in fleets.text("fleets")


def test_a_silent_player_is_written_to_and_replaced(fleets: Site) -> None:
    page = fleets.get("game/fleets/players?prod=Bob")
    assert "Bob, the game waits for you in turn 0" in page
    assert "Who plays on? Bob is free" in fleets.get("game/fleets/players?call=Bob")
    fleets.follow("game/fleets/players/sent", {"seat": "Bob", "sent": "1"})
    done = fleets.post("game/fleets/players/replace", {"seat": "Bob", "member": "Ann"})
    assert done.status_code == 422  # she plays herself
    given = {"seat": "Bob", "member": "Dana"}
    page = plain(fleets.follow("game/fleets/players/replace", given))
    assert "Played by Dana" in page
    assert "Private messages to be sent: Ann, Bob and Cid" in page  # Dana knows nothing
    assert "for Dana alone" in page
    assert recall(fleets.text("fleets")).left == {"Bob": 4}
    thread = "#1 Gina\ngame fleets #0\n#2 Ann\nHello.\n#3 Bob\nHi.\n#4 Cid\nHo.\n"
    more = "#5 Bob\nplace Y1 G2 R3 B4\n#6 Dana\nplace Y4 G2 R3 B1\n"
    page = fleets.follow("game/fleets/thread", {"pasted": thread + more})
    fleets.follow("game/fleets/posts", {**fields(page), "write": "1"})
    assert "place Y4" in fleets.text("fleets")
    assert "place Y1" not in fleets.text("fleets")
