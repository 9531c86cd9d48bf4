"""Claims a game, takes its waiting letters and its deadline, commits all at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pbem.schedule.units import HOUR
from pbem.server.context import ServerContext, Transaction
from pbem.server.flow import dead_letters, digest, dispatch, receipt
from pbem.server.flow.due import run_until
from pbem.server.flow.turn import GameTransaction
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.guard import Work
from pbem.server.lobby import ladder
from pbem.server.store import claims, game_store, letters, players
from pbem.server.store.connection import UNAVAILABLE_ERRORS
from pbem.server.store.letters import SortedLetter
from pbem.server.store.queries import save
from pbem.server.store.rows import GameRow

BATCH = 50  #: letters of one game in one transaction
PAUSE = HOUR  #: before a game is checked again whose deadline failed


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
                or ladder.step(self.context)
            )
        except _Failed as failed:
            self._set_back(failed, now)
            return True

    def _game(self, now: float) -> bool:
        context = self.context
        with context.writing(now) as tx:
            lock = not context.database.embedded
            game = claims.claim(tx.conn, now, lock=lock)
            if game is None:
                return False
            with context.guard.working(Work("game", game.id)):
                remember, count = self._take_turn(tx, game)
        remember()
        self.letters += count
        return True

    def _take_turn(
        self, tx: Transaction, game: GameRow
    ) -> tuple[Callable[[], None], int]:
        conn, now = tx.conn, tx.now
        # Read after the lock: another worker may have taken what woke the game.
        rows = letters.waiting_for(conn, game.id, BATCH + 1)
        more, rows = len(rows) > BATCH, rows[:BATCH]
        letter_id: int | None = None
        try:
            session = GameSession(self.context, conn, now, game)
            turn = GameTransaction(session)
            for row in rows:
                self.context.guard.turn_to(Work("game", game.id))
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
        with context.database.writing() as conn:
            lock = not context.database.embedded
            row = letters.waiting_for_none(conn, lock=lock)
            if row is None:
                return False
            try:
                request = Request(context, conn, now, row, SortedLetter.of(row))
                with context.guard.working(Work("letter", row.id)):
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
        """Count a failure; a letter that fails three times is quarantined."""
        with self.context.writing(now) as tx:
            if failed.letter_id is not None:
                dead_letters.count_failure(tx, failed.letter_id)
                return
            assert failed.game_id is not None
            game = game_store.get(tx.conn, failed.game_id)
            save(tx.conn, game, game._replace(wake_at=now + PAUSE))
            tx.alert_host("stuck", game=game.name)

    def next_at(self) -> float | None:
        """Return the time at which the next game is due."""
        with self.context.database.reading() as conn:
            times = [claims.next_wake(conn), players.next_digest(conn)]
        return min((time for time in times if time is not None), default=None)
