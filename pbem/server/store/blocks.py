"""The list of addresses that want fewer letters, by their digests."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.mail.message.addresses import normalize_address
from pbem.server.states import OptOut
from pbem.server.store import bans, schema
from pbem.server.store.queries import insert_new
from pbem.server.store.rows import BlockRow

_block = schema.block
_WHAT = sa.select(_block.c.what).where(_block.c.digest == sa.bindparam("whose"))


def of(conn: Connection, address: str) -> OptOut | None:
    """Return what an address is not to be sent; None: it takes everything. Who is
    banned gets answers alone."""
    if bans.of(conn, address) is not None:
        return OptOut.ALL
    found: OptOut | None = conn.execute(_WHAT, {"whose": _digest(address)}).scalar()
    return found


def add(conn: Connection, address: str, what: OptOut) -> None:
    """Note what an address wants no more, whatever was noted before."""
    lift(conn, address)
    insert_new(conn, _block, BlockRow(_digest(address), what)._asdict())


def lift(conn: Connection, address: str) -> None:
    """Let an address be written to again."""
    conn.execute(_block.delete().where(_block.c.digest == _digest(address)))


def _digest(address: str) -> str:
    whole = b"pbem block 1\n" + normalize_address(address).encode()
    return hashlib.sha256(whole).hexdigest()
