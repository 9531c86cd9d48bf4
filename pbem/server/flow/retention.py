"""What is not kept for ever: once a day old letters and old tokens go, and games that
no person plays any more get a time to end. What there is in a large store is counted
once an hour.

Of a letter its row stays, with the digest of what it said. Its orders are in the
record, and undo, disputes and seals go by that.
"""

from __future__ import annotations

import sqlalchemy as sa

from pbem.schedule.parser import parse_duration
from pbem.schedule.units import DAY, HOUR
from pbem.server.context import ServerContext, Transaction
from pbem.server.states import TimerKind
from pbem.server.store import (
    bans,
    claims,
    games,
    letters,
    misread,
    reply_tokens,
    schema,
    tallies,
)
from pbem.server.store.queries import insert, once_in
from pbem.server.store.rows import TimerRow

BATCH = 500  #: letters in one transaction


def step(context: ServerContext, now: float) -> int:
    """Clear what is too old, once a day; return how many letters were cleared."""
    with context.writing(now) as tx:
        if once_in(tx.conn, HOUR, "tally", now):
            tallies.keep(tx.conn)
            bans.expire(tx.conn, now)
        if not once_in(tx.conn, DAY, "swept", now):
            return 0
        reply_tokens.expire(tx.conn, now)
        _watch_empty(tx)
    keep = context.config.keep_letters
    if not keep:
        return 0
    with context.writing(now) as tx:
        misread.clear_older(tx.conn, now - parse_duration(keep))
    cleared, after = 0, 0
    while True:
        with context.writing(now) as tx:
            moment = now - parse_duration(keep)
            gone = letters.clear_older(tx.conn, moment, BATCH, after)
        if not gone:
            return cleared
        cleared, after = cleared + len(gone), gone[-1]


def _watch_empty(tx: Transaction) -> None:
    """Have games end after a while that no person plays any more; not those that
    somebody plays again."""
    conn, timer = tx.conn, schema.timer
    empty: set[int] = set(conn.execute(games.without_people()).scalars())
    query = sa.select(timer.c.game_id).where(timer.c.what == TimerKind.EMPTY)
    known: set[int] = set(conn.execute(query).scalars())
    back = known - empty
    conn.execute(
        timer.delete().where(
            timer.c.what == TimerKind.EMPTY, timer.c.game_id.in_(sorted(back))
        )
    )
    until = tx.now + parse_duration(tx.config.empty)
    for number in sorted(empty - known):
        insert(conn, TimerRow(0, number, until, TimerKind.EMPTY, 0))
        claims.wake(conn, number, until)
