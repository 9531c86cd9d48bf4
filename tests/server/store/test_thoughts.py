"""What bots are to think about: whose it is, what is next, and what counts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy.engine import Connection

from pbem.server.states import GameState, SeatState
from pbem.server.store import bot_jobs as thoughts
from pbem.server.store import game_store, players, schema
from pbem.server.store.queries import delete, insert
from pbem.server.store.rows import BotJobRow
from tests.support.server.world import World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
NOW = 1_700_000_000.0


@pytest.fixture
def conn(world: World) -> Iterator[Connection]:
    """A store with arena-1 of Ann and Bob, running."""
    world.start()
    with world.store.writing() as conn:
        yield conn


def _want(conn: Connection, seat: int, at: float) -> BotJobRow:
    number = insert(conn, BotJobRow(0, 1, seat, 0, at, 0, NOW))
    found = thoughts.get(conn, number)
    assert found is not None
    return found


def test_one_server_thinks_about_one_thing(conn: Connection) -> None:
    """Two that became due in the same moment are claimed one by one."""
    first, second = _want(conn, 0, NOW), _want(conn, 1, NOW)
    assert thoughts.claim(conn, first, NOW + 60)
    assert thoughts.get(conn, second.id) == second
    assert not thoughts.claim(conn, first, NOW + 90)
    claimed = thoughts.get(conn, first.id)
    assert claimed == first._replace(at=NOW + 60)
    # What is given back can be had again.
    assert claimed is not None
    assert thoughts.claim(conn, claimed, NOW)
    assert thoughts.claim(conn, first, NOW + 60)


def test_the_next_is_the_first_that_is_tried_at_all(conn: Connection) -> None:
    assert thoughts.next_at(conn) is None
    assert thoughts.due(conn, NOW) == []
    late, soon = _want(conn, 0, NOW + 60), _want(conn, 1, NOW + 30)
    _want(conn, 2, thoughts.NEVER)
    assert thoughts.next_at(conn) == NOW + 30
    assert thoughts.due(conn, NOW + 29) == []
    ann = game_store.get(conn, 1).starter_id
    assert thoughts.due(conn, NOW + 30) == [(soon, ann)]
    assert [row for row, _ in thoughts.due(conn, NOW + 60)] == [soon, late]
    delete(conn, soon)
    assert thoughts.get(conn, soon.id) is None
    assert len(thoughts.of_game(conn, 1)) == 2
    assert thoughts.of_game(conn, 2) == []


def test_games_with_bots_count_while_they_go_on(conn: Connection) -> None:
    """What was only asked for, perhaps in another's name, counts for nobody."""
    ann = game_store.get(conn, 1).starter_id
    assert ann is not None
    assert thoughts.games_with_bots(conn) == 0
    name = thoughts.add_seat(conn, 1, "easy", NOW)
    assert name == "Bot"
    assert thoughts.add_seat(conn, 1, "fair", NOW) != name
    assert thoughts.bot_player(conn, NOW) == thoughts.bot_player(conn, NOW + 1)
    assert players.addresses(conn, thoughts.bot_player(conn, NOW)) == []
    levels = [row.bot for row in game_store.seats(conn, 1) if row.bot]
    assert levels == ["easy", "fair"]
    assert thoughts.games_with_bots(conn) == 1
    assert thoughts.games_with_bots(conn, ann) == 1
    assert thoughts.games_with_bots(conn, ann + 1) == 0
    table = schema.seat
    first = (table.c.game_id == 1) & (table.c.number == 0)
    for state, counts in ((SeatState.ASKED, 0), (SeatState.IN, 1)):
        conn.execute(table.update().where(first).values(state=state))
        assert thoughts.games_with_bots(conn) == counts
    sleeps = {"deadline": None, "paused": None}
    for asleep, counts in ((sleeps, 0), ({"paused": NOW}, 1), ({"deadline": NOW}, 1)):
        conn.execute(schema.game.update().values(sleeps | asleep))
        assert thoughts.games_with_bots(conn) == counts
    for over in (GameState.OVER, GameState.DROPPED):
        conn.execute(schema.game.update().values(state=over))
        assert thoughts.games_with_bots(conn) == 0
