"""Which letters wait for the daily digest of their reader."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy.engine import Connection

from pbem.pages import page
from pbem.schedule import hours, zones
from pbem.schedule.time_control import instant
from pbem.schedule.units import HOUR
from pbem.server.settings.config import Config
from pbem.server.states import LetterKind
from pbem.server.store import outgoing, players
from pbem.server.store.queries import save
from pbem.server.store.rows import PlayerRow

DIGEST_TIME = time(8)  #: in the player's own zone
MIN_SECONDS_APART = 20 * HOUR  #: the least between two digests
HELD_KINDS = frozenset(
    {LetterKind.REPORT, LetterKind.NOTICE, LetterKind.PRESS, LetterKind.REMINDER}
)


def holds(
    conn: Connection,
    config: Config,
    player_id: int,
    kind: LetterKind,
    due: float | None,
    now: float,
) -> bool:
    """Return whether a letter waits for the digest: all that can wait until then."""
    if kind not in HELD_KINDS:
        return False
    row = players.get(conn, player_id)
    if row.digest != "daily":
        return False
    at = row.digest_at or _next(conn, row, config.zone, now)
    if due is not None and due < at + HOUR:
        return False
    save(conn, row, row._replace(digest_at=at))
    return True


def _next(conn: Connection, row: PlayerRow, home: str, now: float) -> float:
    """Return when the next digest of a player is due."""
    zone = ZoneInfo(zones.known_or_home(row.zone, home))
    day = datetime.fromtimestamp(now, zone).date()
    # Anyone who moves to another zone gets no second one on the same day.
    earliest = max(now, outgoing.last_digest(conn, row.id) + MIN_SECONDS_APART)
    clock = time.fromisoformat(row.digest_time) if row.digest_time else DIGEST_TIME
    while (at := instant(day, clock, zone)) <= earliest:
        day += timedelta(days=1)
    return at


def quiet_until(
    conn: Connection,
    config: Config,
    player_id: int,
    kind: LetterKind,
    due: float | None,
    now: float,
) -> float | None:
    """Return when the quiet hours of a player end, where a letter can wait for that."""
    if kind not in HELD_KINDS:
        return None
    row = players.get(conn, player_id)
    zone = ZoneInfo(zones.known_or_home(row.zone, config.zone))
    end = hours.end_of(row.quiet, now, zone)
    return None if end is None or (due is not None and due < end + HOUR) else end


def pack(body: list[page.Block]) -> bytes:
    """Return what a letter says, as its row keeps it until the digest."""
    return msgspec.msgpack.encode(body)


def unpack(packed: bytes) -> list[page.Block]:
    """Return what a letter says, from its row."""
    return msgspec.msgpack.decode(packed, type=list[page.Block])


def flush(conn: Connection, player_id: int, now: float) -> None:
    """Send at once what was held back, to one who wants no digest any more."""
    outgoing.release(conn, player_id, now)
    row = players.get(conn, player_id)
    save(conn, row, row._replace(digest_at=None))
