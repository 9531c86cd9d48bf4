"""Limits: how much is read, and how many answers are written.

Letters with proof count for their player; without, they cost the address and the
domain that they seem to come from, and nobody else.
"""

from __future__ import annotations

import logging
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.schedule.units import DAY, HOUR
from pbem.server.settings.config import Config
from pbem.server.states import LetterKind, LetterState
from pbem.server.store import schema
from pbem.server.store.queries import count, insert
from pbem.server.store.rows import LetterRow, PauseRow

_log = logging.getLogger("pbem.server")
_letter = schema.letter
_outbox = schema.outbox
_audit = schema.audit
_pause = schema.pause
_seat = schema.seat
IDLE = "idle"  #: why an answered letter counts for MAX_IDLE: nothing in it was for us
FLOOD = "flood"  #: why the letter that uses up a reserve is checked
PAUSED = "answers-paused"  #: what the audit log calls it
GAME_PAUSED = "game-answers-paused"
ALL_GAMES = 0  #: the number of no game: answers about everything pause
_recent = sa.select(sa.func.count()).where(
    _letter.c.answered, _letter.c.kept > sa.bindparam("since")
)
_of_sender = _recent.where(_letter.c.sender == sa.bindparam("who"))
_paused = sa.select(sa.func.count()).where(
    _pause.c.game_id == ALL_GAMES,
    _pause.c.player_id == sa.bindparam("player"),
    _pause.c.at > sa.bindparam("since"),
)
# What a player of a game has had of its answers, how many they are, and whether it was
# said that no more come.
_in_game = _recent.where(_letter.c.game_id == sa.bindparam("game"))
_IN_GAME = sa.select(
    _in_game.where(_letter.c.player_id == sa.bindparam("player")).scalar_subquery(),
    sa.select(sa.func.count(_seat.c.player_id.distinct()))
    .where(_seat.c.game_id == sa.bindparam("game"))
    .scalar_subquery(),
    sa.select(sa.func.count())
    .where(
        _seat.c.game_id == sa.bindparam("game"),
        _seat.c.player_id == sa.bindparam("player"),
    )
    .scalar_subquery(),
    sa.select(sa.func.count())
    .where(
        _pause.c.player_id == sa.bindparam("player"),
        _pause.c.game_id == sa.bindparam("game"),
        _pause.c.at > sa.bindparam("since"),
    )
    .scalar_subquery(),
)
_ANSWERED = sa.select(
    _recent.where(_letter.c.player_id == sa.bindparam("player")).scalar_subquery(),
    _of_sender.where(_letter.c.player_id.is_(None)).scalar_subquery(),
    _in_game.scalar_subquery(),
    _paused.scalar_subquery(),
)
ALARMS = 10  #: a day and a kind
REMINDERS = 3  #: a day, for a player in a game
MAX_IDLE = 2  #: answers in a row, and within a day, to letters with nothing for us
MAX_ASKED = 10  #: letters a day that ask a player whether a line was meant
MAX_UNPROVEN = 10  #: answers a day to an address that has proven nothing


def home_of(address: str) -> str:
    """Return the domain whose strangers share a budget: without names of machines.

    >>> home_of("a@x.mail.example.org"), home_of("a@b.co.uk"), home_of("a@x.example")
    ('example.org', 'b.co.uk', 'x.example')
    """
    parts = address.rpartition("@")[2][-255:].split(".")
    short = len(parts) > 2 and len(parts[-1]) == 2 and len(parts[-2]) <= 3
    return ".".join(parts[-3 if short else -2 :])


def flooded(conn: Connection, config: Config, row: LetterRow, now: float) -> bool:
    """Return whether a letter that proves nothing is one too many in an hour."""
    recent = _letter.c.player_id.is_(None) & (_letter.c.kept > now - HOUR)
    theirs = count(conn, _letter.c.sender == row.sender, recent)
    if theirs >= config.limits.sender_hour:
        return True
    if not row.domain:
        return False
    from_there = count(conn, _letter.c.domain == row.domain, recent)
    return from_there >= config.limits.domain_hour


def has_reserve(conn: Connection, writer: str, now: float) -> bool:
    """Return whether a sender over the limit still has the one letter a day that is
    answered all the same: others may flood us in a player's name."""
    flood = (_letter.c.why == FLOOD) & (_letter.c.kept > now - DAY)
    return count(conn, _letter.c.sender == writer, flood) == 0


class Answers(StrEnum):
    """Whether a letter is answered."""

    YES = "yes"
    LAST = "last"  #: and then none for an hour; to somebody unknown, for a day
    LAST_ALIKE = "last-alike"  #: and then none to the same words, for a day
    LAST_IDLE = "last-idle"  #: and then none to letters with nothing for us, for a day
    LAST_OF_GAME = "last-of-game"  #: and then none about this game
    NO = "no"


def most_answers(config: Config, player_id: int | None) -> int:
    """Return how many answers a sender gets: a player in an hour; an address that has
    proven nothing, as anybody may write in its name, in a day."""
    most = config.limits.sender_hour
    return most if player_id is not None else min(most, MAX_UNPROVEN)


