"""Orders that wait: kept back until `ready` or the deadline, and for one turn only."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from tests.support.server.world import ADDRESS, ANN, BOB, CID, HOUR, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def _begun(world: World, terms: str = "") -> list[str]:
    """A game of Ann and Bob in its second turn; its orders so far."""
    world.begin(options=terms)
    return world.orders()


def test_who_is_ready_keeps_nothing_back_any_more(world: World) -> None:
    before = _begun(world)
    world.answer(ANN, "wait\nD4")
    assert world.orders() == before
    world.answer(ANN, "ready")
    assert world.orders() == [*before, "Ann: D4"]
    world.answer(ANN, "C4")
    assert world.orders() == [*before, "Ann: D4", "Ann: C4"]


@pytest.mark.parametrize("words", ["wait", "set wait", "press to Bob: soon\nwait"])
def test_orders_wait_though_the_letter_says_so_below_them(
    world: World, words: str
) -> None:
    before = _begun(world)
    world.answer(BOB, "E6")
    world.answer(ANN, f"D4\n{words}")
    assert world.orders() == [*before, "Bob: E6"]
    world.answer(ANN, "ready")
    assert "Ann: D4" in world.orders()


@pytest.mark.parametrize("ends", ["preview\nD4", "preview", "ready"])
def test_a_wait_goes_before_nothing_that_shows_or_plays(
    world: World, ends: str
) -> None:
    before = _begun(world)
    world.answer(ANN, f"{ends}\nwait")
    world.answer(ANN, "D4")
    assert (world.orders() == before) is (ends == "ready")


@pytest.mark.parametrize("draft", ["", "\nD4"])
def test_one_waits_for_one_turn(world: World, draft: str) -> None:
    _begun(world)
    world.answer(ANN, f"wait{draft}")
    world.now = world.due() + 1
    world.run()
    before = world.orders()
    world.answer(ANN, "C4")
    assert world.orders() == [*before, "Ann: C4"]


def test_orders_that_waited_came_when_they_were_sent(world: World) -> None:
    """The seal of the receipt says so, and the last report opens that one."""
    _begun(world)
    sent = world.now
    receipt = world.answer(ANN, "wait\nD4")[0].text
    (begins,) = re.findall(r"Seal +([0-9a-f]{20}) ", receipt)
    (sealed,) = re.findall("#1 ([0-9a-f]{64})", world.answer(ANN, "proof")[0].text)
    assert sealed.startswith(begins)
    world.now += 47 * HOUR
    world.answer(BOB, "E6")
    world.answer(ANN, "ready")
    world.answer(ANN, "resign")
    last = " ".join(world.last(ADDRESS[ANN]).text.split())
    ((salt, came),) = re.findall(r"#1 (\S+) (\S+) \S+ Ann: D4", last)
    assert came == f"{datetime.fromtimestamp(sent, UTC):%Y%m%dT%H%M%SZ}"
    lines = ("arena-1", "1", "Ann", "D4", came, salt)
    assert sha256("\n".join(lines).encode()).hexdigest() == sealed


def test_what_waits_for_the_deadline_is_no_silence(world: World) -> None:
    _begun(world, "\nset silence resign after 2")
    for turn, text in ((2, ""), (3, "wait\nD4"), (4, "")):
        world.answer(BOB, "-")
        if text:
            world.answer(ANN, text)
        world.now = world.due() + 1
        out = world.run()
        assert [mail.subject for mail in out] == [f"arena-1 #{turn}: your turn"] * 2


def test_what_waits_goes_with_the_player(world: World) -> None:
    before = _begun(world)
    world.answer(BOB, "wait\nE6")
    world.host_does("standby Bob")
    world.answer(ANN, "D4")
    world.now = world.due() + 1
    world.run()
    assert world.orders() == [*before, "Ann: D4", "-- deadline --"]


def test_a_new_player_does_not_wait_because_the_last_one_did(world: World) -> None:
    before = _begun(world)
    world.answer(BOB, "wait\nE6")
    world.host_does("replace Bob with cid@c.example")
    world.answer(CID, "F7")
    assert world.orders() == [*before, "Bob: F7"]
