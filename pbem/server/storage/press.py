"""Words between players."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.storage import schema
from pbem.server.storage.database import fetch
from pbem.server.storage.rows import PressRow

_press = schema.press
_WAITING = (
    sa.select(_press)
    .where(_press.c.game_id == sa.bindparam("game"), ~_press.c.told)
    .order_by(_press.c.id)
)


def of_game(link: Connection, game_id: int) -> list[PressRow]:
    """Return all words between the players of a game."""
    query = sa.select(_press).where(_press.c.game_id == game_id)
    return fetch(link, PressRow, query)


def waiting(link: Connection, game_id: int) -> list[PressRow]:
    """Return words that the next report brings."""
    return fetch(link, PressRow, _WAITING, {"game": game_id})


def mark_told(link: Connection, rows: Sequence[PressRow]) -> None:
    """Note that words were told."""
    numbers = [row.id for row in rows]
    if numbers:
        link.execute(_press.update().where(_press.c.id.in_(numbers)).values(told=True))
