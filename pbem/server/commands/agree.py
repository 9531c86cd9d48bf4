"""`agree`: yes to what somebody has proposed."""

from __future__ import annotations

from pbem.server.game import votes
from pbem.server.game.request import Request
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic


@CommandSpec(
    words=("agree",),
    needs=Needs.SEAT,
    topic=Topic.GAME,
    yields_unless=votes.is_open_for,
    too_old=votes.is_younger_than_token,
    says_yes=True,
    gives_power=votes.on_master,
)
def run(request: Request, line: Command) -> None:
    """Agree to what is proposed."""
    votes.ballot(request, yes=True)