def may_answer(
    conn: Connection,
    config: Config,
    row: LetterRow,
    understood: bool,
    now: float,
    *,
    idle: bool = False,
) -> Answers:
    """Return whether a letter may be answered; `idle`: nothing in it was for us.

    Orders count however many letters bring them; only answers are limited.
    """
    given = {"who": row.sender, "player": row.player_id, "game": row.game_id}
    answered = conn.execute(_ANSWERED, given | {"since": now - HOUR}).one()
    proven, unproven, in_game, paused = answered
    mine = proven
    if row.player_id is None:
        today = _sent_today(conn, row.sender, LetterKind.STRANGER, now)
        mine = max(unproven, today)
    most = most_answers(config, row.player_id)
    if paused or mine >= most:
        return Answers.NO
    yes = Answers.YES
    if row.game_id is not None and in_game >= config.limits.game_hour:
        yes = _share(conn, config, given | {"since": now - HOUR})
        if yes is Answers.NO:
            return yes
    if mine + 1 == most:
        yes = Answers.LAST
    # Somebody's automatic answer, perhaps: the same words, and nothing in them. Or of
    # one in whose name others write: the same words, whatever is in them.
    if row.player_id is None:
        who = _letter.c.player_id.is_(None) & (_letter.c.sender == row.sender)
    elif understood:
        return yes
    else:
        who = (_letter.c.player_id == row.player_id) & ~_letter.c.understood
    same = who & (_letter.c.digest == row.digest) & _letter.c.answered
    alike = count(conn, same, _letter.c.kept > now - DAY)
    if alike >= config.limits.alike_day:
        return Answers.NO
    in_a_row = _idle_in_a_row(conn, row, now) + 1 if idle else 0
    if in_a_row > MAX_IDLE:
        return Answers.NO
    if yes is not Answers.YES:
        return yes
    if in_a_row == MAX_IDLE:
        return Answers.LAST_IDLE
    last = alike + 1 == config.limits.alike_day
    return Answers.LAST_ALIKE if last else yes


def _idle_in_a_row(conn: Connection, row: LetterRow, now: float) -> int:
    """Return how many letters of a player were answered today since the last one that
    held something for us: two machines that answer each other find no end by
    themselves, and their words may differ each time."""
    today = (_letter.c.player_id == row.player_id) & (_letter.c.kept > now - DAY)
    settled = today & (_letter.c.state == LetterState.DONE)
    last = sa.select(sa.func.max(_letter.c.id)).where(settled, _letter.c.why != IDLE)
    since = _letter.c.id > sa.func.coalesce(last.scalar_subquery(), 0)
    return count(conn, settled, since, _letter.c.answered)


def note_pause(
    conn: Connection, player_id: int, game_id: int | None, now: float
) -> None:
    """Note that a player knows of a pause of answers: about a game, or (None) all."""
    row = PauseRow(player_id, game_id or ALL_GAMES, now)
    same = (_pause.c.player_id == player_id) & (_pause.c.game_id == row.game_id)
    conn.execute(_pause.delete().where(same))
    insert(conn, row)


def _share(conn: Connection, config: Config, given: dict[str, Any]) -> Answers:
    """Return whether a letter is answered though its game has had all its answers.

    Others cannot use up a player's share of them.
    """
    if given["player"] is None:
        return Answers.NO
    theirs, players, sits, paused = conn.execute(_IN_GAME, given).one()
    if paused:
        return Answers.NO
    fair = sits and theirs < config.limits.game_hour // players
    return Answers.YES if fair else Answers.LAST_OF_GAME


def may_tell(
    conn: Connection, config: Config, recipient: int | str, kind: LetterKind, now: float
) -> bool:
    """Return whether somebody may be sent one more letter of a kind today."""
    most = config.limits.alike_day if kind is not LetterKind.SECURITY else MAX_ASKED
    return _sent_today(conn, recipient, kind, now) < most


def _sent_today(
    conn: Connection, recipient: int | str, kind: LetterKind, now: float
) -> int:
    """Return how many letters of a kind somebody was sent within a day."""
    who = _outbox.c.player_id if isinstance(recipient, int) else _outbox.c.recipient
    today = (_outbox.c.kind == kind) & (_outbox.c.made > now - DAY)
    return count(conn, who == recipient, today)


def note_silence(row: LetterRow, why: str) -> None:
    """Write to the host's log that a letter is not answered, and why."""
    about = {"letter": row.id, "player": row.player_id, "game": row.game_id}
    _log.warning("not answered", extra={**about, "why": why})


def was_notified(
    conn: Connection, address: str, kind: LetterKind, since: float
) -> bool:
    """Return whether an address was sent a letter of a kind after a moment."""
    there = (_outbox.c.recipient == address) & (_outbox.c.made > since)
    return count(conn, there, _outbox.c.kind == kind) > 0


def may_remind(conn: Connection, player_id: int, game_id: int, now: float) -> bool:
    """Return whether a player may be reminded of a game once more today."""
    mine = (_outbox.c.player_id == player_id) & (_outbox.c.game_id == game_id)
    reminder = _outbox.c.kind == LetterKind.REMINDER
    return count(conn, mine, reminder, _outbox.c.made > now - DAY) < REMINDERS


def may_alarm(conn: Connection, what: str, now: float) -> bool:
    """Return whether the game master may get one more notice of a kind today.

    The line in the audit log for it is written already.
    """
    alarm = _audit.c.what == f"alarm-{what}"
    return count(conn, alarm, _audit.c.at > now - DAY) <= ALARMS
