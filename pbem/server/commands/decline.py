"""`decline`: not to take the seat that one was invited to."""

from __future__ import annotations

from pbem.server.game.request import Request
from pbem.server.lobby import guests, standby
from pbem.server.states import NOT_BEGUN, GameState
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic


@CommandSpec(words=("decline",), needs=Needs.SEAT, topic=Topic.BEGINNING)
def run(request: Request, line: Command) -> None:
    """Turn an invitation down."""
    session, seat = request.in_game()
    if standby.answer(request, yes=False):
        return
    if seat is None or session.game.state not in NOT_BEGUN:
        request.say("no_invitation", state=session.game.state)
        return
    if guests.decline(session, seat):
        request.say("has_left", name=session.game.name)
        return
    over = session.game.state is GameState.DROPPED
    request.say("has_declined", name=session.game.name, over=over)
