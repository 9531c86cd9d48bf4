"""`game NAME [#N]`: what follows is for that game, at that turn."""

from __future__ import annotations

from pbem.server import sheet
from pbem.server.talk import Talk

WORDS = ("game",)
NEEDS = "anybody"


def run(talk: Talk, line: sheet.Command) -> None:
    """The lines below were sent on already (errands.py); here nothing is to do."""
