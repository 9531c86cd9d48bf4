"""Press that the next report brings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem.protocol import Seat
from pbem.report import page
from pbem.server.outbound import templates
from pbem.server.storage import schema

_press = schema.press
_WAITING = (
    sa.select(_press)
    .where(_press.c.game_id == sa.bindparam("game"), ~_press.c.told)
    .order_by(_press.c.id)
)


def waiting(link: Connection, game_id: int) -> list[Row[Any]]:
    """Return words that the next report brings."""
    return list(link.execute(_WAITING, {"game": game_id}))


def quoted(rows: Sequence[Row[Any]], seat: Seat | None) -> list[page.Block]:
    """Return the words that a seat is told in its report; None: a watcher, who is told
    what was said to all."""
    heard = []
    for row in rows:
        to = json.loads(row.to)
        if row.seat == seat or (to and seat not in to):
            continue
        writer = "" if row.anonymous else row.seat
        others = [name for name in to if name != seat]
        heard.append((writer, others, to == [seat], folded(row.text)))
    return templates.blocks("press_quoted", heard=heard) if heard else []


def mark_told(link: Connection, rows: Sequence[Row[Any]]) -> None:
    """Note that words were told."""
    numbers = [row.id for row in rows]
    if numbers:
        link.execute(_press.update().where(_press.c.id.in_(numbers)).values(told=True))


def folded(text: str) -> list[str]:
    """Return words as lines that fit; nothing in them acts as markup of ours."""
    found: list[str] = []
    for line in text.strip("\n").split("\n"):
        found += wrap(line.strip(), 66) or [""]
    return found[:200]
