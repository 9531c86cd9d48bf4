"""Limits: how much is read, and how many answers are written."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.config import Config
from pbem.server.states import LetterKind
from pbem.server.storage import schema
from pbem.server.storage.database import count
from pbem.server.storage.rows import LetterRow

_letter = schema.letter
_outbox = schema.outbox
HOUR = 3600.0
DAY = 86400.0
_recent = sa.select(sa.func.count()).where(
    _letter.c.answered, _letter.c.kept > sa.bindparam("since")
)
# Asked for every letter, so it is put together once.
_ANSWERED = sa.select(
    _recent.where(_letter.c.sender == sa.bindparam("who")).scalar_subquery(),
    _recent.where(_letter.c.game_id == sa.bindparam("game")).scalar_subquery(),
)
ALARMS = 10  #: a day and a kind
REMINDERS = 3  #: a day, for a player in a game


def flooded(link: Connection, config: Config, writer: str, now: float) -> bool:
    """Return whether an unproven sender wrote too many letters in the last hour."""
    theirs = (_letter.c.sender == writer) & _letter.c.player_id.is_(None)
    return count(link, theirs, _letter.c.kept > now - HOUR) > config.limits.sender_hour


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
    same = (_letter.c.sender == row.sender) & (_letter.c.digest == row.digest)
    empty = _letter.c.answered & ~_letter.c.understood
    alike = count(link, same, empty, _letter.c.kept > now - DAY)
    return alike < config.limits.alike_day


def may_tell(
    link: Connection, config: Config, recipient: int | str, kind: LetterKind, now: float
) -> bool:
    """Return whether somebody may be sent one more letter of a kind today."""
    who = _outbox.c.player_id if isinstance(recipient, int) else _outbox.c.recipient
    today = (_outbox.c.kind == kind) & (_outbox.c.made > now - DAY)
    return count(link, who == recipient, today) < config.limits.alike_day


def may_remind(link: Connection, player_id: int, game_id: int, now: float) -> bool:
    """Return whether a player may be reminded of a game once more today."""
    mine = (_outbox.c.player_id == player_id) & (_outbox.c.game_id == game_id)
    reminder = _outbox.c.kind == LetterKind.REMINDER
    return count(link, mine, reminder, _outbox.c.made > now - DAY) < REMINDERS


def may_alarm(link: Connection, what: str, now: float) -> bool:
    """Return whether the game master is told of one more thing of a kind today.

    The line in the audit log for it is written already.
    """
    audit = schema.audit
    return (
        count(link, audit.c.what == f"alarm-{what}", audit.c.at > now - DAY) <= ALARMS
    )
