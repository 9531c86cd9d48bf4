"""Words to all players: who may write them, and whom they reach."""

from __future__ import annotations

import pytest

from pbem.server.store import schema
from tests.server.conftest import Make
from tests.support.server.world import ADDRESS, ANN, BOB, CID, HOST, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
LINE = "announce: we move to another machine"


def test_a_letter_of_the_host_that_others_have_seen_reaches_nobody(
    world: World,
) -> None:
    """Its token is good for much, and not for this."""
    world.start()
    world.host_does("pause")
    stolen = world.last("host@x.example").reply_to
    for _ in range(3):
        out = world.say(HOST, LINE, stolen)
        assert [(m.recipient, m.subject) for m in out] == [
            ("host@x.example", "Is this from you?")
        ]


@pytest.mark.parametrize("who", [ANN, BOB, CID])
def test_nobody_else_announces(world: World, who: str) -> None:
    world.start()
    shown = len(world.box.mail)
    for answer in (True, False):
        if answer and who != CID:
            world.answer(who, LINE)
        else:
            world.say(who, LINE)
    told = [m.recipient for m in world.box.mail[shown:]]
    assert set(told) <= {ADDRESS[who]}


def test_it_reaches_each_player_once_and_nobody_else(make: Make) -> None:
    world = make()
    world.start(BOB, CID)
    world.answer(ANN, "new lava called tide with bob@b.example")
    world.answer(BOB, "accept", "tide")
    world.answer(ANN, "new lava called far with eve@e.example")  # only invited
    world.answer(CID, "stop", "arena-1")
    world.host_does("note hello")
    world.answer(HOST, LINE)
    shown = len(world.box.mail)
    world.answer(HOST, "yes")
    told = [m.recipient for m in world.box.mail[shown:]]
    assert sorted(told) == [ADDRESS[ANN], ADDRESS[BOB], "host@x.example"]
    assert world.count(schema.game) == 3
