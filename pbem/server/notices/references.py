"""What ties a letter to its game: thread, marker, token grant, deadline."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem.server.context import Transaction
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.schedule import ical
from pbem.server.schedule.ical import Due
from pbem.server.schedule.phrases import format_deadline
from pbem.server.storage import players, schema
from pbem.server.storage.reply_tokens import TokenGrant

_WATCHERS = sa.select(schema.watcher.c.player_id).where(
    schema.watcher.c.game_id == sa.bindparam("game")
)


def ref(game: Row[Any], serial: int) -> str:
    """What the marker line of a letter names."""
    return f"g{game.id}.t{serial}"


def thread(tx: Transaction, game: Row[Any]) -> str:
    """What all letters of a game refer to, so that mail programs join them."""
    return f"game.{game.name}@{tx.config.domain}"


def grant(game: Row[Any], seat: Row[Any], serial: int) -> TokenGrant:
    """For whom the answer to a letter of this turn will speak."""
    return TokenGrant(seat.player_id, game.id, seat.name, serial, None)


def host_deadline(tx: Transaction, when: float | None) -> str:
    """A deadline in words, "" for none."""
    return "" if when is None else format_deadline(when, tx.now, tx.config.zone_info)


def player_deadline(tx: Transaction, player_id: int, when: float | None) -> str:
    """A deadline in words, in a player's own zone."""
    name = players.get(tx.link, player_id).zone
    zone = ZoneInfo(name) if name else tx.config.zone_info
    return "" if when is None else format_deadline(when, tx.now, zone)


def calendar_file(
    tx: Transaction, game: Row[Any], seat: Row[Any], message: Message
) -> bytes:
    """The deadline for the reader's calendar; the entry goes when nothing is due."""
    due = calendar_due(game, seat.name, message.due)
    return ical.entries(tx.config.domain, [due], tx.now)


def calendar_due(game: Row[Any], seat: str, deadline: float | None) -> Due:
    """What a calendar is told of a deadline."""
    return Due(game.name, seat, templates.subject("due", name=game.name), deadline)


def watchers(link: Connection, game_id: int) -> list[int]:
    """The players who look on at a game."""
    return [row.player_id for row in link.execute(_WATCHERS, {"game": game_id})]
