"""`no`: to what was asked, an invitation, a seat, a vote."""

from __future__ import annotations

from pbem.server.flow import repeating
from pbem.server.game import votes
from pbem.server.game.request import Request
from pbem.server.lobby import guests, standby
from pbem.server.states import GameState
from pbem.server.syntax.command import Command, CommandSpec, Needs

DECLINE = "decline draw"  #: the order that a no is, where a game has offers of a draw


@CommandSpec(
    words=("no", "decline", "refuse"),
    needs=Needs.PLAYER,
    yields_unless=repeating.is_asked,
    too_old=repeating.answers_late,
)
def run(request: Request, line: Command) -> None:
    """Leave what was shown undone; else leave the seat, or refuse."""
    if request.content.asked is not None:
        request.say("left_alone")
    elif standby.invites(request):
        _leave_seat(request)
    elif votes.is_open_for(request):
        votes.ballot(request, yes=False)
    elif repeating.is_order_of_game(request, DECLINE):
        repeating.orders_behind(request, DECLINE)
    else:
        repeating.nothing_asked(request, line)


def _leave_seat(request: Request) -> None:
    """Turn down an invitation, or a seat that is offered."""
    session, seat = request.in_game()
    if standby.answer(request, yes=False):
        return
    if seat is None:
        request.say("no_invitation", state=session.game.state)
        return
    if guests.decline(session, seat):
        request.say("has_left", name=session.game.name)
        return
    over = session.game.state is GameState.DROPPED
    request.say("has_declined", name=session.game.name, over=over)
