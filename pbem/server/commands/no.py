"""`no`: not what the letter that is answered has asked for."""

from __future__ import annotations

from pbem.server.flow import repeating
from pbem.server.game import votes
from pbem.server.game.request import Request
from pbem.server.lobby import standby
from pbem.server.syntax import registry
from pbem.server.syntax.command import Command, CommandSpec, Needs


@CommandSpec(words=("no",), needs=Needs.PLAYER, yields_unless=repeating.is_asked)
def run(request: Request, line: Command) -> None:
    """Leave it, decline, or refuse."""
    if request.content.asked is not None:
        request.say("left_alone")
    elif standby.invites(request):
        registry.commands()["decline"].run(request, Command("decline", (), "decline"))
    elif votes.is_open_for(request):
        votes.ballot(request, yes=False)
    else:
        request.refuse("yes_to_what")
