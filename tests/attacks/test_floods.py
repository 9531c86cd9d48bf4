"""Floods of letters: whom they cost something, and whom nothing."""

from __future__ import annotations

import pytest

from pbem.server.store import schema
from tests.server.conftest import Make
from tests.support.server.world import ADDRESS, ANN, BOB, HOUR, REFEREE, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
HERS = ADDRESS[ANN]
EXCESS = schema.letter.c.state == "excess"


def _flood(world: World, writer: str, text: str, many: int) -> None:
    for number in range(many):
        world.post(writer.replace("#", str(number)), f"{text} {number}", REFEREE)


LIMITS = "[limits]\nsender_hour = 6\ndomain_hour = 12\n"


def test_what_the_limits_are(world: World) -> None:
    limits = world.config.limits
    assert (limits.sender_hour, limits.domain_hour, limits.alike_day) == (20, 100, 3)


@pytest.mark.parametrize("text", ["help", "fire C3", "new arena with x@y.example"])
def test_forged_letters_use_up_nothing_of_a_player(make: Make, text: str) -> None:
    world = make(LIMITS)
    world.start()
    to = world.last(HERS).reply_to
    world.now += HOUR
    _flood(world, ANN, text, 20)
    out = [mail for mail in world.run() if mail.recipient == HERS]
    assert len(out) <= 6 + 1  # answers up to what a flood is, and a fresh token
    assert world.count(schema.letter, EXCESS) == 20 - 6 - 1
    assert [len(world.say(ANN, f"fire A{n}", to)) for n in range(1, 7)] == [1] * 6
    assert len(world.orders()) == 6


def test_a_forged_letter_brings_a_handbook_once(world: World) -> None:
    words = ("rules", "handbook", "manual", "Rules", "help", "help")
    asked = "\n".join(f"{word} arena" for word in words * 4)
    (told,) = world.say("Eve <eve@e.example>", asked)
    assert len(told.text) < 40_000
    assert told.text.count("Magic Arena") > 0
    assert len(told.text) < 1.2 * len(
        world.say("Cid <cid@c.example>", "rules arena\nhelp arena")[0].text
    )


@pytest.mark.parametrize("text", ["help", "fire C3"])
def test_who_has_lost_every_token_gets_one_in_the_middle_of_a_flood(
    make: Make, text: str
) -> None:
    world = make(LIMITS)
    world.start()
    world.now += HOUR
    before = len(world.box.mail)
    _flood(world, ANN, text, 12)
    world.post(ANN, "fire C3 please", REFEREE)
    _flood(world, ANN, text, 12)
    world.run()
    fresh = [
        mail
        for mail in world.box.mail[before:]
        if mail.recipient == HERS and "could not trust" in mail.subject
    ]
    assert 1 <= len(fresh) <= 3
    world.say(ANN, "fire C3", fresh[-1].reply_to)
    assert world.orders() == ["Ann: fire C3"]


@pytest.mark.parametrize(
    ("writer", "read"),
    [
        ("M <mallory@m.example>", 6),  # one address
        ("M <m#@m.example>", 12),  # many of one domain
        ("M <m#@x#.m.example>", 12),  # ... or under it
        ("M <m#@m.co.uk>", 12),
        ("M <m#@a.example>", 12),  # Ann's
    ],
)
def test_a_flood_of_strangers_starves_nobody_else(
    make: Make, writer: str, read: int
) -> None:
    world = make(LIMITS)
    world.start()
    world.now += HOUR
    _flood(world, writer, "help", 20)
    world.run()
    assert world.count(schema.letter, EXCESS) == 20 - read
    # A newcomer, a player, one without a token.
    assert len(world.say("New <new@n.example>", "help")) == 1
    assert len(world.say("New <new@other.co.uk>", "help")) == 1
    assert len(world.answer(BOB, "air F6")) == 1
    assert len(world.say(ANN, "fire C3")) == 1
    # An hour later its own domain is heard again.
    world.now += HOUR
    other = writer.replace("m#", "other").replace("mallory", "other")
    assert len(world.say(other, "help")) == 1


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


def test_who_uses_up_the_answers_of_a_game_silences_none_of_its_players(
    make: Make,
) -> None:
    """Bob uses them up; Ann's half stays hers, and she is told when it ends."""
    world = make("[limits]\nsender_hour = 50\ngame_hour = 8\n")
    world.start()
    world.now += HOUR
    to = {who: world.last(ADDRESS[who]).reply_to for who in (ANN, BOB)}
    bobs = [world.say(BOB, "orders", to[BOB]) for _ in range(12)]
    anns = [world.say(ANN, f"fire {c}{n}", to[ANN]) for c in "AB" for n in (1, 2, 3, 4)]
    assert [len(one) for one in bobs] == [1] * 9 + [0] * 3
    assert [len(one) for one in anns] == [1] * 5 + [0] * 3
    assert world.orders()[-1] == "Ann: fire B4"
    for said in (bobs, anns):
        told = [" ".join(mail.text.split()) for one in said for mail in one]
        last = ["I have answered eight letters about arena-1" in text for text in told]
        assert last == [False] * (len(told) - 1) + [True]
        assert "your orders count" in told[-1]
    # Of other things, and an hour later, she hears.
    assert len(world.say(ANN, "help", REFEREE)) == 1
    world.now += HOUR
    assert len(world.say(ANN, "orders", to[ANN])) == 1
