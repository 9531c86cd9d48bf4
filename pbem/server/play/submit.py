"""Orders of a letter go into the record, or into the drafts."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.protocol import Seat
from pbem.server.game import deadlines
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.play import drafts, orders
from pbem.server.play.orders import OrderLine
from pbem.server.play.window import open_window
from pbem.server.storage.game_store import LogEntry


def submit(
    request: Request, session: GameSession, seat: Seat, lines: Sequence[OrderLine]
) -> orders.Offered:
    """Offer lines to the game; what is accepted goes into the record."""
    received = request.row.received
    deadlines.elapse(session, min(received, session.now))
    serial = session.story.table.serial
    offered = orders.offer(session.story, seat, lines)
    if offered.story is None:
        return offered
    if drafts.holds_back(session, seat, offered):
        drafts.save(request, session, seat, offered)
        return offered
    cause = f"letter:{request.row.id}:{session.game.length}"
    line = LogEntry(serial, seat, offered.text, cause)
    salt = request.commit(session.game.name, line)
    session.has_answered(seat, again=bool(offered.replaces))
    session.news += [(seat, event) for event in offered.news]
    session.append(offered.story, line, received=received, salt=salt)
    session.played += offered.played
    if offered.resolved:
        open_window(session)
    return offered
