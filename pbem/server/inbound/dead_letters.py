"""Letters that we fail on: tried three times, then set aside, and told about once."""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Any

import sqlalchemy as sa

from pbem.server.context import Transaction
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.storage import schema

MAX_TRIES = 3
_letter = schema.letter
_log = logging.getLogger("pbem.server")


def count_failure(tx: Transaction, letter_id: int) -> None:
    """Counts one more failure of a letter."""
    this = _letter.c.id == letter_id
    columns = (_letter.c.tries, _letter.c.game_id, _letter.c.player_id)
    row = tx.link.execute(sa.select(*columns).where(this)).one()
    values: dict[str, Any] = {"tries": row.tries + 1}
    if values["tries"] >= MAX_TRIES:
        values["state"] = "poison"
        name = tx.game_name(row.game_id)
        tx.audit("poison", letter_id=letter_id, game_id=row.game_id)
        tx.alert_host("poison", letter=letter_id, game=name)
        if row.player_id is not None:
            message = Message(
                subject=templates.subject("sorry", name=name),
                body=templates.blocks("sorry", name=name),
                automatic="auto-replied",
            )
            tx.send(row.player_id, message, kind="notice")
    tx.link.execute(_letter.update().where(this).values(values))


def log_failure(where: str, game_id: int | None, letter_id: int | None) -> None:
    """Logs where it failed, but no words of the error: they may hold a secret."""
    kind, _, trace = sys.exc_info()
    places = [
        f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(trace)[-6:]
    ]
    _log.error(
        "failed",
        extra={
            "where": where,
            "game": game_id,
            "letter": letter_id,
            "error": kind.__name__ if kind else "",
            "places": " ".join(places),
        },
    )
