"""What the host does at the machine that a game master may do by letter."""

from __future__ import annotations

from pbem.server.context import ServerContext
from pbem.server.flow.turn import GameTransaction
from pbem.server.game.session import GameSession
from pbem.server.gm import perform
from pbem.server.gm.grammar import GmRequest
from pbem.server.gm.perform import GmResult
from pbem.server.store import game_store


def act(
    server: ServerContext, name: str, wish: GmRequest, who: str, now: float
) -> GmResult | None:
    """Do what is wished for a game, or try it; None: there is no such game."""
    with server.database.writing() as conn:
        row = game_store.find(conn, name, lock=not server.database.embedded)
        if row is None:
            return None
        session = GameSession(server, conn, now, row)
        done = perform.perform(session, wish, who)
        if not wish.trying and not done.refusal:
            GameTransaction(session).finish(more=True)
    return done
