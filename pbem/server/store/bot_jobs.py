"""What bots are to think about, and the games that they have seats in."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server import naming
from pbem.server.states import GOING_ON, GameState, SeatState
from pbem.server.store import claims, game_store, games, schema
from pbem.server.store.queries import count, fact, fetch, insert, set_fact
from pbem.server.store.rows import BotJobRow, PlayerRow

NEVER = 9e15  #: when one is tried again that has failed too often
MAX_DUE = 500  #: that are checked together
_NAME = "Bot"  #: what seats of bots are called
_MARK = "bot player"
_job, _game, _seat = schema.thought, schema.game, schema.seat
_OF_GAME = sa.select(_job).where(_job.c.game_id == sa.bindparam("game"))

_of_its_game = sa.join(_job, _game, _game.c.id == _job.c.game_id)


def of_game(conn: Connection, game_id: int) -> list[BotJobRow]:
    """Return what is to be thought about in a game."""
    return fetch(conn, BotJobRow, _OF_GAME, {"game": game_id})


def due(conn: Connection, now: float) -> list[tuple[BotJobRow, int]]:
    """Return what is due, the oldest first, and who began each of the games."""
    known = claims.playable(claims.versions())
    query = sa.select(_job, _game.c.starter_id).select_from(_of_its_game)
    query = query.where(_job.c.at <= now, known)
    rows = conn.execute(query.order_by(_job.c.at, _job.c.id).limit(MAX_DUE))
    return [(BotJobRow._make(row[:-1]), row[-1] or 0) for row in rows]


def next_at(conn: Connection) -> float | None:
    """Return when the next one is due."""
    first = sa.select(sa.func.min(_job.c.at)).select_from(_of_its_game)
    known = claims.playable(claims.versions())
    return conn.execute(first.where(_job.c.at < NEVER, known)).scalar()


def claim(conn: Connection, row: BotJobRow, until: float) -> bool:
    """Have one for oneself until a time, or give it back; False: another server has
    it."""
    mine = (_job.c.id == row.id) & (_job.c.at == row.at)
    query = sa.update(_job).where(mine).values(at=until)
    return bool(conn.execute(query).rowcount)


def get(conn: Connection, number: int) -> BotJobRow | None:
    """Return one; None when it is not needed any more."""
    rows = fetch(conn, BotJobRow, sa.select(_job).where(_job.c.id == number))
    return rows[0] if rows else None


def games_with_bots(
    conn: Connection, starter: int | None = None, domain: str = ""
) -> int:
    """Return how many games that go on have bots, or those that a player began, or
    anybody of a domain.

    One that sleeps, as nobody writes any more, keeps no bot busy; one that no person
    plays any more ends soon.
    """
    bots = sa.select(_seat.c.game_id).where(_seat.c.state == SeatState.BOT)
    asleep = _game.c.deadline.is_(None) & _game.c.paused.is_(None)
    asleep &= _game.c.state == GameState.RUNNING
    where: list[sa.ColumnElement[bool]] = [_game.c.state.in_(GOING_ON), ~asleep]
    # What was only asked for, perhaps by somebody else, counts for nobody.
    asked = (_seat.c.number == 0) & (_seat.c.state == SeatState.ASKED)
    unsure = sa.select(_seat.c.game_id).where(asked)
    where += [_game.c.id.in_(bots), _game.c.id.not_in(unsure)]
    where.append(_game.c.id.not_in(games.without_people()))
    if starter is not None:
        where.append(_game.c.starter_id == starter)
    if domain:
        address = schema.address.c.address
        there = [address.endswith(f"{sign}{domain}", autoescape=True) for sign in "@."]
        owners = sa.select(schema.address.c.player_id).where(sa.or_(*there))
        where.append(_game.c.starter_id.in_(owners))
    return count(conn, *where)


def bot_player(conn: Connection, now: float) -> int:
    """Return the player whom all seats of bots belong to; it has no address."""
    known = fact(conn, _MARK)
    if known is not None:
        return int(known)
    row = PlayerRow(0, _NAME, "board", now, "", "", None, False, 0, 0, 0, "", "")
    number = insert(conn, row)
    set_fact(conn, _MARK, str(number))
    return number


def add_seat(conn: Connection, game_id: int, level: str, now: float) -> str:
    """Give a bot the next seat of a game; return its name, which says what it is."""
    rows = game_store.seats(conn, game_id)
    name = naming.unique_name(_NAME, [row.name for row in rows])
    owner = bot_player(conn, now)
    seat = game_store.new_seat(game_id, len(rows), name, owner, SeatState.BOT)
    insert(conn, seat._replace(bot=level))
    return name
