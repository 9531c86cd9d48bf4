"""Letters that came back: mark the address, try another, tell the game master."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem.server import people, reports, schema
from pbem.server.office import Office
from pbem.server.store import note
from pbem.server.tokens import new_mark

_outbox = schema.outbox


def returned(
    link: Connection, office: Office, failed: Iterable[str], raw: bytes, now: float
) -> None:
    """A bounce came. It counts only where it shows a letter that we really sent."""
    domain = re.escape(office.config.domain.encode())
    names = re.findall(rb"<([a-z2-7]{26}@" + domain + rb")>", raw[:200_000])
    if not names:
        return
    wanted = [f"<{name.decode()}>" for name in dict.fromkeys(names)][:10]
    addresses = {address.lower() for address in failed}
    query = sa.select(_outbox).where(_outbox.c.message_id.in_(wanted))
    for row in link.execute(query).all():
        if row.recipient.lower() in addresses:
            unreachable(link, office, row, "the letter came back", now)


def unreachable(
    link: Connection, office: Office, row: Row[Any], why: str, now: float
) -> None:
    """A letter of ours did not reach its player."""
    if row.kind == "alarm":
        note(link, "host-unreachable", now, why)
        return
    player_id = people.trouble(link, row.recipient, why)
    if player_id is None:
        # Known already; but what was under way there at that time is not lost.
        player_id = people.owner(link, row.recipient)
        if player_id is not None:
            _send_elsewhere(link, office, row, player_id, now)
        return
    other = people.reach(link, player_id)
    ids = {"player_id": player_id, "game_id": row.game_id}
    note(link, "address-in-trouble", now, f"{row.recipient}: {why}", **ids)
    office.alarm(
        link,
        now,
        "unreachable",
        player=people.get(link, player_id).name,
        address=row.recipient,
        why=why,
        other=other or "",
        game=office.game_name(link, row.game_id),
    )
    _send_elsewhere(link, office, row, player_id, now)


def _send_elsewhere(
    link: Connection, office: Office, row: Row[Any], player_id: int, now: float
) -> None:
    """A letter that did not arrive goes to another address, if there is one."""
    other = people.reach(link, player_id)
    if other is None or other == row.recipient:
        return
    if row.raw is None:
        # What was sent is no longer in the store: the game tells it afresh.
        if row.game_id is not None:
            reports.again(link, office, player_id, row.game_id, now)
        return
    message_id = f"<{new_mark()}@{office.config.domain}>"
    raw = bytes(row.raw)
    for old, new in ((row.recipient, other), (row.message_id, message_id)):
        raw = raw.replace(old.encode(), new.encode(), 1)
    columns = {name: getattr(row, name) for name in _COPIED}
    link.execute(
        _outbox.insert().values(
            **columns,
            message_id=message_id,
            recipient=other,
            raw=raw,
            state="waiting",
            next_at=now,
            made=now,
        )
    )


_COPIED = ("player_id", "game_id", "sender", "kind", "subject", "mark")
