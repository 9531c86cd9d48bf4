"""`yes [GAME]`: what the letter that is answered has asked about."""

from __future__ import annotations

from pbem.server.flow import repeating
from pbem.server.game import votes
from pbem.server.game.request import Request
from pbem.server.lobby import standby
from pbem.server.syntax import registry
from pbem.server.syntax.command import Command, CommandSpec, Needs


def gives_power(request: Request, line: Command) -> bool:
    """Return whether a yes is one to a proposal that gives power."""
    return request.content.asked is None and votes.on_master(request, line)


@CommandSpec(
    words=("yes", "confirm", "confirmed"),
    needs=Needs.PLAYER,
    yields_unless=repeating.is_asked,
    says_yes=True,
    gives_power=gives_power,
)
def run(request: Request, line: Command) -> None:
    """Carry out the lines that were shown; else accept, or agree."""
    if request.content.asked is not None:
        repeating.repeat(request, line.one("WORD"))
    elif standby.invites(request):
        registry.commands()["accept"].run(request, Command("accept", (), "accept"))
    elif votes.is_open_for(request):
        votes.ballot(request, yes=True)
    else:
        request.refuse("yes_to_what")
