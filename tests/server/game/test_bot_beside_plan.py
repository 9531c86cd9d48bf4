"""A bot and a plan in one window: neither waits for the other until the deadline."""

from __future__ import annotations

from tests.server.conftest import Make
from tests.support.server.world import ANN, BOB


def test_a_game_by_mail_goes_on_where_a_bot_and_a_plan_are_left(make: Make) -> None:
    world = make()
    world.say(ANN, "new arena with bob@b.example, bot")
    for person, line in ((ANN, "accept"), (BOB, "accept"), (ANN, "fire C3"),
                         (BOB, "air F6"), (BOB, "F5"), (BOB, "if Ann: D4 then F4"),
                         (ANN, "D4")):  # fmt: skip
        world.answer(person, line)
    before = world.orders()
    out = world.answer(ANN, "D5")
    assert "Bob: F4" in world.orders()[len(before) :]
    assert any(mail.subject.startswith("arena-1 #3") for mail in out)
