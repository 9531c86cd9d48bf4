"""Letters of players that their way led into Junk: once a day they are taken out.

Only a token that is still good moves a letter, and then it is read as any other: whose
it is, and what it may do, is found out there.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Protocol, runtime_checkable

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.mail.message.limits import LetterRefused
from pbem.mail.message.trace_headers import delivered_to
from pbem.mail.transport.base import HeadTest, Rescued, Unreachable
from pbem.schedule.units import DAY, HOUR
from pbem.server.context import ServerContext
from pbem.server.flow.identity import tokens_in
from pbem.server.flow.reading import RawReader
from pbem.server.store import schema
from pbem.server.store.queries import last_done, note_done
from pbem.server.store.reply_tokens import TOKEN_PATTERN, find_grant, lasts
from pbem.server.store.stuck import JUNK_OF

COUNTED_DAYS = 30  #: how far back the doctor looks
_WHAT = "junk"  #: in the audit log, with the number that was taken out
_log = logging.getLogger("pbem.server")


@runtime_checkable
class Mailbox(Protocol):
    """A source with a folder for junk."""

    name: str

    def rescue(self, test: HeadTest, *, take: bool = True) -> Rescued | None:
        """Move letters whose head passes `test` out of the folder; None: no folder."""
        ...


def look(
    context: ServerContext, reader: RawReader, source: object, now: float
) -> float | None:
    """Look once a day for letters in Junk; return when to do so next, None: never.

    Raises Unreachable.
    """
    if not isinstance(source, Mailbox):
        return None
    # Each mailbox of several servers has its own day.
    name = f"{_WHAT}-{hashlib.sha256(source.name.encode()).hexdigest()[:16]}"
    with context.database.reading() as conn:
        last = last_done(conn, name)
    if last is not None and 0 <= now - last < DAY:
        return last + DAY
    writers: list[int] = []
    try:
        found = source.rescue(token_test(context, reader, now, writers.append))
    except Unreachable:
        # Letters that can be read must not wait for it: it is tried again in an hour.
        with context.writing(now) as tx:
            note_done(tx.conn, name, now - DAY + HOUR)
        raise
    with context.writing(now) as tx:
        note_done(tx.conn, name, now)
        if found is not None and found.matched:
            tx.audit(_WHAT, str(found.matched))
            for player_id in sorted(set(writers)):
                tx.audit(JUNK_OF, player_id=player_id)
            _log.warning("taken out of Junk", extra={"count": found.matched})
    return now + DAY


def token_test(
    context: ServerContext,
    reader: RawReader,
    now: float,
    note: Callable[[int], object] = lambda player_id: None,
) -> HeadTest:
    """Return what says of a head whether it has a token that is still good; `note` is
    called with the player whose it is."""

    def judged(head: bytes) -> bool:
        text = head.decode("ascii", "replace").lower()
        if not TOKEN_PATTERN.search(text):
            return False
        try:
            letter = reader.read(head).letter
        except LetterRefused:
            return False
        tokens = tokens_in(context.config, letter, delivered_to(head))
        with context.database.reading() as conn:
            grants = filter(None, (find_grant(conn, token) for token in tokens))
            good = [one.player_id for one in grants if lasts(conn, one, now)]
        for player_id in good[:1]:
            note(player_id)
        return bool(good)

    return judged


def rescued_lately(conn: Connection, now: float) -> int:
    """Return how many letters were moved out of Junk in the last COUNTED_DAYS."""
    since = now - timedelta(days=COUNTED_DAYS).total_seconds()
    table = schema.audit.c
    query = sa.select(table.detail).where(table.what == _WHAT, table.at > since)
    return sum(int(one) for one in conn.execute(query).scalars())
