"""`whois [NAME]`: who plays, how reliably, and how well; never an address."""

from __future__ import annotations

from pbem.server import sheet, whois
from pbem.server.talk import Talk

WORDS = ("whois",)
NEEDS = "player"


def run(talk: Talk, line: sheet.Command) -> None:
    """Tells about oneself, a player one shares a game with, or a whole game."""
    found = whois.about(talk, line.one("WHO").strip())
    talk.understood = bool(found)
    talk.say("whois", wanted=line.one("WHO").strip(), people=found)
