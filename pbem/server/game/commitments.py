"""Proof that nobody touched an order: each receipt seals it, the last report opens
all seals (`pbem verify --opened` checks them)."""

from __future__ import annotations

import hashlib
import json
import secrets
import time

from sqlalchemy.engine import Connection

from pbem.server.states import EntrySource
from pbem.server.store import game_store
from pbem.server.store.game_store import StoredEntry
from pbem.server.store.rows import SeatRow

UNDONE = "undone:"  #: before the salt of an order that was taken back
#: What is in the place of a salt where no letter brought an order itself.
SOURCES = {
    EntrySource.PLAN: "plan",
    EntrySource.BOT: "bot",
    EntrySource.STAND_IN: "bot",
    EntrySource.ACT: "gm",
    EntrySource.DRAWN: "lot",
    EntrySource.SKIPPED: "pass",
    EntrySource.RESIGNED: "silence",
    EntrySource.PRESS: "press",
    EntrySource.UNDO: "part",
    EntrySource.CLEARED: "part",
    EntrySource.IMPORT: "import",
}
NO_SEAL = "none"  #: of an order that came by letter, and of which no seal is kept


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
    conn: Connection, game_id: int, game: str, seat: SeatRow, now: int
) -> list[str]:
    """Return the seals of a seat's orders behind their turns; drafts are for `now`."""
    rows = game_store.sealed_entries(conn, game_id)
    own = [
        (row.serial, row.text, row.received, row.salt)
        for row in rows
        if row.seat == seat.name
    ]
    if seat.draft:
        draft = json.loads(seat.draft)
        own.append(
            (draft.get("serial", now), draft["text"], draft["received"], draft["salt"])
        )
    return [
        f"#{serial} {commitment(game, serial, seat.name, text, stamp(came), salt)}"
        for serial, text, came, salt in own
    ]


def openings(conn: Connection, game_id: int) -> list[str]:
    """Return every order of a game with its salt, as lines that can be checked: the
    turn, the salt, when it came, the deadline at that time, whose it is, the order.

    They are in the order of the record. Orders that were taken back are among them,
    as they were promised too: `UNDONE` is before their salts. What came in no
    letter has no seal; a word of `SOURCES` is in the place of its salt.
    """
    rows = game_store.opened_entries(conn, game_id)
    return [opening(row) for row in rows]


def opening(row: StoredEntry) -> str:
    """Return the line that opens the seal of an order, or says where it came from."""
    text = " / ".join(row.text.split("\n"))
    if not row.salt:
        source = SOURCES.get(row.source, NO_SEAL)
        return f"#{row.serial} {source} - - {row.seat}: {text}"
    times = f"{stamp(row.received)} {stamp(row.due)}"
    salt = UNDONE * row.void + row.salt
    return f"#{row.serial} {salt} {times} {row.seat}: {text}"
