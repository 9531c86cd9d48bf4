"""Limits: how much is read, and how many answers are written."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.config import Config
from pbem.server.states import LetterKind
from pbem.server.storage import schema
from pbem.server.storage.rows import LetterRow

_letter = schema.letter
_outbox = schema.outbox
HOUR = 3600.0
DAY = 86400.0
_answers = sa.select(sa.func.count()).select_from(_letter).where(_letter.c.answered)
_recent = _answers.where(_letter.c.kept > sa.bindparam("since"))
# Asked for every letter, so it is put together once.
_ANSWERED = sa.select(
    _recent.where(_letter.c.sender == sa.bindparam("who")).scalar_subquery(),
    _recent.where(_letter.c.game_id == sa.bindparam("game")).scalar_subquery(),
)
ALARMS = 10  #: a day and a kind
REMINDERS = 3  #: a day, for a player in a game


def flooded(link: Connection, config: Config, writer: str, now: float) -> bool:
    """Return whether an unproven sender wrote too many letters in the last hour."""
    query = (
        sa.select(sa.func.count())
        .select_from(_letter)
        .where(_letter.c.sender == writer, _letter.c.kept > now - HOUR)
        .where(_letter.c.player_id.is_(None))
    )
    return (link.execute(query).scalar() or 0) > config.limits.sender_hour


def may_answer(
    link: Connection, config: Config, row: LetterRow, understood: bool, now: float
) -> bool:
    """Return whether a letter may be answered.

    Orders count however many letters bring them; only answers are limited.
    """
    given = {"who": row.sender, "game": row.game_id, "since": now - HOUR}
    mine, games = link.execute(_ANSWERED, given).one()
    if mine >= config.limits.sender_hour:
        return False
    if row.game_id is not None and games >= config.limits.game_hour:
        return False
    if understood:
        return True
    # Somebody's automatic answer, perhaps: the same words, and nothing in them.
    alike = _answers.where(
        _letter.c.sender == row.sender,
        _letter.c.digest == row.digest,
        ~_letter.c.understood,
        _letter.c.kept > now - DAY,
    )
    return (link.execute(alike).scalar() or 0) < config.limits.alike_day


def may_tell(
    link: Connection, config: Config, recipient: int | str, kind: LetterKind, now: float
) -> bool:
    """Return whether somebody may be sent one more letter of a kind today."""
    who = _outbox.c.player_id if isinstance(recipient, int) else _outbox.c.recipient
    query = (
        sa.select(sa.func.count())
        .select_from(_outbox)
        .where(who == recipient, _outbox.c.kind == kind, _outbox.c.made > now - DAY)
    )
    return (link.execute(query).scalar() or 0) < config.limits.alike_day


def may_remind(link: Connection, player_id: int, game_id: int, now: float) -> bool:
    """Return whether a player may be reminded of a game once more today."""
    query = (
        sa.select(sa.func.count())
        .select_from(_outbox)
        .where(_outbox.c.player_id == player_id, _outbox.c.game_id == game_id)
        .where(_outbox.c.kind == LetterKind.REMINDER, _outbox.c.made > now - DAY)
    )
    return (link.execute(query).scalar() or 0) < REMINDERS


def may_alarm(link: Connection, what: str, now: float) -> bool:
    """Return whether the game master is told of one more thing of a kind today.

    The line in the audit log for it is written already.
    """
    audit = schema.audit
    query = sa.select(sa.func.count()).select_from(audit)
    query = query.where(audit.c.what == f"alarm-{what}", audit.c.at > now - DAY)
    return (link.execute(query).scalar() or 0) <= ALARMS
