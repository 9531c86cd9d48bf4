"""Letters that fail three times are quarantined; the host and the writer hear once."""

from __future__ import annotations

import logging
import sys
import traceback

from pbem.server.context import Transaction
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.states import LetterKind, LetterState
from pbem.server.store import letters
from pbem.server.store.queries import save
from pbem.server.store.rows import LetterRow

MAX_TRIES = 3
_log = logging.getLogger("pbem.server")


def count_failure(tx: Transaction, letter_id: int) -> None:
    """Count one more failure of a letter."""
    row = letters.get(tx.conn, letter_id)
    counted = row._replace(tries=row.tries + 1)
    save(tx.conn, row, counted)
    if counted.tries >= MAX_TRIES:
        quarantine(tx, counted)


def quarantine(tx: Transaction, row: LetterRow, why: str = "") -> None:
    """Quarantine a letter; the host and its writer are notified."""
    save(tx.conn, row, row._replace(state=LetterState.DEAD, why=why))
    name = tx.game_name(row.game_id)
    tx.audit("poison", letter_id=row.id, game_id=row.game_id)
    tx.alert_host("poison", letter=row.id, game=name, slow=bool(why))
    if row.player_id is not None:
        message = Message(
            subject=templates.subject("sorry", name=name),
            body=templates.blocks("sorry", name=name),
            automatic="auto-replied",
        )
        tx.send(row.player_id, message, kind=LetterKind.NOTICE)


def log_failure(where: str, game_id: int | None, letter_id: int | None) -> None:
    """Log the stack without the message, which may hold secrets."""
    kind, _, trace = sys.exc_info()
    frames = traceback.extract_tb(trace)[-6:]
    _log.error(
        "failed",
        extra={
            "where": where,
            "game": game_id,
            "letter": letter_id,
            "error": kind.__name__ if kind else "",
            "places": " ".join(f"{frame.name}:{frame.lineno}" for frame in frames),
        },
    )
