"""What commands say where a game is over, or has not begun."""

from __future__ import annotations

import pytest

from tests.server.conftest import Make
from tests.support.server.world import ADDRESS, ANN, BOB, CID, DOT, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
OVER = {
    "clear": "There was nothing of yours to take back",
    "orders?": "I have nothing of you for this turn",
    "decline": "The game is over",
    "accept as x=y": "The game is over",
    "unwatch nothing": 'I know no game "nothing" of yours',
    "help nonsense": 'I do not know a game called "nonsense"',
    "help me please": "How to play by mail",
    "fire C3": "arena-1 is over; nothing more can be played in it",
    "wait": "That turn is not open now",
    "propose end": "Only who plays in a running game can propose something",
    "yes": "The game is over",
    "no": "The game is over",
    "join arena-1": "I know no game",
    "show nothing": 'I know no game "nothing" of yours',
    "watch nothing": 'I know no game "nothing"',
}


def _said(world: World, who: str, text: str) -> str:
    """The answer to a letter."""
    out = world.answer(who, text)
    mine = [mail.text for mail in out if mail.recipient in who]
    return " ".join(mine[-1].split())


def test_a_game_that_is_over(make: Make) -> None:
    world = make("[limits]\nsender_hour = 1000\nalike_day = 1000\n")
    world.start()
    world.host_does("close")
    for text, words in OVER.items():
        assert words in _said(world, ANN, text), text
    assert world.orders() == []


def test_a_game_that_has_not_begun(world: World) -> None:
    world.say(ANN, "new arena called friday with bob@b.example")
    world.answer(ANN, "accept")
    for text, words in {
        "clear": "There was nothing of yours to take back",
        "orders?": "I have nothing of you for this turn",
        "fire C3": "friday",
    }.items():
        assert words in _said(world, BOB, text), text
    assert world.orders() == []
    world.answer(BOB, "accept as Bo")
    assert "Your turn, Bo:" in world.last(ADDRESS[BOB]).text


def test_a_seat_on_offer_is_for_whom_it_is_offered_to(world: World) -> None:
    world.start(options="\nset pace 60 days")
    for who in (CID, DOT):
        world.say(who, "new lava with hal@h.example")
    world.answer(CID, "standby arena")
    world.host_does("standby Bob")
    refused = _said(world, DOT, "join arena-1")
    assert "is offered to a standby player" in refused
    assert "you are Bob now" in _said(world, CID, "join arena-1")
    assert "Welcome to arena-1" in world.last("cid@c.example").text
    full = _said(world, DOT, "join arena-1")
    assert "arena-1" in full
    assert "offered" not in full
