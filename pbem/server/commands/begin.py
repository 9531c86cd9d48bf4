"""`begin`: who starts a game goes on with those who have accepted."""

from __future__ import annotations

import json

from pbem.pages.wording import words as game_words
from pbem.plugins import games
from pbem.plugins.games import GameFault
from pbem.record.header import Unreadable
from pbem.server.game.request import Request
from pbem.server.lobby import guests, invitations
from pbem.server.states import NOT_BEGUN, OCCUPIED, SeatState
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, never

_WAITED_FOR = (SeatState.DECLINED, SeatState.ASKED, SeatState.LISTED)


@CommandSpec(
    words=("begin",), needs=Needs.SEAT, topic=Topic.BEGINNING, yields_unless=never
)
def run(request: Request, line: Command) -> None:
    """Begin without those who have declined or have not answered."""
    session, _ = request.in_game()
    if not request.is_starter or session.game.state not in NOT_BEGUN:
        request.refuse("starter_only", word="begin")
        return
    kind = games.find(session.game.kind)
    coming = [row for row in session.seats() if row.state in OCCUPIED]
    given = json.loads(session.game.options)
    if fault := invitations.unplayable(kind, given, len(coming)):
        request.refuse("not_playable", game=kind, why=game_words(kind).fault(fault))
        return
    without = guests.drop_guests(session, _WAITED_FOR)
    try:
        invitations.start(session)
    except (GameFault, Unreadable) as error:
        invitations.call_off(request, error)
        return
    request.say("begun_without", without=without)
