"""Games that everybody has accepted and that cannot begin all the same."""

from __future__ import annotations

import pytest

from pbem.plugins.games import GameFault
from pbem.protocol import Fault
from pbem.server.lobby import invitations
from pbem.server.store import schema
from tests.support.server.world import ADDRESS, ANN, BOB, CID, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
WHY = "cannot begin like this. That is more than a hundred players. Please start"


def _fails(*some: object) -> None:
    raise GameFault(Fault("seats.many"))


def _dropped(world: World) -> bool:
    return world.count(schema.game, schema.game.c.state == "dropped") == 1


def test_who_accepts_last_is_told_that_a_game_cannot_begin(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.say(ANN, "new arena with bob@b.example")
    world.answer(ANN, "accept")
    monkeypatch.setattr(invitations, "begin_game", _fails)
    (told,) = world.answer(BOB, "accept")
    text = " ".join(told.text.split())
    assert WHY in text
    assert _dropped(world)
    assert "is your turn" not in text


def test_who_joins_last_is_told_that_a_game_cannot_begin(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.say(ANN, "open arena for 2")
    world.answer(ANN, "accept")
    world.say(BOB, "new lava with hal@h.example")
    monkeypatch.setattr(invitations, "begin_game", _fails)
    (told,) = world.answer(BOB, "join arena-1")
    assert told.recipient == ADDRESS[BOB]
    assert WHY in " ".join(told.text.split())
    assert _dropped(world)


@pytest.mark.parametrize("word", ["begin", "fill with bot"])
def test_who_goes_on_without_the_others_is_told_that_a_game_cannot_begin(
    world: World, monkeypatch: pytest.MonkeyPatch, word: str
) -> None:
    world.say(ANN, "new lava with bob@b.example, cid@c.example")
    world.answer(ANN, "accept")
    world.answer(BOB, "accept")
    monkeypatch.setattr(invitations, "begin_game", _fails)
    (told,) = world.answer(ANN, word)
    assert WHY in " ".join(told.text.split())
    assert _dropped(world)


@pytest.mark.parametrize("name", ["#1", "a:b", "=", "x" * 21, "-Ann", "|Ann"])
@pytest.mark.parametrize("how", ["accept", "join"])
def test_a_name_that_reads_like_something_else_is_refused(
    world: World, name: str, how: str
) -> None:
    if how == "accept":
        world.say(ANN, "new arena with bob@b.example")
        world.answer(ANN, "accept")
        (told,) = world.answer(BOB, f"accept as {name}")
    else:
        world.say(ANN, "open arena for 3")
        world.answer(ANN, "accept")
        world.say(BOB, "new lava with hal@h.example")
        (told,) = world.answer(BOB, f"join arena-1 as {name}")
    assert told.recipient == ADDRESS[BOB]
    assert f'"{name}" cannot be a name here' in " ".join(told.text.split())
    seat = schema.seat.c
    assert world.count(schema.seat, seat.game_id == 1, seat.state == "in") == 1
    assert world.count(schema.seat, seat.name == name) == 0


def test_an_open_game_stands_open_under_the_name_that_was_wished(world: World) -> None:
    (asked,) = world.say(ANN, "open arena called friday for 3")
    assert asked.subject.startswith("friday")
    (told,) = world.answer(ANN, "accept as Queen")
    assert "friday" in told.text
    assert world.count(schema.game, schema.game.c.state == "open") == 1
    assert world.count(schema.seat, schema.seat.c.name == "Queen") == 1
    for who in (BOB, CID):
        world.say(who, "new lava with hal@h.example")
        world.answer(who, "join friday")
    assert world.last(ADDRESS[CID], "friday #0").recipient == ADDRESS[CID]


def test_who_has_accepted_cannot_accept_a_game_that_has_begun(world: World) -> None:
    world.start()
    (told,) = world.answer(BOB, "accept")
    assert "I had asked nothing in the letter" in " ".join(told.text.split())
    assert world.count(schema.game, schema.game.c.state == "running") == 1


@pytest.mark.parametrize("name", ["All", "everybody", "Master", "nobody", "\u0410ll"])
def test_nobody_is_called_as_all_or_the_game_master_are(
    world: World, name: str
) -> None:
    """What is meant for "all", and who is called so, would be mixed up."""
    world.say(ANN, "new arena with bob@b.example")
    world.answer(ANN, "accept")
    (told,) = world.answer(BOB, f"accept as {name}")
    assert f'Nobody can be called "{name}" here' in " ".join(told.text.split())
    assert world.count(schema.seat, schema.seat.c.name == name) == 0
