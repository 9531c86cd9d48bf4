"""Limits: how much is read, and how many answers are written."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem.server import schema
from pbem.server.config import Config
from pbem.server.identity import Claim

_letter = schema.letter
_outbox = schema.outbox
HOUR = 3600.0
DAY = 86400.0
ALARMS = 10  #: a day and a kind


def flooded(link: Connection, config: Config, claim: Claim, now: float) -> bool:
    """Whether an unproven sender has written too many letters in the last hour."""
    query = (
        sa.select(sa.func.count())
        .select_from(_letter)
        .where(_letter.c.sender == claim.writer, _letter.c.kept > now - HOUR)
        .where(_letter.c.player_id.is_(None))
    )
    return (link.execute(query).scalar() or 0) > config.limits.sender_hour


def may_answer(
    link: Connection, config: Config, row: Row[Any], understood: bool, now: float
) -> bool:
    """Whether a letter may be answered.

    Orders count however many letters bring them; only answers are limited.
    """
    answered = sa.select(sa.func.count()).select_from(_letter)
    answered = answered.where(_letter.c.answered)
    mine = answered.where(_letter.c.sender == row.sender)
    hour = _letter.c.kept > now - HOUR
    if (link.execute(mine.where(hour)).scalar() or 0) >= config.limits.sender_hour:
        return False
    if row.game_id is not None:
        game = answered.where(_letter.c.game_id == row.game_id, hour)
        if (link.execute(game).scalar() or 0) >= config.limits.game_hour:
            return False
    if understood:
        return True
    # Somebody's automatic answer, perhaps: the same words, and nothing in them.
    alike = mine.where(
        _letter.c.digest == row.digest,
        ~_letter.c.understood,
        _letter.c.kept > now - DAY,
    )
    return (link.execute(alike).scalar() or 0) < config.limits.alike_day


def may_tell(
    link: Connection, config: Config, recipient: int | str, kind: str, now: float
) -> bool:
    """Whether somebody may be sent one more letter of a kind today."""
    who = _outbox.c.player_id if isinstance(recipient, int) else _outbox.c.recipient
    query = (
        sa.select(sa.func.count())
        .select_from(_outbox)
        .where(who == recipient, _outbox.c.kind == kind, _outbox.c.made > now - DAY)
    )
    return (link.execute(query).scalar() or 0) < config.limits.alike_day


def may_alarm(link: Connection, what: str, now: float) -> bool:
    """Whether the game master is told of one more thing of a kind today.

    The line in the audit log for it is written already.
    """
    audit = schema.audit
    query = sa.select(sa.func.count()).select_from(audit)
    query = query.where(audit.c.what == f"alarm-{what}", audit.c.at > now - DAY)
    return (link.execute(query).scalar() or 0) <= ALARMS
