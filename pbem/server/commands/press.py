"""`press [anonymously] [to NAME, NAME]: TEXT`, or the text on the lines below."""

from __future__ import annotations

import re

from pbem.server import press, sheet
from pbem.server.talk import Talk

WORDS = ("press",)
NEEDS = "seat"
BODY = ("end press", "endpress", "end broadcast", "endbroadcast")  #: ends the text


def run(talk: Talk, line: sheet.Command) -> None:
    """Passes words on to other players, or to the game master."""
    to = [
        name
        for name in re.split(r"\s*,\s*|\s+and\s+", line.one("SEATS").strip())
        if name
    ]
    text = line.one("TEXT") or "\n".join(line.body)
    press.send(talk, to, text, anonymous=bool(line.one("ANON")))
