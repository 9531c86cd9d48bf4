"""`back`: one's absence is over, or does not take place."""

from __future__ import annotations

from pbem.server import absence, sheet
from pbem.server.talk import Talk

WORDS = ("back",)
NEEDS = "player"


def run(talk: Talk, line: sheet.Command) -> None:
    """Takes back what was announced with `away`."""
    if talk.player_id is None:
        return
    ended = absence.back(talk.link, talk.player_id, talk.now)
    talk.understood = True
    talk.say("back", ended=ended)
