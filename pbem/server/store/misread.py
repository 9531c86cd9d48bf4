"""Letters of which their writers said that they were read wrong: for the host, without
names, addresses and tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.store import schema
from pbem.server.store.queries import count, fetch, insert
from pbem.server.store.rows import MisreadRow

MAX_STORED = 200  #: of these letters; the newest
MAX_CHARS = 2000  #: that are kept of one
_misread = schema.misread
_ADDRESS = re.compile(r"(?<![\w.+=-])[\w.+=-]{1,100}+@[\w.-]{1,190}")
_LINK = re.compile(r"\b(?:https?://|www\.)\S{1,500}", re.IGNORECASE)
_TOKEN = re.compile(r"\b(?=[a-z]*\d)[a-z\d]{20,}\b", re.IGNORECASE)


def stripped(text: str, seats: Iterable[str], people: Iterable[str] = ()) -> str:
    """Return a text without addresses, links, tokens and the names of people. A name of
    a seat becomes its number, as orders may hold it.

    >>> stripped("Ann here (a@b.org): hit bob, D4. Cheers, Annie", ["Ann", "Bob"],
    ...     ["Annie"])
    'Player1 here ([address]): hit Player2, D4. Cheers, [name]'
    """
    text = _LINK.sub("[link]", _ADDRESS.sub("[address]", text))
    text = _TOKEN.sub("[token]", text)
    known = {name.lower(): "[name]" for name in people}
    known |= {name.lower(): f"Player{at}" for at, name in enumerate(seats, 1)}
    known.pop("", None)
    longest = sorted(known, key=len, reverse=True)
    if not longest:
        return text[:MAX_CHARS]
    named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.I)
    return named.sub(lambda found: known[found[0].lower()], text)[:MAX_CHARS]


def keep(conn: Connection, row: MisreadRow) -> bool:
    """Store a letter, and delete the oldest ones; False if it is stored already."""
    if count(conn, _misread.c.letter_id == row.letter_id):
        return False
    insert(conn, row)
    newest = sa.select(_misread.c.id).order_by(_misread.c.id.desc()).limit(MAX_STORED)
    stored = set(conn.execute(newest).scalars())
    conn.execute(_misread.delete().where(_misread.c.id.not_in(stored)))
    return True


def everyone(conn: Connection) -> list[MisreadRow]:
    """Return these letters, the oldest first."""
    return fetch(conn, MisreadRow, sa.select(_misread).order_by(_misread.c.id))


def clear_older(conn: Connection, moment: float) -> None:
    """Delete the letters stored before a moment."""
    conn.execute(_misread.delete().where(_misread.c.made < moment))
