"""Letters that we fail on: tried three times, then set aside, and told about once."""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.context import ServerContext
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.storage import schema
from pbem.server.storage.database import audit

MAX_TRIES = 3
_letter = schema.letter
_log = logging.getLogger("pbem.server")


def count_failure(
    link: Connection, context: ServerContext, letter_id: int, now: float
) -> None:
    """Counts one more failure of a letter."""
    this = _letter.c.id == letter_id
    columns = (_letter.c.tries, _letter.c.game_id, _letter.c.player_id)
    row = link.execute(sa.select(*columns).where(this)).one()
    values: dict[str, Any] = {"tries": row.tries + 1}
    if values["tries"] >= MAX_TRIES:
        values["state"] = "poison"
        name = context.game_name(link, row.game_id)
        audit(link, "poison", now, letter_id=letter_id, game_id=row.game_id)
        context.alert_host(link, now, "poison", letter=letter_id, game=name)
        if row.player_id is not None:
            draft = Message(
                subject=templates.subject("sorry", name=name),
                body=templates.blocks("sorry", name=name),
                automatic="auto-replied",
            )
            context.outbox.to_player(link, now, row.player_id, draft, kind="notice")
    link.execute(_letter.update().where(this).values(values))


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
