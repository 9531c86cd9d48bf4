"""`ready`: the draft orders of the writer are played."""

from __future__ import annotations

from pbem.server.game import drafts, orders
from pbem.server.game.offered import unsaid
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.game.window import open_window
from pbem.server.states import EntrySource
from pbem.server.store.game_store import LogEntry
from pbem.server.store.rows import SeatRow
from pbem.server.syntax.command import Command, CommandSpec, Needs, always


def claims(request: Request, line: Command) -> bool:
    """Return whether orders wait: else an order of this name in a game is that."""
    return bool(request.seat and (request.seat.waits or request.seat.draft))


def _rest(request: Request, session: GameSession, seat: SeatRow | None) -> None:
    """Send what silence comes to about units that their player has said nothing of."""
    row = seat if session.running and not request.stale else None
    sent = session.story.table.answers.get(row.name) if row else None
    _, lines = unsaid(session.story, row.name, sent) if row else ([], [])
    if row is None or not lines:
        request.say("waits", how="was-not")
        return
    offered = orders.offer_noted(session.story, row.name, "\n".join(lines))
    if offered.story is None:
        request.say("orders", refuses=True, one=offered, preview=False, whom="")
        return
    source, letter = EntrySource.LETTER, request.row.id
    line = LogEntry(session.serial, row.name, offered.text, source, letter)
    salt = request.commit(session.game.name, line)
    session.has_answered(row.name, again=True)
    session.append(offered.story, line, received=request.row.received, salt=salt)
    session.played += offered.played
    request.receipt.ordered = True
    request.say("orders", one=offered, preview=False, whom="")
    if offered.resolved:
        open_window(session)


@CommandSpec(words=("ready",), needs=Needs.SEAT, yields_unless=claims, too_old=always)
def run(request: Request, line: Command) -> None:
    """End `wait`, and play the orders."""
    session, seat = request.in_game()
    if seat is None or not (seat.waits or seat.draft):
        _rest(request, session, seat)
        return
    has_draft = bool(seat.draft)
    resolved = drafts.submit_draft(session, seat.name)
    request.receipt.ordered = has_draft
    request.say("waits", how="ready" if has_draft else "ready-empty")
    if resolved:
        open_window(session)
