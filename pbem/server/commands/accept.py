"""`accept [as NAME] [word WORD] [prefer LIST]`."""

from __future__ import annotations

from pbem.plugins import games
from pbem.plugins.games import GameFault
from pbem.record.header import Unreadable
from pbem.server import naming
from pbem.server.flow import slips
from pbem.server.game.request import Request
from pbem.server.lobby import invitations, standby
from pbem.server.states import TAKEN, GameState, SeatState
from pbem.server.store import game_store
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic


@CommandSpec(words=("accept",), needs=Needs.SEAT, topic=Topic.BEGINNING, says_yes=True)
def run(request: Request, line: Command) -> None:
    """Take the seat that the writer was invited to."""
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
        game, wanted = games.find(session.game.kind), session.game.wanted
        request.say("opened", name=session.game.name, game=game, wanted=wanted)
        return
    rows = game_store.seats(request.conn, session.game.id)
    request.say(
        "accepted",
        begun=state is GameState.RUNNING,
        missing=[row.name for row in rows if row.state not in TAKEN],
        silent=[row.name for row in rows if row.state is SeatState.LISTED],
        word=line.one("LUCK"),
        wish=wish,
    )
