"""`preview`: what the lines that follow would do; nothing is kept."""

from __future__ import annotations

from pbem.server import sheet
from pbem.server.talk import Talk

WORDS = ("preview", "preview:")
NEEDS = "seat"


def run(talk: Talk, line: sheet.Command) -> None:
    """Has the rest of the letter shown only."""
    talk.preview = True
