"""The list of addresses that want fewer letters, by their digests."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.mail.message.addresses import normalize_address
from pbem.server.database import schema
from pbem.server.database.queries import insert_new
from pbem.server.database.rows import BlockRow
from pbem.server.states import OptOut

_block = schema.block
_WHAT = sa.select(_block.c.what).where(_block.c.digest == sa.bindparam("whose"))


def of(link: Connection, address: str) -> OptOut | None:
    """Return what an address wants no more; None: it takes everything."""
    found: OptOut | None = link.execute(_WHAT, {"whose": _digest(address)}).scalar()
    return found


def add(link: Connection, address: str, what: OptOut) -> None:
    """Note what an address wants no more, whatever was noted before."""
    lift(link, address)
    insert_new(link, _block, BlockRow(_digest(address), what)._asdict())


def lift(link: Connection, address: str) -> None:
    """Let an address be written to again."""
    link.execute(_block.delete().where(_block.c.digest == _digest(address)))


def _digest(address: str) -> str:
    whole = b"pbem block 1\n" + normalize_address(address).encode()
    return hashlib.sha256(whole).hexdigest()
