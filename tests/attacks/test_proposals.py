"""Games that strangers ask for in somebody's name."""

from __future__ import annotations

import pytest

from pbem.server.store import schema
from tests.server.conftest import Make
from tests.support.server.world import ADDRESS, ANN, BOB, CID, HOUR, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
DAY = 24 * HOUR
LINES = ["new arena with x{n}@y.example", "open lava for 3", "join g0"]


@pytest.mark.parametrize("named", [ANN, CID], ids=["a player", "nobody yet"])
@pytest.mark.parametrize("line", LINES)
def test_who_is_named_hears_little_and_loses_nothing(
    make: Make, line: str, named: str
) -> None:
    world = make("[limits]\ngames = 2\n")
    world.start()
    world.answer(BOB, "open arena called g0 for 5")
    shown = len(world.box.mail)
    for number in range(12):
        world.say(named, line.format(n=number))
    hers = [m for m in world.box.mail[shown:] if m.recipient == ADDRESS[named]]
    assert 1 <= len(hers) <= 3
    # Nothing more when they lapse.
    world.now += 8 * DAY
    late = [m.recipient for m in world.run() if "will not be played" in m.subject]
    assert late == [ADDRESS[BOB]]  # the open game that he had asked for himself


def test_slots_are_filled_by_games_that_were_confirmed(make: Make) -> None:
    world = make("[limits]\ngames = 2\n")
    world.start()
    for number in range(10):
        world.say(ANN, f"new lava with x{number}@y.example")
    made = world.answer(ANN, "new arena called mine with bob@b.example")
    assert "mine: you are invited to Magic Arena" in [mail.subject for mail in made]
    assert len([m for m in world.box.mail if m.recipient.endswith("y.example")]) == 0


def test_a_week_of_forged_proposals(world: World) -> None:
    """25 letters it were, and twenty games."""
    world.start()
    shown = len(world.box.mail)
    for _ in range(7):
        for number in range(5):
            world.say(ANN, f"new lava with x{number}@y.example")
        world.now += DAY - 1
    hers = [m for m in world.box.mail[shown:] if m.recipient == ADDRESS[ANN]]
    asked = [mail for mail in hers if "please confirm" in mail.subject]
    assert len(asked) == 3
    assert {m.recipient for m in world.box.mail[shown:]} <= {
        ADDRESS[ANN], ADDRESS[BOB],
    }  # fmt: skip
    assert world.count(schema.game) == 1 + 3


def test_whoever_means_it_still_begins_a_game(world: World) -> None:
    world.say(CID, "new arena with bob@b.example")
    world.answer(CID, "accept")
    world.answer(BOB, "accept")
    assert world.count(schema.game, schema.game.c.state == "running") == 1
