"""Claims a game, takes its waiting letters and its deadline, commits all at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Row

from pbem.server.context import ServerContext, Transaction
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.inbound import dead_letters
from pbem.server.outbound import digest_queue
from pbem.server.replies import dispatch, receipt
from pbem.server.run import digest
from pbem.server.run.due import run_until
from pbem.server.run.turn import Turn
from pbem.server.storage import schema
from pbem.server.storage.database import UNAVAILABLE_ERRORS
from pbem.server.storage.letters import SortedLetter

_letter = schema.letter
_game = schema.game
BATCH = 50  #: letters of one game in one transaction
# Everything but the raw letter, which nobody needs here.
_WAITING = (
    sa.select(*(column for column in _letter.c if column.name != "raw"))
    .where(_letter.c.state == "waiting")
    .order_by(_letter.c.id)
)
_ITS_LETTERS = _WAITING.where(_letter.c.game_id == sa.bindparam("game"))
_ITS_LETTERS = _ITS_LETTERS.limit(sa.bindparam("most"))
_NEXT = _WAITING.where(_letter.c.game_id.is_(None)).limit(1)
_NEXT_LOCKED = _NEXT.with_for_update(skip_locked=True)
_CLAIM = (
    sa.select(_game)
    .where(_game.c.wake_at <= sa.bindparam("now"))
    .order_by(_game.c.wake_at, _game.c.id)
    .limit(1)
)
_CLAIM_LOCKED = _CLAIM.with_for_update(skip_locked=True)
PAUSE = 3600.0  #: before a game is looked at again whose deadline failed


class _Failed(Exception):
    """Something went wrong with a letter, or with a game without one."""

    def __init__(self, letter_id: int | None, game_id: int | None) -> None:
        super().__init__()
        self.letter_id = letter_id
        self.game_id = game_id


@dataclass(slots=True)
class Worker:
    """One of any number that share the games of a store."""

    context: ServerContext
    letters: int = 0  #: answered so far

    def step(self, now: float) -> bool:
        """Look at one game, or answer one letter for none; return whether there was."""
        try:
            return (
                self._game(now)
                or self._letter_without_game(now)
                or digest.step(self.context, now)
            )
        except _Failed as failed:
            self._set_back(failed, now)
            return True

    def _game(self, now: float) -> bool:
        context = self.context
        claim = _CLAIM if context.database.embedded else _CLAIM_LOCKED
        with context.writing(now) as tx:
            game = tx.link.execute(claim, {"now": now}).one_or_none()
            if game is None:
                return False
            remember, count = self._take_turn(tx, game)
        remember()
        self.letters += count
        return True

    def _take_turn(self, tx: Transaction, game: Row[Any]) -> tuple[Any, int]:
        link, now = tx.link, tx.now
        # Read after the lock: another worker may have taken what woke the game.
        rows = list(link.execute(_ITS_LETTERS, {"game": game.id, "most": BATCH + 1}))
        more, rows = len(rows) > BATCH, rows[:BATCH]
        letter_id: int | None = None
        try:
            session = GameSession(self.context, link, now, game)
            turn = Turn(session)
            for row in rows:
                run_until(session, min(row.received, now))
                letter_id = row.id
                turn.take(row)
                letter_id = None
            if not more:
                run_until(session, now - self.context.linger)
            return turn.finish(more=more), len(rows)
        except UNAVAILABLE_ERRORS:
            raise
        except Exception:
            self.context.game_cache.forget(game.id)
            dead_letters.log_failure("game", game.id, letter_id)
            raise _Failed(letter_id, game.id) from None

    def _letter_without_game(self, now: float) -> bool:
        context = self.context
        query = _NEXT if context.database.embedded else _NEXT_LOCKED
        with context.database.writing() as link:
            row = link.execute(query).one_or_none()
            if row is None:
                return False
            try:
                content = msgspec.msgpack.decode(bytes(row.content), type=SortedLetter)
                request = Request(context, link, now, row, content)
                dispatch.handle(request)
                receipt.answer(request)
            except UNAVAILABLE_ERRORS:
                raise
            except Exception:
                dead_letters.log_failure("no game", None, row.id)
                raise _Failed(row.id, None) from None
        self.letters += 1
        return True

    def _set_back(self, failed: _Failed, now: float) -> None:
        """Count a failure; a letter that fails three times is set aside."""
        context = self.context
        with context.writing(now) as tx:
            if failed.letter_id is not None:
                dead_letters.count_failure(tx, failed.letter_id)
                return
            assert failed.game_id is not None
            this = _game.c.id == failed.game_id
            tx.link.execute(_game.update().where(this).values(wake_at=now + PAUSE))
            tx.alert_host("stuck", game=tx.game_name(failed.game_id))

    def next_at(self) -> float | None:
        """Return when the next game wants to be looked at."""
        with self.context.database.reading() as link:
            game = link.execute(sa.select(sa.func.min(_game.c.wake_at))).scalar()
            times = [game, digest_queue.next_at(link)]
        return min((time for time in times if time is not None), default=None)
