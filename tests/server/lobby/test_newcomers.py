"""Who takes a seat over, and what is told of the game so far."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.server.game import history
from pbem.server.store import schema
from tests.support.server.world import ADDRESS, ANN, BOB, CID, HOUR, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
LONG = "\nset pace 60 days"
DOT = "dot@d.example"


@pytest.mark.parametrize(
    ("turns", "first", "left_out"),
    [
        (39, 0, ""),
        (40, 0, ""),
        (41, 1, "The first turn is left"),
        (43, 3, "first three turns are left"),
    ],
)
def test_a_newcomer_is_told_of_the_last_forty_turns(
    world: World, monkeypatch: pytest.MonkeyPatch, turns: int, first: int, left_out: str
) -> None:
    def chapters(session: Any, reader: Any) -> list[tuple[int, list[str]]]:
        assert reader.seat == "Bob"
        return [(serial, [f"It rained {serial} times."]) for serial in range(turns)]

    monkeypatch.setattr(history, "chapters", chapters)
    world.start(options=LONG)
    world.host_does(f"replace Bob with {DOT}")
    text = " ".join(world.last(DOT).text.split())
    assert text.count("It rained") == turns - first
    assert f"It rained {first} times." in text
    assert f"It rained {turns - 1} times." in text
    assert ("left out" in text) is bool(left_out)
    assert left_out in text


def test_the_others_are_told_and_nobody_twice(world: World) -> None:
    world.start(BOB, CID, options=LONG)
    out = world.host_does(f"replace Bob with {DOT}")
    told = sorted(mail.recipient for mail in out if mail.recipient != "host@x.example")
    assert told == [ADDRESS[ANN], ADDRESS[BOB], ADDRESS[CID], DOT]
    assert "Welcome to arena-1: you are Bob now." in world.last(DOT).text
    lost = world.last(ADDRESS[BOB]).text
    assert "somebody else plays for you now, Bob." in " ".join(lost.split())


def test_a_newcomer_owes_nothing_of_the_one_before(world: World) -> None:
    world.start(BOB, CID, options=f"{LONG}\nset silence replace after 2")
    world.answer(BOB, "wait\nair F6")
    world.host_does(f"replace Bob with {DOT}")
    world.answer(f"Dot <{DOT}>", "ready")
    assert world.orders() == []
    world.answer(f"Dot <{DOT}>", "water H8")
    assert world.orders() == ["Bob: water H8"]


def test_a_seat_in_a_pause_is_taken_without_a_clock(world: World) -> None:
    world.start()
    world.now += 10 * HOUR
    world.host_does("pause")
    world.host_does(f"replace Bob with {DOT}")
    assert world.count(schema.game, schema.game.c.deadline.is_not(None)) == 0
    world.host_does("resume")
    # What was left of the turn, as it was when the clock was stopped.
    assert world.due() == world.now + 38 * HOUR


@pytest.mark.parametrize("word", ["accept", "decline"])
def test_who_was_offered_nothing_answers_no_offer(world: World, word: str) -> None:
    world.start(options=LONG)
    world.say(CID, "new lava with hal@h.example")
    world.answer(CID, "standby arena")
    offered = world.host_does("standby Bob")
    assert [m.recipient for m in offered if "a seat for you" in m.subject] == [
        ADDRESS[CID]
    ]
    # Ann plays already: her word is for no seat of another.
    out = world.answer(ANN, word)
    assert "you are Bob" not in "".join(mail.text for mail in out)
    assert "water H8" not in " ".join(world.orders())
    world.answer(CID, "accept")
    world.answer(CID, "water H8")
    assert world.orders() == ["Bob: water H8"]


def test_a_seat_is_offered_again_when_it_is_refused_and_not_when_it_is_back(
    world: World,
) -> None:
    world.start(options=LONG)
    for who in (CID, f"Dot <{DOT}>"):
        world.say(who, "new lava with hal@h.example")
        world.answer(who, "standby arena")
    to = world.last(ADDRESS[BOB]).reply_to
    world.host_does("standby Bob")
    world.say(BOB, "orders?", to)
    # Bob is back: the offer has ended, and the next one is not asked.
    out = world.answer(CID, "decline", "arena-1")
    assert [m.recipient for m in out if "a seat for you" in m.subject] == []
    world.now += 50 * HOUR
    out = world.run()
    assert [m.recipient for m in out if "a seat for you" in m.subject] == []


def test_who_still_plays_hears_of_a_free_seat_and_who_has_left_does_not(
    world: World,
) -> None:
    world.start(BOB, CID, options=LONG)
    for act, heard in (
        ("kick Cid", {ADDRESS[ANN], ADDRESS[BOB], ADDRESS[CID]}),
        ("standby Bob", {ADDRESS[ANN], ADDRESS[BOB]}),
    ):
        out = world.host_does(act)
        told = [m.recipient for m in out if m.subject == "arena-1: a seat is free"]
        assert set(told) == heard
        assert len(told) == len(heard)


def test_who_has_left_may_look_on_and_who_may_come_back_need_not(world: World) -> None:
    world.start(BOB, CID, options=LONG)
    for act, who, told in (
        ("kick Cid", CID, "You are sent what everybody may know"),
        ("standby Bob", BOB, "its letters come to you anyway"),
    ):
        world.host_does(act)
        text = world.answer(who, "watch arena-1", "arena-1")[0].text
        assert told in " ".join(text.split())
