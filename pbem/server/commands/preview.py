"""`preview`: what the lines that follow would do; nothing is kept."""

from __future__ import annotations

from pbem.server.game.request import Request
from pbem.server.syntax.command import Command, CommandSpec, Needs, never


@CommandSpec(words=("preview", "preview:"), needs=Needs.SEAT, changes=never)
def run(request: Request, line: Command) -> None:
    """Have the rest of the letter shown only."""
    request.receipt.begin_preview()
