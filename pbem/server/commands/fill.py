"""`fill [with bot LEVEL]`: bots take the seats that nobody has."""

from __future__ import annotations

from pbem.bots.levels import USUAL
from pbem.plugins.games import GameFault
from pbem.record.header import Unreadable
from pbem.server.game.request import Request
from pbem.server.lobby import bots, invitations
from pbem.server.states import GOING_ON
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, never


@CommandSpec(
    words=("fill",), needs=Needs.SEAT, topic=Topic.BEGINNING, yields_unless=never
)
def run(request: Request, line: Command) -> None:
    """Give free seats to bots; who began the game says so."""
    session, _ = request.in_game()
    if not request.is_starter or session.game.state not in GOING_ON:
        request.refuse("starter_only", word="fill")
        return
    if why := bots.refused(request, request.player_id):
        request.refuse("no_bots", why=why, limits=request.config.limits)
        return
    level = next(iter(bots.levels_of(line)), USUAL.name)
    try:
        names = bots.fill(session, level)
    except (GameFault, Unreadable) as error:
        invitations.call_off(request, error)
        return
    request.say("filled", names=names, level=level, begun=session.begun)
