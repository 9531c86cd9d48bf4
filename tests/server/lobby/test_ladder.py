"""The standings that are kept are those that all games make, counted afresh."""

from __future__ import annotations

import json

import pytest

from pbem.server.database import schema
from pbem.server.database.queries import insert
from pbem.server.lobby import ladder, ratings
from pbem.server.lobby.ratings import PlayerStanding
from pbem.server.states import GameState, SeatState
from pbem.server.storage import game_store, games, ladders, players
from tests.support.server.world import ANN, BOB, World

ENDS = ("Ann", "Bob", "Ann", "Cid", "Bob", "Cid", "Ann")


def _play(world: World) -> None:
    """Games that are under way, of two kinds."""
    with world.store.writing() as link:
        for who in ("Ann", "Bob", "Cid"):
            address = f"{who[0].lower()}@{who[0].lower()}.example"
            players.get_or_create(link, address, who, world.now, proven=True)
        for number in range(len(ENDS)):
            kind = "lava" if number % 3 == 1 else "arena"
            state = {"state": GameState.RUNNING, "pace": 1, "made": world.now}
            game = games.add(link, "", kind, **state)
            for seat, who in enumerate(("Ann", "Bob", "Cid")):
                given = (game.id, seat, who, seat + 1, SeatState.IN)
                insert(link, game_store.new_seat(*given))


def _end(world: World, *numbers: int) -> None:
    """End games, in this order."""
    with world.store.writing() as link:
        for number in numbers:
            alone = [["Ann", "Bob", "Cid"]] if number == 4 else []
            noted = {"winners": [ENDS[number]], "reason": "last", "scores": {}}
            result = json.dumps(noted | {"teams": alone})
            this = schema.game.update().where(schema.game.c.id == number + 1)
            values = {"state": "over", "ended": world.now, "result": result}
            link.execute(this.values(values))
            world.now += 1


def _count(world: World) -> None:
    while ladder.step(world.office, world.now):
        pass


def _plain(lines: list[PlayerStanding]) -> list[tuple[object, ...]]:
    return [
        (one.name, one.played, one.won, one.shared, one.mu, one.sigma) for one in lines
    ]


def _same(world: World) -> None:
    with world.store.reading() as link:
        for kind in ("", "arena", "lava", "mars"):
            afresh = ratings.table(link, kind)
            lines, many = ladder.standings(link, kind, 40)
            assert (_plain(lines), many) == (_plain(afresh), len(afresh))
            best, many = ladder.standings(link, kind, 2)
            assert (_plain(best), many) == (_plain(afresh[:2]), len(afresh))
        for one in ratings.table(link):
            mine = ladder.standing(link, one.player_id)
            assert mine is not None
            assert (mine.played, mine.won, mine.mu) == (one.played, one.won, one.mu)


def test_what_is_kept_is_what_all_games_come_to(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _play(world)
    _same(world)
    _end(world, 2, 0, 1)
    _same(world)  # nothing is kept yet
    monkeypatch.setattr(ladder, "BATCH", 2)
    steps = 0
    while ladder.step(world.office, world.now):
        steps += 1
        _same(world)
    assert steps == 2
    _end(world, 4, 3)
    _same(world)  # a part is
    _count(world)
    _end(world, 6, 5)
    _count(world)
    _same(world)
    assert world.count(schema.rating) == 9
    assert world.count(schema.box_rating) == 2


def test_a_game_that_goes_on_after_its_end_is_counted_no_more(world: World) -> None:
    world.start(BOB)
    world.answer(ANN, "resign")
    _count(world)
    assert world.count(schema.rating) > 0
    world.host_does("undo to 0 because that was one too")
    assert world.count(schema.rating) == 0
    with world.store.reading() as link:
        assert ladders.mark(link) == (-1.0, 0, {})
    _same(world)


def test_whoever_asks_counts_a_few_games_at_most(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    _play(world)
    _end(world, 0, 1, 2)
    monkeypatch.setattr(ladder, "PENDING", 1)
    with world.store.reading() as link:
        first, _ = ladder.standings(link, "", 40)
    assert {one.played for one in first} == {1}


def test_a_server_that_has_nothing_else_to_do_counts(world: World) -> None:
    _play(world)
    _end(world, 0)
    world.run()
    assert world.count(schema.rating) == 6
    text = world.say(ANN, "standings")[0].text
    assert "Ann" in text
