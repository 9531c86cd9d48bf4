"""`yes [GAME]`, `yes [as NAME] [word WORD] [prefer LIST]`: a yes to what we asked."""

from __future__ import annotations

from pbem.plugins import games
from pbem.plugins.games import GameFault
from pbem.record.header import Unreadable
from pbem.server import naming
from pbem.server.flow import repeating, slips
from pbem.server.game import votes
from pbem.server.game.request import Request
from pbem.server.lobby import invitations, standby
from pbem.server.states import OCCUPIED, GameState, SeatState
from pbem.server.store import game_store
from pbem.server.syntax.command import Command, CommandSpec, Needs

ACCEPT = "accept draw"  #: the order that a yes is, where a game has offers of a draw


def gives_power(request: Request, line: Command) -> bool:
    """Return whether a yes is one to a proposal that gives power."""
    return request.content.asked is None and votes.on_master(request, line)


@CommandSpec(
    words=("yes", "confirm", "confirmed", "accept", "agree"),
    needs=Needs.PLAYER,
    yields_unless=repeating.is_asked,
    too_old=repeating.answers_late,
    says_yes=True,
    gives_power=gives_power,
)
def run(request: Request, line: Command) -> None:
    """Carry out the lines that were shown; else take the seat, or agree."""
    named = line.one("AS") or line.one("LUCK") or line.one("WISH")
    if request.content.asked is not None and not named:
        repeating.repeat(request, line.one("WORD"))
    elif standby.invites(request):
        _take_seat(request, line)
    elif votes.is_open_for(request) and not named:
        votes.ballot(request, yes=True)
    elif repeating.is_order_of_game(request, ACCEPT) and not named:
        repeating.orders_behind(request, ACCEPT)
    else:
        repeating.nothing_asked(request, line)


def _take_seat(request: Request, line: Command) -> None:
    """Take the seat that the writer was invited to, or that is offered."""
    session, seat = request.in_game()
    if standby.answer(request, yes=True):
        return
    asked = seat is not None and seat.state is SeatState.ASKED
    invited = session.game.state is GameState.INVITED or (
        session.game.state is GameState.OPEN and asked
    )
    if seat is None or not invited:
        request.say("no_invitation", state=session.game.state)
        return
    called = line.one("AS")
    wish = invitations.wish(line.one("WISH"))
    if slips.odd_name(request, called) or slips.odd_wish(request, wish):
        return
    if not called and seat.state is SeatState.ASKED:
        called = naming.first_name(request.content.name)
    try:
        state = invitations.accept(session, seat, called, line.one("LUCK"), wish)
    except (Unreadable, GameFault) as error:
        invitations.call_off(request, error)
        return
    if state is GameState.OPEN and seat.number == 0:
        game, seats = games.find(session.game.kind), session.game.wanted
        request.say("opened", name=session.game.name, game=game, wanted=seats)
        return
    rows = game_store.seats(request.conn, session.game.id)
    request.say(
        "accepted",
        begun=state is GameState.RUNNING,
        missing=[row.name for row in rows if row.state not in OCCUPIED],
        silent=[row.name for row in rows if row.state is SeatState.LISTED],
        word=line.one("LUCK"),
        wish=wish,
    )
