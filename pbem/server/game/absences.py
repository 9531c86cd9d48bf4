"""Absences: days on which a player cannot move, announced ahead, within a budget."""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.schedule.time_control import TimeControl, behind
from pbem.schedule.units import DAY
from pbem.server.store import schema
from pbem.server.store.queries import fetch
from pbem.server.store.rows import AbsenceRow

YEAR = 365 * DAY
_absence, _seat = schema.absence, schema.seat
_THEN = (
    sa.select(_absence)
    .join(_seat, _seat.c.player_id == _absence.c.player_id)
    .where(
        _seat.c.game_id == sa.bindparam("game"),
        _absence.c.made <= sa.bindparam("since"),
        _absence.c.until > sa.bindparam("since"),
    )
)


def later(
    conn: Connection,
    game_id: int,
    players: Iterable[int],
    deadline: float,
    since: float,
    pace: TimeControl,
    home: str,
) -> float:
    """Return a deadline moved behind the absences of players of a game that it would
    fall into.

    Only what was told before the window opened counts: an absence moves no
    deadline that stands already.
    """
    whose, given = set(players), {"game": game_id, "since": since}
    found = fetch(conn, AbsenceRow, _THEN, given) if whose else []
    rows = [row for row in found if row.player_id in whose]
    return behind([(row.start, row.until) for row in rows], deadline, pace, home)


def days_left(conn: Connection, player_id: int, now: float, budget: int) -> float:
    """Return how many days of absence a player may still tell within this year."""
    query = sa.select(_absence).where(_absence.c.player_id == player_id)
    rows = fetch(conn, AbsenceRow, query.where(_absence.c.until > now - YEAR))
    used = sum(row.until - max(row.start, now - YEAR) for row in rows)
    return budget - used / DAY


def upcoming(conn: Connection, player_id: int, now: float) -> list[AbsenceRow]:
    """Return a player's absences that are not over."""
    mine = (_absence.c.player_id == player_id) & (_absence.c.until > now)
    query = sa.select(_absence).where(mine).order_by(_absence.c.start)
    return fetch(conn, AbsenceRow, query)


def cancel(conn: Connection, player_id: int, now: float) -> int:
    """End what goes on and take back what is to come; return how many there were.

    Days that are gone stay in the budget.
    """
    rows = upcoming(conn, player_id, now)
    for row in rows:
        this = _absence.c.id == row.id
        if row.start >= now:
            conn.execute(_absence.delete().where(this))
        else:
            conn.execute(_absence.update().where(this).values(until=now))
    return len(rows)
