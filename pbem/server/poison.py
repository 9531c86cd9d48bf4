"""Letters that we fail on: tried three times, then set aside, and told about once."""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server import schema, words
from pbem.server.compose import Draft
from pbem.server.office import Office
from pbem.server.store import note

TRIES = 3
_letter = schema.letter
_log = logging.getLogger("pbem.server")


def count(link: Connection, office: Office, letter_id: int, now: float) -> None:
    """Counts one more failure of a letter."""
    this = _letter.c.id == letter_id
    columns = (_letter.c.tries, _letter.c.game_id, _letter.c.player_id)
    row = link.execute(sa.select(*columns).where(this)).one()
    values: dict[str, Any] = {"tries": row.tries + 1}
    if values["tries"] >= TRIES:
        values["state"] = "poison"
        name = office.game_name(link, row.game_id)
        note(link, "poison", now, letter_id=letter_id, game_id=row.game_id)
        office.alarm(link, now, "poison", letter=letter_id, game=name)
        if row.player_id is not None:
            draft = Draft(
                subject=words.subject("sorry", name=name),
                body=words.blocks("sorry", name=name),
                automatic="auto-replied",
            )
            office.post.to_player(link, now, row.player_id, draft, kind="notice")
    link.execute(_letter.update().where(this).values(values))


def complain(where: str, game_id: int | None, letter_id: int | None) -> None:
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
