"""`host: TEXT`, and the lines below: words to the person who runs the server."""

from __future__ import annotations

from pbem.server.flow import host_words
from pbem.server.game.request import Request
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic


@CommandSpec(
    words=("host",),
    needs=Needs.PLAYER,
    topic=Topic.PLAYER,
    body_ends=("end host",),
    free_text=True,
)
def run(request: Request, line: Command) -> None:
    """Pass words on to the host, whose answer comes back."""
    host_words.send(request, "\n".join(filter(None, (line.one("WORDS"), *line.body))))
