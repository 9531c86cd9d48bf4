"""What strangers may know of the games here: never an address, never a position."""

from __future__ import annotations

from pbem.server.store import players
from tests.support.server.world import ANN, BOB, CID, DOT, World

EVE = "Eve <eve@e.example>"


def _text(world: World, address: str) -> str:
    return " ".join(world.last(address).text.split())


def _misses(world: World, player_id: int, *, kept: int, missed: int) -> None:
    with world.store.writing() as conn:
        players.count_asked(conn, player_id, kept)
        for _ in range(missed):
            players.count_missed(conn, player_id)


def test_a_stranger_sees_what_can_be_joined_and_what_goes_on(world: World) -> None:
    world.begin()
    world.say(CID, "open lava for 3")
    world.answer(CID, "accept")
    _misses(world, 1, kept=30, missed=2)
    world.say(EVE, "games open")
    said = _text(world, "eve@e.example")
    assert "waits for Ann (kept 18 of 20), Bob" in said
    assert "1 of 3 seats taken: Cid" in said
    assert "@" not in said.replace("referee@x.example", "")
    assert "C3" not in said
    world.say(EVE, "games open lava")
    assert "arena-1" not in _text(world, "eve@e.example")


def test_a_game_may_be_for_the_reliable(world: World) -> None:
    world.say(ANN, "open lava for 2\nset reliable 90")
    world.answer(ANN, "accept")
    world.say(BOB, "join lava-1")
    _misses(world, 2, kept=8, missed=2)
    world.answer(BOB, "yes")
    world.say(DOT, "join lava-1")
    world.answer(DOT, "yes")
    assert "you have kept 8 of 10" in _text(world, "bob@b.example")
    assert "Your turn" in _text(world, "dot@d.example") or "lava-1 #0" in str(
        world.last("dot@d.example").subject
    )


def test_of_late_counts_the_last_twenty(world: World) -> None:
    world.say(ANN, "new arena with bob@b.example")
    _misses(world, 1, kept=0, missed=3)
    _misses(world, 1, kept=18, missed=0)
    with world.store.reading() as conn:
        row = players.get(conn, 1)
    assert players.deadlines_met(row) == (18, 20)
    assert (row.asked, row.missed) == (21, 3)
