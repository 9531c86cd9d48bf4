"""Floods of letters: whom they cost something, and whom nothing."""

from __future__ import annotations

import pytest

from pbem.server.storage import schema
from tests.server.conftest import Make
from tests.support.server.world import ADDRESS, ANN, BOB, HOUR, REFEREE, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
HERS = ADDRESS[ANN]
EXCESS = schema.letter.c.state == "excess"


def _flood(world: World, writer: str, text: str, many: int) -> None:
    for number in range(many):
        world.post(writer.replace("#", str(number)), f"{text} {number}", REFEREE)


@pytest.mark.parametrize("text", ["help", "fire C3", "new arena with x@y.example"])
def test_forged_letters_use_up_nothing_of_a_player(world: World, text: str) -> None:
    world.start()
    to = world.last(HERS).reply_to
    world.now += HOUR
    _flood(world, ANN, text, 60)
    out = [mail for mail in world.run() if mail.recipient == HERS]
    assert len(out) <= 3 + 1  # answers, and a fresh token
    assert world.count(schema.letter, EXCESS) == 39
    answered = [
        len(world.say(ANN, f"fire {c}{n}", to)) for c in "AB" for n in range(1, 9)
    ]
    assert answered == [1] * 16
    assert len(world.orders()) == 16


@pytest.mark.parametrize("text", ["help", "fire C3"])
def test_who_has_lost_every_token_gets_one_in_the_middle_of_a_flood(
    world: World, text: str
) -> None:
    world.start()
    world.now += HOUR
    before = len(world.box.mail)
    _flood(world, ANN, text, 60)
    world.post(ANN, "fire C3 please", REFEREE)
    _flood(world, ANN, text, 60)
    world.run()
    fresh = [
        mail
        for mail in world.box.mail[before:]
        if mail.recipient == HERS and "could not trust" in mail.subject
    ]
    assert 1 <= len(fresh) <= 4
    world.say(ANN, "fire C3", fresh[-1].reply_to)
    assert world.orders() == ["Ann: fire C3"]


@pytest.mark.parametrize(
    ("writer", "read"),
    [
        ("M <mallory@m.example>", 20),  # one address
        ("M <m#@m.example>", 100),  # many of one domain
        ("M <m#@x#.m.example>", 100),  # ... or under it
        ("M <m#@m.co.uk>", 100),
    ],
)
def test_a_flood_of_strangers_starves_nobody_else(
    world: World, writer: str, read: int
) -> None:
    world.start()
    _flood(world, writer, "help", 150)
    world.run()
    assert world.count(schema.letter, EXCESS) == 150 - read
    # A newcomer, a player, one without a token.
    assert len(world.say("New <new@n.example>", "help")) == 1
    assert len(world.say("New <new@other.co.uk>", "help")) == 1
    assert len(world.answer(BOB, "air F6")) == 1
    assert len(world.say(ANN, "fire C3")) == 1
    # An hour later its own domain is heard again.
    world.now += HOUR
    assert len(world.say("Else <else@m.example>", "help")) == 1


def test_the_players_of_a_flooding_domain_are_known(world: World) -> None:
    world.start()
    _flood(world, "M <m#@a.example>", "help", 150)
    world.run()
    assert len(world.say(ANN, "help")) == 1
    assert len(world.answer(ANN, "fire C3")) == 1


@pytest.mark.parametrize("domain", [0, 7])
def test_the_budget_of_a_domain_is_the_hosts(make: Make, domain: int) -> None:
    world = make(f"[limits]\ndomain_hour = {domain}\n")
    _flood(world, "M <m#@m.example>", "help", 10)
    assert len(world.run()) == domain


def test_who_sends_many_letters_is_told_once_that_answers_pause(world: World) -> None:
    """29 letters, each with an order: 20 answers, and the last says what that means."""
    world.start()
    to = world.last(HERS).reply_to
    world.now += HOUR
    spots = [f"fire {c}{n}" for c in "ABCD" for n in range(1, 9)]
    out = [world.say(ANN, spot, to) for spot in spots[:29]]
    assert [len(one) for one in out] == [1] * 20 + [0] * 9
    told = [" ".join(mail.text.split()) for one in out for mail in one]
    said = "I write nothing back until Wednesday 15 November, 00:13"
    assert [said in text for text in told] == [False] * 19 + [True]
    assert "your orders count" in told[-1]
    assert world.orders()[-1] == f"Ann: {spots[28]}"
    world.now += HOUR - 1
    assert world.say(ANN, "orders", to) == []
    world.now += 1
    (answer,) = world.say(ANN, "orders", to)
    assert "answer for now" not in answer.text


def test_a_pause_is_one_players_alone(make: Make) -> None:
    world = make("[limits]\nsender_hour = 2\n")
    world.start()
    world.now += HOUR
    for text in ("fire A1", "fire A2", "fire A3"):
        world.answer(ANN, text)
    assert len(world.answer(BOB, "orders")) == 1
    # She is told of the turn all the same.
    assert {mail.recipient for mail in world.answer(BOB, "air F6")} == {
        HERS, ADDRESS[BOB],
    }  # fmt: skip
