"""`refuse`: no to what somebody has proposed."""

from __future__ import annotations

from pbem.server.game.request import Request
from pbem.server.play import votes
from pbem.server.syntax.command import Command

WORDS = ("refuse",)
NEEDS = "seat"
YIELDS = True


def claims(request: Request) -> bool:
    """Return whether there is a proposal: it goes before an order of that name."""
    return request.session is not None and votes.open_in(request.session) is not None


def run(request: Request, line: Command) -> None:
    """Refuse what is proposed."""
    if not votes.ballot(request, yes=False):
        request.refuse("vote_refused", why="none", what="")
