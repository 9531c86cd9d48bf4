"""`clear` or `undo`: to take back what one has sent for the open turn."""

from __future__ import annotations

from pbem.server.game import withdraw
from pbem.server.game.request import Request
from pbem.server.play import drafts, plans
from pbem.server.syntax.command import Command, CommandSpec, Needs, always


@CommandSpec(words=("clear", "undo"), needs=Needs.SEAT, too_old=always)
def run(request: Request, line: Command) -> None:
    """Take the writer's orders out of the record, where nothing came of them yet."""
    session, seat = request.in_game()
    if seat is None or not session.running or request.stale:
        request.say("cleared", orders=[], stale=request.stale, plan=False)
        return
    if seat.drawer:
        drafts.set_aside(session, seat)
        session.change_seat(seat, seat._replace(drawer=""))
        orders = drafts.text(seat).split("\n")
    else:
        orders = withdraw.withdraw(session, seat.name)
    # It was made for what was sent, so it goes with that.
    plan = bool(plans.drop(session, seat.name))
    request.say("cleared", orders=orders, stale=False, plan=plan)
