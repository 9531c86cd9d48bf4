"""`press [anonymously] [to NAME, NAME]: TEXT`, or the text on the lines below."""

from __future__ import annotations

import re

from pbem.server.game import press
from pbem.server.game.request import Request
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic


@CommandSpec(
    words=("press",),
    needs=Needs.SEAT,
    topic=Topic.GAME,
    body_ends=("end press", "endpress", "end broadcast", "endbroadcast"),
    free_text=True,
)
def run(request: Request, line: Command) -> None:
    """Pass words on to other players, or to the game master."""
    to = re.split(r"\s*,\s*|\s+and\s+", line.one("SEATS").strip())
    text = line.one("TEXT") or "\n".join(line.body)
    press.send(request, list(filter(None, to)), text, anonymous=bool(line.one("ANON")))
