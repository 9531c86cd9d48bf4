"""`agree`: yes to what somebody has proposed."""

from __future__ import annotations

from pbem.server import sheet, votes
from pbem.server.talk import Talk

WORDS = ("agree",)
NEEDS = "seat"
YIELDS = True


def claims(talk: Talk) -> bool:
    """An open proposal goes before an order of that name."""
    return talk.sitting is not None and votes.open_in(talk.sitting) is not None


def run(talk: Talk, line: sheet.Command) -> None:
    """Agrees."""
    if not votes.ballot(talk, yes=True):
        talk.say("vote_refused", why="none", what="")
