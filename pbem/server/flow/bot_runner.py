"""Bots think one after the other, outside of every transaction; each of those who play
with bots has a turn of the queue."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from pbem.bots.child import BotProcess, BotReply, BotTask, Failed, Stopped, longest
from pbem.bots.levels import USUAL
from pbem.server.context import ServerContext, Transaction
from pbem.server.flow.turn import GameTransaction
from pbem.server.game import bots, plans
from pbem.server.game.session import GameSession
from pbem.server.guard import Work
from pbem.server.store import asides, game_store
from pbem.server.store import bot_jobs as thoughts
from pbem.server.store.queries import delete, save
from pbem.server.store.rows import BotJobRow

_log = logging.getLogger("pbem.server")
MAX_TRIES = 2  #: of one order
AGAIN = 60.0  #: seconds before another

Think = Callable[[BotTask], BotReply]


@dataclass(slots=True)
class Thinking:
    """The queue of bots' turns, and the thread that works on it."""

    context: ServerContext
    think: Think = field(default_factory=BotProcess)
    _served: dict[int, int] = field(default_factory=dict)  #: by who began the games
    _count: int = 0

    def step(self, now: float) -> bool:
        """Think about one order; return whether there was one to be found."""
        with self.context.database.reading() as conn:
            due = thoughts.due(conn, now)
            if not due:
                return False
            # Anyone who was served longest ago is next; of theirs, the oldest.
            row, starter = min(due, key=lambda one: self._served.get(one[1], 0))
            game = game_store.get(conn, row.game_id)
            seats = {seat.number: seat for seat in game_store.seats(conn, game.id)}
            seat = seats.get(row.number)
            text = game_store.turn_file(conn, game) if seat is not None else ""
        self._count += 1
        self._served[starter] = self._count
        level = bots.level_of(seat) if seat is not None else USUAL.name
        mine = row._replace(at=now + longest(level))
        with self.context.writing(now) as tx:
            # Who is killed meanwhile leaves it to anyone who looks after that time.
            if not thoughts.claim(tx.conn, row, mine.at):
                return True
        reply, why = None, "no such seat"
        if seat is not None:
            # No player may know it, and all bots of a game have the same.
            secret = self.context.key.token(f"bot {game.name} {row.serial}")
            seed = hashlib.sha256(secret.encode() + (game.seed or b"")).hexdigest()
            question = BotTask(text, seat.name, level, seed)
            try:
                reply = self.think(question)
            except Stopped:
                with self.context.writing(now) as tx:
                    thoughts.claim(tx.conn, mine, row.at)
                return False
            except Failed as fault:
                why = str(fault)
        working = self.context.guard.working(Work("game", row.game_id))
        with self.context.writing(now) as tx, working:
            remember = self._settle(tx, row, reply, why)
        remember()
        return True

    def end(self) -> None:
        """Think no more; what is thought about is left to the next who looks."""
        if isinstance(self.think, BotProcess):
            self.think.end()

    def next_at(self) -> float | None:
        """Return when the next order is to be found."""
        with self.context.database.reading() as conn:
            return thoughts.next_at(conn)

    def _settle(
        self, tx: Transaction, row: BotJobRow, reply: BotReply | None, why: str
    ) -> Callable[[], None]:
        """Give the game what was found, if it is still asked for."""
        conn, lock = tx.conn, not self.context.database.embedded
        name = tx.game_name(row.game_id)
        game = game_store.find(conn, name, lock=lock)
        still = thoughts.get(conn, row.id)
        if game is None or still is None:
            return _nothing
        if asides.since(conn, game.id) is not None:
            thoughts.claim(conn, still, tx.now)  # it is thought about again
            return _nothing
        session = GameSession(self.context, conn, tx.now, game)
        if not session.running or session.serial != row.serial:
            delete(conn, still)
            return _nothing
        seat = next(one for one in session.seats() if one.number == row.number)
        turn = GameTransaction(session)
        if reply is None or not bots.answer(session, seat.name, reply.lines):
            self._failed(session, still, why)
            return _nothing
        delete(conn, still)
        plans.fire(session)
        if reply.cut:
            cut = f"{reply.playouts} playouts"
            session.audit("bot-cut", cut, seat=seat.number)
        # What else waits for the game is checked by a worker.
        return turn.finish(more=True)

    def _failed(self, session: GameSession, row: BotJobRow, why: str) -> None:
        """Try once more; then the bot misses its turn, and the host is notified."""
        tries, again = row.tries + 1, session.now + AGAIN
        _log.warning("a bot failed: %s", why, extra={"game": session.game.name})
        session.audit("bot-failed", why[:300], seat=row.number)
        if tries >= MAX_TRIES:
            seat = session.seats()[row.number].name
            again = thoughts.NEVER
            session.alert_host("bot", name=session.game.name, seat=seat, why=why)
        save(session.conn, row, row._replace(tries=tries, at=again))


def _nothing() -> None:
    """Have nothing to do after the commit."""
