"""What bots are to think about: whose it is, what is next, and what counts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy.engine import Connection

from pbem.server.database import schema
from pbem.server.database.queries import delete, insert
from pbem.server.database.seat_rows import ThoughtRow
from pbem.server.states import GameState, SeatState
from pbem.server.storage import game_store, players, thoughts
from tests.support.server.world import World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
NOW = 1_700_000_000.0


@pytest.fixture
def link(world: World) -> Iterator[Connection]:
    """A store with arena-1 of Ann and Bob, running."""
    world.start()
    with world.store.writing() as link:
        yield link


def _want(link: Connection, seat: int, at: float) -> ThoughtRow:
    number = insert(link, ThoughtRow(0, 1, seat, 0, at, 0, NOW))
    found = thoughts.get(link, number)
    assert found is not None
    return found


def test_one_server_thinks_about_one_thing(link: Connection) -> None:
    """Two that became due in the same moment are claimed one by one."""
    first, second = _want(link, 0, NOW), _want(link, 1, NOW)
    assert thoughts.claim(link, first, NOW + 60)
    assert thoughts.get(link, second.id) == second
    assert not thoughts.claim(link, first, NOW + 90)
    claimed = thoughts.get(link, first.id)
    assert claimed == first._replace(at=NOW + 60)
    # What is given back can be had again.
    assert claimed is not None
    assert thoughts.claim(link, claimed, NOW)
    assert thoughts.claim(link, first, NOW + 60)


def test_the_next_is_the_first_that_is_tried_at_all(link: Connection) -> None:
    assert thoughts.next_at(link) is None
    assert thoughts.due(link, NOW) == []
    late, soon = _want(link, 0, NOW + 60), _want(link, 1, NOW + 30)
    _want(link, 2, thoughts.NEVER)
    assert thoughts.next_at(link) == NOW + 30
    assert thoughts.due(link, NOW + 29) == []
    ann = game_store.get(link, 1).starter_id
    assert thoughts.due(link, NOW + 30) == [(soon, ann)]
    assert [row for row, _ in thoughts.due(link, NOW + 60)] == [soon, late]
    delete(link, soon)
    assert thoughts.get(link, soon.id) is None
    assert len(thoughts.of_game(link, 1)) == 2
    assert thoughts.of_game(link, 2) == []


def test_games_with_bots_count_while_they_go_on(link: Connection) -> None:
    """What was only asked for, perhaps in another's name, counts for nobody."""
    ann = game_store.get(link, 1).starter_id
    assert ann is not None
    assert thoughts.games_with_bots(link) == 0
    name = thoughts.add_seat(link, 1, "easy", NOW)
    assert name == "Bot"
    assert thoughts.add_seat(link, 1, "fair", NOW) != name
    assert thoughts.bot_player(link, NOW) == thoughts.bot_player(link, NOW + 1)
    assert players.addresses(link, thoughts.bot_player(link, NOW)) == []
    levels = [row.bot for row in game_store.seats(link, 1) if row.bot]
    assert levels == ["easy", "fair"]
    assert thoughts.games_with_bots(link) == 1
    assert thoughts.games_with_bots(link, ann) == 1
    assert thoughts.games_with_bots(link, ann + 1) == 0
    table = schema.seat
    first = (table.c.game_id == 1) & (table.c.number == 0)
    for state, counts in ((SeatState.ASKED, 0), (SeatState.IN, 1)):
        link.execute(table.update().where(first).values(state=state))
        assert thoughts.games_with_bots(link) == counts
    sleeps = {"deadline": None, "paused": None}
    for asleep, counts in ((sleeps, 0), ({"paused": NOW}, 1), ({"deadline": NOW}, 1)):
        link.execute(schema.game.update().values(sleeps | asleep))
        assert thoughts.games_with_bots(link) == counts
    for over in (GameState.OVER, GameState.DROPPED):
        link.execute(schema.game.update().values(state=over))
        assert thoughts.games_with_bots(link) == 0
