"""Games before they begin: how many seats, and who may still come and go."""

from __future__ import annotations

import re

import pytest

from pbem.plugins import games
from pbem.server.store import schema
from tests.support.server.world import ADDRESS, ANN, BOB, CID, DOT, HOUR, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
DAY = 24 * HOUR
KINDS = sorted(games.built_in())


def _wanted(kind: str, seats: int, how: str) -> str:
    """A line that asks for a game with so many seats."""
    guests = ", ".join(f"p{number}@p.example" for number in range(1, seats))
    return f"new {kind} with {guests}" if how == "new" else f"open {kind} for {seats}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_has_no_seat_too_many_and_none_too_few(world: World, kind: str) -> None:
    least, most = games.find(kind).facts["seats"]
    tries = [("new", most + 1), ("open", most + 1), ("new", least - 1)]
    tries += [("open", least - 1)]
    for how, seats in tries:
        if seats > (how == "new"):
            (answer,) = world.say(ANN, _wanted(kind, seats, how))
            assert "cannot begin like this" in answer.text, (how, seats)
            assert f"{least} to {most}" in " ".join(answer.text.split())
    assert world.count(schema.game) == 0
    usual = 7 if kind == "diplomacy" else most  # other maps seat more
    world.say(ANN, _wanted(kind, usual, "open"))
    world.say(ANN, _wanted(kind, max(least, 2), "new"))
    assert world.count(schema.game) == 2


def test_a_seat_that_was_given_back_is_the_last_again(world: World) -> None:
    world.say(ANN, "open arena for 4")
    world.answer(ANN, "accept")
    for who in (BOB, CID, DOT):
        world.say(who, "new lava with hal@h.example")
        world.answer(who, "join arena-1")
        if who is CID:
            world.answer(BOB, "decline")
    world.answer(BOB, "new lava with hal@h.example")
    world.answer(BOB, "join arena-1 as Ann")
    begun = world.last(ADDRESS[ANN])
    assert begun.subject == "arena-1 #0: your turn"
    orders = ((ANN, "fire A1"), (CID, "air B1"), (DOT, "water C1"), (BOB, "air D1"))
    for who, order in orders:
        (to,) = {m.reply_to for m in world.box.mail if "arena-1 #0" in m.subject
                 and f"<{m.recipient}>" in who}  # fmt: skip
        world.say(who, order, to)
    assert world.orders() == [
        "Ann: fire A1", "Cid: air B1", "Dot: water C1", "Ann 2: air D1",
    ]  # fmt: skip


def test_who_was_not_asked_yet_does_not_hear_that_it_came_to_nothing(
    world: World,
) -> None:
    world.say(ANN, "new arena with bob@b.example")
    world.now += 7 * DAY + 1
    # Nor does Ann, whom she perhaps was not: her letter said when it is forgotten.
    assert world.run() == []
    world.say(ANN, "new arena with bob@b.example")
    out = world.answer(ANN, "decline")
    assert {mail.recipient for mail in out} == {ADDRESS[ANN]}


@pytest.mark.parametrize(("seconds", "begins"), [(0, True), (1, False)])
def test_an_invitation_lasts_to_the_end_of_its_last_second(
    world: World, seconds: int, begins: bool
) -> None:
    world.say(ANN, "new arena with bob@b.example")
    world.answer(ANN, "accept")
    world.now += 7 * DAY + seconds
    out = world.answer(BOB, "accept")
    assert ("arena-1 #0: your turn" in [mail.subject for mail in out]) is begins


def test_two_players_of_one_name_are_told_apart(world: World) -> None:
    world.say(ANN, "new arena with bob@b.example, cid@c.example")
    world.answer(ANN, "accept as Max")
    world.answer(BOB, "accept as max")
    out = world.answer(CID, "accept as MAX")
    called = {m.recipient: re.findall("Your turn, (.*?):", m.text) for m in out}
    assert called == {
        ADDRESS[ANN]: ["Max"], ADDRESS[BOB]: ["max 2"], ADDRESS[CID]: ["MAX 3"],
    }  # fmt: skip


def test_games_are_named_by_numbers_that_are_free(world: World) -> None:
    world.say(ANN, "new arena called arena-2 with bob@b.example")
    for free in ("arena-1", "arena-3"):
        (asked,) = world.say(ANN, "new arena with bob@b.example")
        assert asked.subject.startswith(free)


def test_lots_are_drawn_in_a_game_that_needs_no_chance(world: World) -> None:
    world.start(options="\nset silence random")
    world.now = world.due() + 1
    world.run()
    assert [line.partition(":")[0] for line in world.orders()] == ["Ann", "Bob"]
