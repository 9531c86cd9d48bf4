"""`press [anonymously] [to NAME, NAME] [as NAME]: TEXT`, or the text on the lines
below."""

from __future__ import annotations

import re

from pbem.server.game import press
from pbem.server.game.request import Request
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic

_AS = re.compile(r"(?:^|(?<=\s))as\s{1,9}(\S.{0,60}?)(?=\s{1,9}to\s|$)", re.IGNORECASE)


@CommandSpec(
    words=("press",),
    needs=Needs.SEAT,
    topic=Topic.GAME,
    body_ends=("end press", "endpress", "end broadcast", "endbroadcast"),
    free_text=True,
)
def run(request: Request, line: Command) -> None:
    """Pass words on to other players, or to the game master."""
    recipients = line.one("SEATS").strip()
    borrowed = _AS.search(recipients)
    if borrowed:
        recipients = (
            f"{recipients[: borrowed.start()]} {recipients[borrowed.end() :]}".strip()
        )
        recipients = re.sub(r"^to\s+", "", recipients, flags=re.IGNORECASE)
    to = list(filter(None, re.split(r"\s*,\s*|\s+and\s+", recipients)))
    text = line.one("TEXT") or "\n".join(line.body)
    mask = borrowed[1] if borrowed else ""
    press.send(request, to, text, anonymous=bool(line.one("ANON")), mask=mask)
