"""Addresses and domains that play here no more. Each is kept as a digest, too: a
person who is forgotten stays out."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.mail.message.addresses import normalize_address
from pbem.server.store import schema
from pbem.server.store.queries import delete, fetch, fetch_first, insert
from pbem.server.store.rows import BanRow

_ban, _address = schema.ban, schema.address


def named(what: str) -> str:
    """Return the stored form of an address or a domain: `a@b.org` or `@b.org`.

    >>> named("Eve@B.org"), named("b.org"), named("@B.org.")
    ('eve@b.org', '@b.org', '@b.org')
    """
    local, _, domain = normalize_address(what.strip()).rpartition("@")
    return f"{local}@{domain.strip('.').lower()}"


def covering(address: str) -> list[str]:
    """Return what an address is banned by: itself, its domain, those above that.

    >>> covering("eve@mail.b.org")
    ['eve@mail.b.org', '@mail.b.org', '@b.org', '@org']
    """
    parts = address.rpartition("@")[2].split(".")
    return [address, *("@" + ".".join(parts[at:]) for at in range(len(parts)))]


def of(conn: Connection, address: str) -> BanRow | None:
    """Return the ban that an address falls under; None: it may play."""
    if "@" not in address:
        return None
    digests = [_digest(one) for one in covering(normalize_address(address))]
    query = sa.select(_ban).where(_ban.c.digest.in_(digests)).order_by(_ban.c.id)
    return fetch_first(conn, BanRow, query)


def add(conn: Connection, what: str, until: float | None, now: float) -> None:
    """Ban an address or a domain; replaces an earlier ban."""
    lift(conn, what)
    insert(conn, BanRow(0, _digest(what), what, until, now))


def lift(conn: Connection, what: str) -> bool:
    """Let an address or a domain play again, also by the number in the list; return
    whether it was banned."""
    mine = _ban.c.digest == _digest(what)
    if what.lstrip("@").isdecimal() and len(what) < 12:
        mine |= _ban.c.id == int(what.lstrip("@"))
    rows = fetch(conn, BanRow, sa.select(_ban).where(mine))
    for row in rows:
        delete(conn, row)
    return bool(rows)


def everyone(conn: Connection) -> list[BanRow]:
    """Return all bans, the oldest first."""
    return fetch(conn, BanRow, sa.select(_ban).order_by(_ban.c.id))


def expire(conn: Connection, now: float) -> None:
    """End the bans whose time is over."""
    conn.execute(_ban.delete().where(_ban.c.until <= now))


def players_under(conn: Connection, what: str) -> list[int]:
    """Return the players who have an address that a ban covers."""
    if not what.startswith("@"):
        mine = _address.c.address == what
    else:
        ends = (f"@{what[1:]}", f".{what[1:]}")
        mine = sa.or_(*(_address.c.address.endswith(x, autoescape=True) for x in ends))
    query = sa.select(_address.c.player_id).where(mine).distinct()
    return sorted(conn.execute(query).scalars())


def _digest(what: str) -> str:
    return hashlib.sha256(b"pbem ban 1\n" + what.encode()).hexdigest()
