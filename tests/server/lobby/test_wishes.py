"""What players would like to play, where that is drawn."""

from __future__ import annotations

import json

import sqlalchemy as sa

from pbem.server.store import schema
from tests.support.server.world import ANN, BOB, CID, World

CALL = "new diplomacy with bob@b.example cid@c.example"


def test_wishes_of_players_decide_where_powers_are_drawn(world: World) -> None:
    """The table for three has England with Germany, and Italy with Russia."""
    world.say(ANN, f"{CALL} powers=drawn")
    refused = world.answer(ANN, "yes prefer Narnia")[0].text
    assert '"Narnia" is no power of this map' in " ".join(refused.split())
    world.answer(ANN, "yes prefer Russia")
    told = world.last("bob@b.example").text
    assert "Russia" not in told
    world.answer(BOB, "yes word owl prefer Turkey, then Austria")
    begun = world.answer(CID, "accept")[0].text
    for row in ("Turkey   Bob", "Russia   Ann", "Austria  Cid"):
        assert row in begun
    with world.store.reading() as conn:
        found = conn.execute(sa.select(schema.game.c.options)).scalar_one()
    assert json.loads(found) == {"powers": "drawn", "prefer": "Russia/Turkey+Austria/-"}


def test_nobody_wishes_for_what_is_not_drawn(world: World) -> None:
    world.say(ANN, CALL)
    refused = world.answer(ANN, "yes prefer France")[0].text
    assert "nothing that a player could prefer" in " ".join(refused.split())
