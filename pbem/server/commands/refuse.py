"""`refuse`: no to what somebody has proposed."""

from __future__ import annotations

from pbem.server.game import votes
from pbem.server.game.request import Request
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic


@CommandSpec(
    words=("refuse",),
    needs=Needs.SEAT,
    topic=Topic.GAME,
    yields_unless=votes.is_open_for,
    too_old=votes.is_younger_than_token,
)
def run(request: Request, line: Command) -> None:
    """Refuse what is proposed."""
    votes.ballot(request, yes=False)
