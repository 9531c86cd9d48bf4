"""`game NAME [#N]`: what follows is for that game, at that turn."""

from __future__ import annotations

from pbem.server.game.request import Request
from pbem.server.syntax.command import Command, CommandSpec, Needs


@CommandSpec(words=("game",), needs=Needs.ANYBODY)
def run(request: Request, line: Command) -> None:
    """Do nothing: the lines below were sent on when the letter was read."""
