"""Proof that nobody touched an order: each receipt seals it, the last report opens
all seals (`pbem verify --orders` checks them)."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem.report import page
from pbem.server import schema, words
from pbem.server.gamebook import Line

if TYPE_CHECKING:
    from pbem.server.talk import Talk

SHOWN = 400  #: orders that the last report opens; `proof` in an answer brings more


def salted() -> str:
    """The secret word of a seal."""
    return secrets.token_hex(8)


def stamp(moment: float | None) -> str:
    """A moment as seals have it.

    >>> stamp(1700000000.9), stamp(None)
    ('20231114T221320Z', '-')
    """
    if moment is None:
        return "-"
    return f"{datetime.fromtimestamp(int(moment), UTC):%Y%m%dT%H%M%SZ}"


def seal(game: str, serial: int, seat: str, text: str, came: str, salt: str) -> str:
    """The SHA-256 of an order, of when it came, and of its salt, in hex.

    >>> seal("friday", 3, "Ann", "D4 1NE", "20231114T221320Z", "00ff")[:16]
    'ea0d58a95f2c5d57'
    """
    lines = (game, str(serial), seat, " / ".join(text.split("\n")), came, salt)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def promise(talk: Talk, game: str, line: Line) -> str:
    """Seals an order of a letter: the receipt tells the seal, the salt is kept."""
    salt = salted()
    assert line.seat is not None
    came = stamp(talk.row.received)
    talk.seals.append(seal(game, line.serial, line.seat, line.text, came, salt))
    return salt


def opened(link: Connection, game: Row[Any]) -> list[str]:
    """Every order of a game with its salt, as lines that can be checked: the turn,
    the salt, when it came, the deadline at that time, whose it is, the order.

    Undone orders are among them: they were promised too.
    """
    entry = schema.entry
    mine = (entry.c.game_id == game.id) & (entry.c.salt != "")
    rows = link.execute(sa.select(entry).where(mine).order_by(entry.c.number))
    return [
        f"#{row.serial} {row.salt} {stamp(row.received)} {stamp(row.due)} {row.seat}: "
        + " / ".join(row.text.split("\n"))
        for row in rows
    ]


def opening(
    link: Connection, game: Row[Any], *, whole: bool = False
) -> list[page.Block]:
    """What the last report says of the seals."""
    lines = opened(link, game)
    if not lines:
        return []
    most = len(lines) if whole else SHOWN
    shown = [piece for line in lines[:most] for piece in _folded(line)]
    return words.blocks("seals", lines=shown, more=max(0, len(lines) - most))


def _folded(line: str) -> list[str]:
    """A line in pieces that fit; the further ones are indented."""
    from textwrap import wrap

    return wrap(line, 68, subsequent_indent="   ", break_on_hyphens=False)
