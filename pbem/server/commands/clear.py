"""`clear` or `undo`: to take back what one has sent for the open turn."""

from __future__ import annotations

from pbem.server.game.request import Request
from pbem.server.game.take_back import take_back
from pbem.server.syntax.command import Command, CommandSpec, Needs, always


@CommandSpec(words=("clear", "undo"), needs=Needs.SEAT, too_old=always)
def run(request: Request, line: Command) -> None:
    """Take the writer's orders out of the record, where nothing came of them yet."""
    session, seat = request.in_game()
    if seat is None or not session.running or request.stale:
        request.say("cleared", orders=[], stale=request.stale, plan=False)
        return
    orders, plan = take_back(session, seat)
    request.say("cleared", orders=orders, stale=False, plan=plan)
