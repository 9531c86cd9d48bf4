"""`back`: one's absence is over, or does not take place."""

from __future__ import annotations

from pbem.server.game import absences
from pbem.server.game.request import Request
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic


@CommandSpec(words=("back",), needs=Needs.PLAYER, topic=Topic.PLAYER)
def run(request: Request, line: Command) -> None:
    """Take back what was announced with `away`."""
    ended = absences.cancel(request.conn, request.writer_id, request.now)
    request.say("back", ended=ended)
