"""The standings that are told are those that all games make, counted afresh."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.server.lobby import ladder, ratings
from pbem.server.states import GameState, SeatState
from pbem.server.store import game_store, games, ladders, players, schema
from pbem.server.store.ladders import PlayerStanding
from pbem.server.store.queries import insert
from tests.support.server.world import ANN, BOB, World

SEATS = ("Ann", "Bob", "Cid")
ENDS = ("Ann", "Bob", "Ann", "Cid", "Bob", "Cid", "Ann")


def _play(world: World) -> None:
    """Games that are under way, of two kinds."""
    with world.store.writing() as conn:
        for who in ("Ann", "Bob", "Cid"):
            address = f"{who[0].lower()}@{who[0].lower()}.example"
            players.get_or_create(conn, address, who, world.now, proven=True)
        for number in range(len(ENDS)):
            kind = "lava" if number % 3 == 1 else "arena"
            state = {"state": GameState.RUNNING, "pace": 1, "made": world.now}
            game = games.add(conn, "", kind, **state)
            for seat, who in enumerate(("Ann", "Bob", "Cid")):
                given = (game.id, seat, who, seat + 1, SeatState.IN)
                insert(conn, game_store.new_seat(*given))


def _end(world: World, *numbers: int) -> None:
    """End games, in this order."""
    with world.store.writing() as conn:
        for number in numbers:
            alone = [[0, 1, 2]] if number == 4 else []
            winner = SEATS.index(ENDS[number])
            noted = {"winners": [winner], "reason": "last", "scores": {}}
            result = json.dumps(noted | {"teams": alone})
            this = schema.game.update().where(schema.game.c.id == number + 1)
            values = {"state": "over", "ended": world.now, "result": result}
            conn.execute(this.values(values))
            world.now += 1


def _plain(lines: list[PlayerStanding]) -> list[tuple[object, ...]]:
    return [
        (one.name, one.played, one.won, one.shared, one.mu, one.sigma) for one in lines
    ]


def _same(world: World) -> None:
    """What is told is what all games come to, counted afresh."""
    for kind in ("", "arena", "lava", "mars"):
        with world.office.writing(world.now) as tx:
            afresh = ratings.table(tx.conn, kind)
            lines, many = ladder.standings(tx, kind, 40)
            assert (_plain(lines), many) == (_plain(afresh), len(afresh))
            best, many = ladder.standings(tx, kind, 2)
            assert (_plain(best), many) == (_plain(afresh[:2]), len(afresh))
    with world.store.reading() as conn:
        table = ratings.table(conn)
    for one in table:
        mine = world.office.standings.of_player(world.store, one.player_id)
        assert mine is not None
        assert (mine.played, mine.won, mine.mu) == (one.played, one.won, one.mu)


def test_standings_are_what_all_games_come_to(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _play(world)
    _same(world)
    _end(world, 2, 0, 1)
    _same(world)
    _end(world, 4, 3)
    monkeypatch.setattr(ladder, "BATCH", 1)
    assert ladder.step(world.office)
    _same(world)
    assert not ladder.step(world.office)
    _end(world, 6, 5)
    _same(world)


def test_a_game_that_goes_on_after_its_end_is_counted_no_more(world: World) -> None:
    world.start(BOB)
    world.answer(ANN, "resign")
    assert "Ann" in world.say(ANN, "standings")[0].text
    world.host_does("undo to 0 because that was one too")
    assert "Ann" not in world.say(ANN, "standings")[0].text.partition("> ")[0]
    _same(world)


def test_another_server_counts_anew_when_an_end_is_undone(
    world: World, tmp_path: Path
) -> None:
    world.start(BOB)
    world.answer(ANN, "resign")
    other = World(world.store, tmp_path)
    _same(other)
    world.host_does("undo to 0 because that was one too")
    world.answer(BOB, "resign")
    _same(other)


def test_whoever_asks_waits_for_some_games_at_most(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _play(world)
    _end(world, 0, 1, 2)
    monkeypatch.setattr(ladders, "MAX_COUNTED", 1)
    with world.office.writing(world.now) as tx:
        first, _ = ladder.standings(tx, "", 40)
    assert {one.played for one in first} == {1}


def test_a_server_that_has_nothing_else_to_do_counts(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _play(world)
    _end(world, 0)
    world.run()
    monkeypatch.setattr(ladders, "MAX_COUNTED", 0)
    assert "Ann" in world.say(ANN, "standings")[0].text
