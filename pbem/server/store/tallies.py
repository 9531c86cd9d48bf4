"""How many games and letters there are, by state. Of a large store they are counted
once an hour; what waits is always counted as it is."""

from __future__ import annotations

import json

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.states import LetterState, OutboxState
from pbem.server.store import schema
from pbem.server.store.queries import fact, set_fact

EXACT = 20_000  #: rows that are counted anew whenever somebody asks
_MARK = "counted"
_TABLES = (("games", schema.game), ("letters", schema.letter), ("mails", schema.outbox))
_LIVE: dict[str, tuple[str, ...]] = {
    "letters": (LetterState.NEW, LetterState.WAITING),
    "mails": (OutboxState.WAITING,),
}


def counts(conn: Connection) -> dict[str, float]:
    """Return how many there are, as `games_running`; None of a state: nothing."""
    stored = _stored(conn)
    found: dict[str, float] = {}
    for name, table in _TABLES:
        states = stored.get(name)
        if states is None:
            found |= _count(conn, name, table)
            continue
        live = _LIVE.get(name, ())
        found |= {k: v for k, v in states.items() if k not in _keys(name, live)}
        found |= _count(conn, name, table, live) if live else {}
    return found


def keep(conn: Connection) -> None:
    """Count the large tables, and note it."""
    many = {
        name: _count(conn, name, table)
        for name, table in _TABLES
        if (conn.execute(sa.select(sa.func.max(table.c.id))).scalar() or 0) > EXACT
    }
    if many or _stored(conn):
        set_fact(conn, _MARK, json.dumps(many))


def _stored(conn: Connection) -> dict[str, dict[str, float]]:
    found = fact(conn, _MARK)
    tallies: dict[str, dict[str, float]] = json.loads(found) if found else {}
    return tallies


def _keys(name: str, states: tuple[str, ...]) -> list[str]:
    return [f"{name}_{state}" for state in states]


def _count(
    conn: Connection, name: str, table: sa.Table, states: tuple[str, ...] = ()
) -> dict[str, float]:
    query = sa.select(table.c.state, sa.func.count()).group_by(table.c.state)
    if states:
        query = query.where(table.c.state.in_(states))
    found = {f"{name}_{state}": number for state, number in conn.execute(query)}
    # How many were asked about tells of orders that are sealed.
    return {key: number for key, number in found.items() if key != "letters_asked"}
