"""`game NAME [#N]`: what follows is for that game, at that turn."""

from __future__ import annotations

from pbem.server.game.request import Request
from pbem.server.syntax.command import Command

WORDS = ("game",)
NEEDS = "anybody"


def run(request: Request, line: Command) -> None:
    """The lines below were sent on already (errands.py); here nothing is to do."""
