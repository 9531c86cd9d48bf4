"""Which letters wait for the daily digest of their reader."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.report import page
from pbem.server.config import Config
from pbem.server.schedule.time_control import instant
from pbem.server.storage import players, schema

_outbox, _player = schema.outbox, schema.player
DIGEST_TIME = time(8)  #: in the player's own zone
MIN_SECONDS_APART = 20 * 3600.0  #: the least between two digests
HELD_KINDS = frozenset({"report", "notice", "press", "reminder"})


def holds(
    link: Connection,
    config: Config,
    player_id: int,
    kind: str,
    due: float | None,
    now: float,
) -> bool:
    """Whether a letter waits for the digest: all that can wait until then."""
    if kind not in HELD_KINDS:
        return False
    row = players.row(link, player_id)
    if row.digest != "daily":
        return False
    at = row.digest_at
    if at is None:
        zone = ZoneInfo(players.zone(link, config, player_id))
        day = datetime.fromtimestamp(now, zone).date()
        last = sa.select(sa.func.max(_outbox.c.made)).where(
            _outbox.c.player_id == player_id, _outbox.c.kind == "digest"
        )
        # Whoever moves to another zone gets no second one on the same day.
        earliest = max(now, (link.execute(last).scalar() or 0) + MIN_SECONDS_APART)
        while (at := instant(day, DIGEST_TIME, zone)) <= earliest:
            day += timedelta(days=1)
    if due is not None and due < at + 3600:
        return False
    this = _player.c.id == player_id
    link.execute(_player.update().where(this).values(digest_at=at))
    return True


def pack(body: list[page.Block]) -> bytes:
    """Return what a letter says, as its row keeps it until the digest."""
    return msgspec.msgpack.encode(body)


def unpack(packed: bytes) -> list[page.Block]:
    """Return what a letter says, from its row."""
    return msgspec.msgpack.decode(packed, type=list[page.Block])


def flush(link: Connection, player_id: int, now: float) -> None:
    """Whoever wants no digest any more gets at once what was held back."""
    mine = (_outbox.c.player_id == player_id) & (_outbox.c.state == "held")
    release(link, mine, now)
    this = _player.c.id == player_id
    link.execute(_player.update().where(this).values(digest_at=None))


def release(link: Connection, which: sa.ColumnElement[bool], now: float) -> None:
    """Send letters after all that were held back."""
    change = _outbox.update().where(which)
    link.execute(change.values(state="waiting", blocks=None, next_at=now))


def next_at(link: Connection) -> float | None:
    """When the next digest is due."""
    return link.execute(sa.select(sa.func.min(_player.c.digest_at))).scalar()
