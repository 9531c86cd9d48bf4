"""Which letters wait for the daily digest of their reader."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy.engine import Connection

from pbem.report import page
from pbem.server.config import Config
from pbem.server.database.queries import save
from pbem.server.database.rows import PlayerRow
from pbem.server.queue import outgoing
from pbem.server.schedule import zones
from pbem.server.schedule.time_control import instant
from pbem.server.schedule.units import HOUR
from pbem.server.states import LetterKind
from pbem.server.storage import players

DIGEST_TIME = time(8)  #: in the player's own zone
MIN_SECONDS_APART = 20 * HOUR  #: the least between two digests
HELD_KINDS = frozenset(
    {LetterKind.REPORT, LetterKind.NOTICE, LetterKind.PRESS, LetterKind.REMINDER}
)


def holds(
    link: Connection,
    config: Config,
    player_id: int,
    kind: LetterKind,
    due: float | None,
    now: float,
) -> bool:
    """Return whether a letter waits for the digest: all that can wait until then."""
    if kind not in HELD_KINDS:
        return False
    row = players.get(link, player_id)
    if row.digest != "daily":
        return False
    at = row.digest_at or _next(link, row, config.zone, now)
    if due is not None and due < at + HOUR:
        return False
    save(link, row, row._replace(digest_at=at))
    return True


def _next(link: Connection, row: PlayerRow, home: str, now: float) -> float:
    """Return when the next digest of a player is due."""
    zone = ZoneInfo(zones.known_or_home(row.zone, home))
    day = datetime.fromtimestamp(now, zone).date()
    # Whoever moves to another zone gets no second one on the same day.
    earliest = max(now, outgoing.last_digest(link, row.id) + MIN_SECONDS_APART)
    while (at := instant(day, DIGEST_TIME, zone)) <= earliest:
        day += timedelta(days=1)
    return at


def pack(body: list[page.Block]) -> bytes:
    """Return what a letter says, as its row keeps it until the digest."""
    return msgspec.msgpack.encode(body)


def unpack(packed: bytes) -> list[page.Block]:
    """Return what a letter says, from its row."""
    return msgspec.msgpack.decode(packed, type=list[page.Block])


def flush(link: Connection, player_id: int, now: float) -> None:
    """Send at once what was held back, to one who wants no digest any more."""
    outgoing.release(link, player_id, now)
    row = players.get(link, player_id)
    save(link, row, row._replace(digest_at=None))
