"""A game of each kind by mail, from `new` to its end."""

from __future__ import annotations

import random

import pytest

from pbem.plugins import games
from pbem.record import replay
from pbem.record.turn_file import read
from pbem.server.store import game_store
from tests.support.server.bot import wanted
from tests.support.server.world import World

LETTERS = 400
FREE = 40
SHORT = {"diplomacy": "years=1901"}  #: options of games that may go on for ever


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(games.built_in()))
def test_from_new_to_its_end(world: World, kind: str) -> None:
    least = games.find(kind).facts["seats"][0]
    others = [f"P{number} <p{number}@p.example>" for number in range(1, max(least, 2))]
    world.start(*others, game=kind, options=SHORT.get(kind, ""))
    chance = random.Random(kind)
    count = 0
    name = f"{kind}-1"
    while count < LETTERS and (todo := wanted(
        world.store, name, chance, count >= FREE
    )):  # fmt: skip
        for address, text in todo:
            count += 1
            world.now += 300  # few enough an hour that each is answered
            world.answer(f"<{address}>", text)
    with world.store.reading() as conn:
        game = game_store.find(conn, name)
        assert game is not None
        text = game_store.turn_file(conn, game)
        live = world.office.game_cache.open(conn, game)
    assert game.state == "over", f"{count} letters"
    assert replay.play(read(text)).table.state == live.table.state
    for mail in world.box.mail:
        assert all(len(line) <= 72 for line in mail.text.split("\n")), mail.text
        assert "host@x.example" not in mail.recipient, mail.text
    ends = [mail for mail in world.box.mail if "the game is over" in mail.subject]
    assert len(ends) == len(others) + 1
