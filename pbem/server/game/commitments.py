"""Proof that nobody touched an order: each receipt seals it, the last report opens
all seals (`pbem verify --opened` checks them)."""

from __future__ import annotations

import hashlib
import json
import secrets
import time

from sqlalchemy.engine import Connection

from pbem.server.database.rows import SeatRow
from pbem.server.storage import game_store

PLAN = "plan"  #: where a salt would stand; those are sixteen hex digits


def new_salt() -> str:
    """Return the secret word of a seal."""
    return secrets.token_hex(8)


def stamp(moment: float | None) -> str:
    """Return a moment as seals have it.

    >>> stamp(1700000000.9), stamp(None)
    ('20231114T221320Z', '-')
    """
    if moment is None:
        return "-"
    return time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(int(moment)))


def commitment(
    game: str, serial: int, seat: str, text: str, came: str, salt: str
) -> str:
    """Return the SHA-256 of an order, of when it came, and of its salt, in hex.

    >>> commitment("friday", 3, "Ann", "D4 1NE", "20231114T221320Z", "00ff")[:16]
    'ea0d58a95f2c5d57'
    """
    lines = (game, str(serial), seat, " / ".join(text.split("\n")), came, salt)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def seals(
    link: Connection, game_id: int, game: str, seat: SeatRow, now: int
) -> list[str]:
    """Return the seals of a seat's orders behind their turns; drafts are for `now`."""
    rows = game_store.sealed_entries(link, game_id)
    own = [
        (row.serial, row.text, row.received, row.salt)
        for row in rows
        if row.seat == seat.name
    ]
    if seat.drawer:
        draft = json.loads(seat.drawer)
        own.append((now, draft["text"], draft["received"], draft["salt"]))
    return [
        f"#{serial} {commitment(game, serial, seat.name, text, stamp(came), salt)}"
        for serial, text, came, salt in own
    ]


def openings(link: Connection, game_id: int) -> list[str]:
    """Return every order of a game with its salt, as lines that can be checked: the
    turn, the salt, when it came, the deadline at that time, whose it is, the order.

    Undone orders are among them: they were promised too. What a plan played came in no
    letter and has no seal; `PLAN` stands in the place of its salt.
    """
    rows = [
        (row.number, row.salt, stamp(row.received), stamp(row.due), row)
        for row in game_store.sealed_entries(link, game_id)
    ]
    planned = game_store.planned_entries(link, game_id)
    rows += [(row.number, PLAN, "-", "-", row) for row in planned]
    return [
        f"#{row.serial} {salt} {came} {due} {row.seat}: "
        + " / ".join(row.text.split("\n"))
        for _, salt, came, due, row in sorted(rows, key=lambda one: one[0])
    ]
