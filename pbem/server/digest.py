"""One letter a day for those who want no more: what was held back, in one."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from email import message_from_bytes
from email.message import Message
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.report import page
from pbem.server import gamebook, people, schema, timing, words
from pbem.server.compose import Draft
from pbem.server.config import Config
from pbem.server.tokens import desk_bearer

if TYPE_CHECKING:
    from pbem.server.office import Office

AT = time(8)  #: in the player's own zone
APART = 20 * 3600.0  #: the least between two digests
HELD = frozenset({"report", "notice", "press", "reminder"})
_outbox, _player = schema.outbox, schema.player


def step(office: Office, now: float) -> bool:
    """Sends one digest that is due; whether there was one."""
    with office.store.reading() as link:
        due = sa.select(_player.c.id).where(_player.c.digest_at <= now).limit(1)
        if link.execute(due).first() is None:
            return False
    with office.store.writing() as link:
        row = link.execute(due).first()
        if row is None:
            return False
        _send(link, office, row.id, now)
    return True


def _send(link: Connection, office: Office, player_id: int, now: float) -> None:
    this = _player.c.id == player_id
    link.execute(_player.update().where(this).values(digest_at=None))
    mine = (_outbox.c.player_id == player_id) & (_outbox.c.state == "held")
    rows = link.execute(sa.select(_outbox).where(mine).order_by(_outbox.c.id)).all()
    if not rows:
        return
    parts: list[page.Block] = []
    for row in rows:
        lines = text_of(bytes(row.raw))
        game = gamebook.get(link, row.game_id) if row.game_id else None
        parts += words.blocks("digest_part", subject=row.subject, game=game)
        parts.append(page.Block("|", tuple(lines)))
    draft = Draft(
        subject=words.subject("digest", count=len(rows)),
        body=[*words.blocks("digest", count=len(rows)), *parts],
        ref="desk",
    )
    office.post.to_player(
        *(link, now, player_id, draft),
        kind="digest",
        bearer=desk_bearer(player_id, now),
    )
    done = {"state": "digested", "raw": None, "settled": now, "why": ""}
    link.execute(_outbox.update().where(mine).values(done))


def text_of(raw: bytes) -> list[str]:
    """The text of a letter, without its marker line and the two columns that every
    text of ours is set in by."""
    part: Message = message_from_bytes(raw)
    while part.is_multipart():
        part = part.get_payload(0)  # type: ignore[assignment]
    payload = part.get_payload(decode=True)
    text = payload.decode() if isinstance(payload, bytes) else ""
    lines = text.replace("\r\n", "\n").strip("\n").split("\n")
    if "answer above this line" in lines[0].lower():
        lines = lines[2:]
    return [line[2:] if line.startswith("  ") else line for line in lines]


def holds(
    link: Connection,
    config: Config,
    player_id: int,
    kind: str,
    due: float | None,
    now: float,
) -> bool:
    """Whether a letter waits for the digest: all that can wait until then."""
    if kind not in HELD:
        return False
    row = people.row(link, player_id)
    if row.digest != "daily":
        return False
    at = row.digest_at
    if at is None:
        zone = ZoneInfo(people.zone(link, config, player_id))
        day = datetime.fromtimestamp(now, zone).date()
        last = sa.select(sa.func.max(_outbox.c.made)).where(
            _outbox.c.player_id == player_id, _outbox.c.kind == "digest"
        )
        # Whoever moves to another zone gets no second one on the same day.
        earliest = max(now, (link.execute(last).scalar() or 0) + APART)
        while (at := timing.instant(day, AT, zone)) <= earliest:
            day += timedelta(days=1)
    if due is not None and due < at + 3600:
        return False
    this = _player.c.id == player_id
    link.execute(_player.update().where(this).values(digest_at=at))
    return True


def flush(link: Connection, player_id: int, now: float) -> None:
    """Whoever wants no digest any more gets at once what was held back."""
    mine = (_outbox.c.player_id == player_id) & (_outbox.c.state == "held")
    link.execute(_outbox.update().where(mine).values(state="waiting", next_at=now))
    this = _player.c.id == player_id
    link.execute(_player.update().where(this).values(digest_at=None))


def next_at(link: Connection) -> float | None:
    """When the next digest is due."""
    return link.execute(sa.select(sa.func.min(_player.c.digest_at))).scalar()
