"""What was asked before it is done: doubtful orders, by seat and window."""

from __future__ import annotations

import hashlib

from sqlalchemy.engine import Connection

from pbem.server.store import schema
from pbem.server.store.queries import count, insert
from pbem.server.store.rows import AskedRow

_asked = schema.asked


def was_asked(
    conn: Connection, game_id: int, seat: int, serial: int, orders: str, now: float
) -> bool:
    """Return whether a seat was asked about the same orders in a window before; else
    they count as asked from now on. What was asked in other windows is forgotten."""
    digest = hashlib.sha256(orders.encode()).hexdigest()
    own = (_asked.c.game_id == game_id) & (_asked.c.seat == seat)
    here = own & (_asked.c.serial == serial)
    if count(conn, here, _asked.c.digest == digest):
        return True
    conn.execute(_asked.delete().where(own, _asked.c.serial != serial))
    insert(conn, AskedRow(game_id, seat, serial, digest, now))
    return False
