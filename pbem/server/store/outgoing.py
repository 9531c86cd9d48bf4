"""The queue of our letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.states import LetterKind, OutboxState
from pbem.server.store import schema
from pbem.server.store.engines import allow_idle
from pbem.server.store.queries import fetch, fetch_first
from pbem.server.store.rows import OutboxRow

_outbox = schema.outbox
MAX_HANDOVER_SECONDS = 1200  #: more than a mail server may take over one letter
INSERT = _outbox.insert()
#: The letter about a game to an address that waits for others, if there is one.
_JOINABLE = (
    sa.select(_outbox)
    .where(
        _outbox.c.player_id == sa.bindparam("player"),
        _outbox.c.game_id == sa.bindparam("game"),
        _outbox.c.recipient == sa.bindparam("recipient"),
        _outbox.c.made >= sa.bindparam("since"),
        _outbox.c.next_at >= sa.bindparam("now"),
        _outbox.c.state == OutboxState.WAITING,
        _outbox.c.blocks.is_not(None),
    )
    .order_by(_outbox.c.id.desc())
    .limit(1)
    .with_for_update(skip_locked=True)
)
_HURRY = (
    _outbox.update()
    .where(
        _outbox.c.player_id == sa.bindparam("player"),
        _outbox.c.game_id == sa.bindparam("game"),
        _outbox.c.state == OutboxState.WAITING,
        _outbox.c.blocks.is_not(None),
        _outbox.c.made >= sa.bindparam("since"),
        _outbox.c.next_at > sa.bindparam("now"),
    )
    .values(next_at=sa.bindparam("now"))
)
_NEXT = sa.select(sa.func.min(_outbox.c.next_at)).where(
    _outbox.c.state == OutboxState.WAITING
)


_KNOWN = sa.select(_outbox.c.id).where(_outbox.c.message_id == sa.bindparam("name"))


def is_known(conn: Connection, message_id: str) -> bool:
    """Return whether a letter of ours has this Message-ID."""
    return conn.execute(_KNOWN, {"name": message_id}).scalar() is not None


def joinable(
    conn: Connection,
    player_id: int,
    game_id: int,
    recipient: str,
    since: float,
    now: float,
) -> OutboxRow | None:
    """Return the last letter that waits for others about the same game.

    Nobody sends it before this transaction ends.
    """
    who = {"player": player_id, "game": game_id, "recipient": recipient}
    given = {**who, "since": since, "now": now}
    return fetch_first(conn, OutboxRow, _JOINABLE, given)


def hurry(
    conn: Connection, player_id: int, game_id: int, since: float, now: float
) -> None:
    """Let letters about a game wait no longer, since another goes at once."""
    given = {"player": player_id, "game": game_id, "since": since, "now": now}
    conn.execute(_HURRY, given)


def close(conn: Connection, rows: Sequence[OutboxRow]) -> list[OutboxRow]:
    """Let nothing more be added to letters; return them as they are now."""
    ids = [row.id for row in rows]
    these = _outbox.c.id.in_(ids) & (_outbox.c.state == OutboxState.WAITING)
    conn.execute(_outbox.update().where(these).values(blocks=None))
    query = sa.select(_outbox).where(these).order_by(_outbox.c.next_at, _outbox.c.id)
    return fetch(conn, OutboxRow, query)


def due(
    conn: Connection, now: float, most: int, *, urgent: bool = False
) -> list[OutboxRow]:
    """Return letters that are to be sent; `urgent`: only what the host must know."""
    return fetch(conn, OutboxRow, _due(now, urgent=urgent).limit(most))


def hold(conn: Connection, now: float, *, urgent: bool = False) -> OutboxRow | None:
    """Return a letter that is to be sent, and that no other server sends before this
    transaction ends, which may do nothing for MAX_HANDOVER_SECONDS."""
    query = _due(now, urgent=urgent).limit(1).with_for_update(skip_locked=True)
    row = fetch_first(conn, OutboxRow, query)
    if row is not None:
        allow_idle(conn, MAX_HANDOVER_SECONDS)
    return row


def _due(now: float, *, urgent: bool) -> sa.Select[Any]:
    waiting = (_outbox.c.state == OutboxState.WAITING) & (_outbox.c.next_at <= now)
    query = sa.select(_outbox).where(waiting)
    if urgent:
        query = query.where(_outbox.c.kind == LetterKind.ALARM)
    return query.order_by(_outbox.c.next_at, _outbox.c.id)


def sent_since(conn: Connection, moment: float) -> list[float]:
    """Return when letters were sent after a moment, the first in front."""
    query = sa.select(_outbox.c.settled).where(
        _outbox.c.state == OutboxState.SENT, _outbox.c.settled > moment
    )
    return list(conn.execute(query.order_by(_outbox.c.settled)).scalars())


def next_due(conn: Connection) -> float | None:
    """Return when the next letter is to be sent."""
    found: float | None = conn.execute(_NEXT).scalar()
    return found


def of_message_ids(conn: Connection, message_ids: Sequence[str]) -> list[OutboxRow]:
    """Return the letters that bear these Message-IDs."""
    query = (
        sa.select(_outbox)
        .where(_outbox.c.message_id.in_(message_ids))
        .order_by(_outbox.c.id)
    )
    return fetch(conn, OutboxRow, query)


def last_digest(conn: Connection, player_id: int) -> float:
    """Return when a player was last written a digest; 0: never."""
    newest = sa.select(sa.func.max(_outbox.c.made))
    mine = (_outbox.c.player_id == player_id) & (_outbox.c.kind == LetterKind.DIGEST)
    return conn.execute(newest.where(mine)).scalar() or 0.0


def held_for(conn: Connection, player_id: int) -> list[OutboxRow]:
    """Return the letters that wait for a player's digest."""
    query = sa.select(_outbox).where(_held(player_id)).order_by(_outbox.c.id)
    return fetch(conn, OutboxRow, query)


def mark_digested(conn: Connection, player_id: int, now: float) -> None:
    """Note that held letters were sent in a digest, and delete their bytes."""
    gone = {"raw": None, "blocks": None, "subject": "", "settled": now, "why": ""}
    this = _outbox.update().where(_held(player_id))
    conn.execute(this.values(state=OutboxState.DIGESTED, **gone))


def release(conn: Connection, player_id: int, now: float) -> None:
    """Send the letters of a player that were held back."""
    change = _outbox.update().where(_held(player_id))
    conn.execute(change.values(state=OutboxState.WAITING, blocks=None, next_at=now))


def _held(player_id: int) -> sa.ColumnElement[bool]:
    return (_outbox.c.player_id == player_id) & (_outbox.c.state == OutboxState.HELD)
