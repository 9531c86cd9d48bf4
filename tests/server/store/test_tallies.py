"""Large tables are counted once an hour, and what waits whenever somebody asks."""

from __future__ import annotations

import pytest

from pbem.server.host.metrics import figures
from pbem.server.store import schema, tallies
from pbem.server.store.queries import count
from tests.support.server.world import ANN, BOB, HOUR, World


def _told(world: World) -> dict[str, float]:
    found = figures(world.store, world.now)
    return {k: v for k, v in found.items() if k.split("_")[0] in ("games", "letters")}


def test_counts_are_kept_for_an_hour(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tallies, "EXACT", 1)
    world.start(BOB)
    world.now += HOUR
    world.run()
    before = _told(world)
    assert before == {"games_running": 1, "letters_done": 3}
    world.say(ANN, "new lava with bob@b.example")
    world.post(ANN, "help")
    now = _told(world)
    # One game is no large table.
    assert now == {
        "games_running": 1, "games_invited": 1, "letters_done": 3, "letters_new": 1,
    }  # fmt: skip
    world.now += HOUR
    world.run()
    assert _told(world)["letters_done"] == 4
    world.now += HOUR
    world.run()
    assert _told(world)["letters_done"] == world.count(schema.letter) == 5


def test_a_small_store_is_counted_as_it_is(world: World) -> None:
    world.start(BOB)
    world.now += 2 * HOUR
    world.run()
    with world.store.reading() as conn:
        done = count(conn, schema.letter.c.state == "done")
    assert _told(world) == {"games_running": 1, "letters_done": done}
