"""What a game master only tries changes nothing, the time of the game included."""

from __future__ import annotations

import pytest

from pbem.server.store import schema
from tests.support.server.world import ADDRESS, ANN, BOB, HOUR, World

_timer = schema.timer
HOST = "Host <host@x.example>"


@pytest.mark.parametrize("act", ["close", "pause", "extend 24h"])
def test_a_reminder_comes_though_an_act_was_tried(world: World, act: str) -> None:
    world.start()
    deadline = world.scalar(
        schema.game.select().with_only_columns(schema.game.c.deadline)
    )
    timers = world.count(_timer)
    assert timers
    world.say(HOST, "whois")
    (answer,) = world.answer(HOST, f"gm arena-1 #0 try {act} because I wonder")
    assert "Only tried" in answer.text
    assert world.count(_timer) == timers
    world.now = deadline - 3 * HOUR + 2
    reminded = [mail.recipient for mail in world.run()]
    assert reminded == [ADDRESS[ANN], ADDRESS[BOB]]
