"""Games in the store: whose, in which state, and what is moved when we slept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.states import GameState, SeatState, TimerKind
from pbem.server.store import games, schema
from pbem.server.store.queries import insert
from pbem.server.store.rows import PressRow, TimerRow
from tests.support.server.world import ANN, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
NOW = 1_700_000_000.0


@pytest.fixture
def conn(world: World) -> Iterator[Connection]:
    """A store with arena-1 of Ann and Bob, running, and lava-1, proposed by Ann."""
    world.start()
    world.say(ANN, "new lava with cid@c.example")
    with world.store.writing() as conn:
        yield conn


def change(conn: Connection, game: str, /, **values: Any) -> None:
    """Another state of a game."""
    table = schema.game
    conn.execute(table.update().where(table.c.name == game).values(values))


def called(found: list[Any]) -> list[str]:
    """The names of games."""
    return [game.name for game in found]


def test_whose_games_they_are(conn: Connection) -> None:
    ann, bob = 1, 2
    assert called(games.of_player(conn, ann)) == ["arena-1", "lava-1"]
    assert called(games.of_player(conn, bob)) == ["arena-1"]
    assert called(games.of_player(conn, None)) == []
    running = games.of_player(conn, ann, states=(GameState.RUNNING,))
    assert called(running) == ["arena-1"]
    invited = games.of_player(conn, 3, seats=(SeatState.IN,))
    assert called(invited) == []
    change(conn, "arena-1", state=GameState.OVER)
    assert called(games.of_player(conn, ann)) == ["lava-1"]
    assert called(games.in_state(conn, (GameState.OVER,))) == ["arena-1"]
    both = games.in_state(conn, tuple(GameState))
    assert called(both) == ["arena-1", "lava-1"]


def test_a_free_name_is_the_next_number(conn: Connection) -> None:
    given = conn.execute(sa.select(schema.game).limit(1)).one()._asdict()
    for key in ("id", "name", "kind"):
        del given[key]
    assert games.add(conn, "", "arena", **given).name == "arena-2"
    assert games.add(conn, "mine", "arena", **given).name == "mine"
    assert games.add(conn, "mine", "arena", **given).name == "arena-3"
    change(conn, "arena-2", name="arena-4")
    assert games.add(conn, "", "arena", **given).name == "arena-2"
    for number in range(5, 12):
        assert games.add(conn, "", "arena", **given).name == f"arena-{number}"
    assert games.add(conn, "", "lava", **given).name == "lava-2"


def test_open_games_are_joined_by_others(conn: Connection) -> None:
    assert games.to_join(conn, 2) == []
    change(conn, "lava-1", state=GameState.OPEN)
    change(conn, "arena-1", state=GameState.OPEN)
    assert [(game.name, taken) for game, taken in games.to_join(conn, 2)] == [
        ("lava-1", 2)
    ]
    assert games.to_join(conn, 1) == []
    both = games.to_join(conn, 99)
    assert [(game.name, taken) for game, taken in both] == [
        ("arena-1", 2),
        ("lava-1", 2),
    ]


def test_games_that_were_only_asked_for_count_apart(conn: Connection) -> None:
    started = [games.started_by(conn, 1, confirmed=sure) for sure in (True, False)]
    assert sum(started) == 2
    seat = schema.seat
    lava = sa.select(schema.game.c.id).where(schema.game.c.name == "lava-1")
    first = (seat.c.game_id == lava.scalar_subquery()) & (seat.c.number == 0)
    for state, wanted in ((SeatState.IN, [2, 0]), (SeatState.ASKED, [1, 1])):
        conn.execute(seat.update().where(first).values(state=state))
        found = [games.started_by(conn, 1, confirmed=sure) for sure in (True, False)]
        assert found == wanted
    change(conn, "arena-1", state=GameState.OVER)
    assert games.started_by(conn, 1) == 0
    assert games.started_by(conn, 2) == 0


def test_deadlines_and_timers_move_by_the_time_that_we_slept(conn: Connection) -> None:
    last, seconds = NOW - 100, 60.0
    change(conn, "arena-1", deadline=last - 1, opened=NOW - 500, moves=3, wall="x")
    change(conn, "lava-1", deadline=last - 1.5, opened=NOW - 500, moves=3, wall="x")
    conn.execute(schema.timer.delete())
    for number, at in ((1, last - 1), (1, last - 1.5), (2, last)):
        insert(conn, TimerRow(0, number, at, TimerKind.FORGET, 1))
    assert games.shift_deadlines(conn, last, NOW, seconds) == [1]
    (game,) = (one for one in games.of_player(conn, 1) if one.id == 1)
    assert (game.deadline, game.opened) == (last - 1 + seconds, NOW - 500 + seconds)
    assert (game.moves, game.wall, game.wake_at) == (4, "", NOW)
    (other,) = (one for one in games.of_player(conn, 1) if one.name == "lava-1")
    assert (other.deadline, other.moves, other.wall) == (last - 1.5, 3, "x")
    times = conn.execute(sa.select(schema.timer.c.at).order_by(schema.timer.c.id))
    assert [*times.scalars()] == [last - 1 + seconds, last - 1.5, last]
    change(conn, "arena-1", state=GameState.OVER)
    assert games.shift_deadlines(conn, last, NOW, seconds) == []


def test_who_has_met_whom(conn: Connection) -> None:
    def met(me: int, wanted: str, game: int | None = None, far: bool = False) -> Any:
        return games.players_met(conn, me, wanted, game, all_of_it=far)

    assert met(1, "bob") == met(1, "BOB") == [2]
    assert met(1, "", 1) == [1, 2]
    assert met(3, "bob") == []
    assert met(3, "bob", far=True) == [2]
    assert met(3, "", 1) == []
    seat = schema.seat
    conn.execute(seat.update().where(seat.c.player_id == 2).values(name="Robert"))
    assert met(1, "bob") == met(1, "robert") == [2]
    conn.execute(
        seat.update().where(seat.c.player_id == 2).values(state=SeatState.LISTED)
    )
    assert met(1, "bob") == []
    assert met(2, "ann") == []


def test_who_looks_on_and_who_is_master(conn: Connection) -> None:
    for _ in range(2):
        games.watch(conn, 1, 3)
        games.add_master(conn, 1, 2, NOW)
    assert (games.watchers(conn, 1), games.watchers(conn, 2)) == ([3], [])
    assert (games.masters(conn, 1), games.masters(conn, 2)) == ([2], [])
    assert games.last_act(conn, 1) == 0.0


def test_words_wait_until_they_are_told(conn: Connection) -> None:
    words = [
        PressRow(0, game, 0, 0, 1, "[]", text, False, told, NOW)
        for game, text, told in ((1, "a", False), (1, "b", True), (1, "c", False))
    ]
    for row in words:
        insert(conn, row)
    waiting = games.press_waiting(conn, 1)
    assert [row.text for row in waiting] == ["a", "c"]
    assert [row.text for row in games.press_of(conn, 1)] == ["a", "b", "c"]
    assert games.press_waiting(conn, 2) == games.press_of(conn, 2) == []
    games.mark_press_delivered(conn, [])
    games.mark_press_delivered(conn, waiting[:1])
    assert games.press_waiting(conn, 1) == waiting[1:]
