"""`ready`: the draft orders of the writer are played."""

from __future__ import annotations

from pbem.server.game import drafts
from pbem.server.game.request import Request
from pbem.server.game.window import open_window
from pbem.server.syntax.command import Command, CommandSpec, Needs, always


def claims(request: Request) -> bool:
    """Return whether orders wait: else an order of this name in a game is that."""
    return bool(request.seat and (request.seat.waits or request.seat.draft))


@CommandSpec(words=("ready",), needs=Needs.SEAT, yields_unless=claims, too_old=always)
def run(request: Request, line: Command) -> None:
    """End `wait`, and play the orders."""
    session, seat = request.in_game()
    if seat is None or not (seat.waits or seat.draft):
        request.say("waits", how="was-not")
        return
    kept = bool(seat.draft)
    resolved = drafts.submit_draft(session, seat.name)
    request.receipt.ordered = kept
    request.say("waits", how="ready" if kept else "ready-empty")
    if resolved:
        open_window(session)
