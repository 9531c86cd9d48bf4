"""`wait`: to keep one's orders back as a draft."""

from __future__ import annotations

from pbem.server.game import drafts
from pbem.server.game.request import Request
from pbem.server.syntax.command import Command, CommandSpec, Needs, always, never


@CommandSpec(words=("wait",), needs=Needs.SEAT, yields_unless=never, too_old=always)
def run(request: Request, line: Command) -> None:
    """Keep the orders of this turn back until `ready`, or the deadline."""
    session, seat = request.in_game()
    if seat is None or not session.running or request.stale:
        request.say("waits", how="not-now")
        return
    own = session.story.table.answers.get(seat.name)
    if own is not None and not own.standing:
        request.say("waits", how="laid")
        return
    window = session.story.window
    if window is None or seat.name not in window.seats:
        request.say("waits", how="not-asked")
        return
    drafts.wait(session, seat)
    request.say("waits", how="on")
