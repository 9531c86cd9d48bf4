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
    said = line.one("SEATS").strip()
    borrowed = _AS.search(said)
    if borrowed:
        said = f"{said[: borrowed.start()]} {said[borrowed.end() :]}".strip()
        said = re.sub(r"^to\s+", "", said, flags=re.IGNORECASE)
    to = list(filter(None, re.split(r"\s*,\s*|\s+and\s+", said)))
    text = line.one("TEXT") or "\n".join(line.body)
    mask = borrowed[1] if borrowed else ""
    press.send(request, to, text, anonymous=bool(line.one("ANON")), mask=mask)
