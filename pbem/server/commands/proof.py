"""`proof`: all seals of a finished game opened."""

from __future__ import annotations

from pbem.server import fair, sheet
from pbem.server.talk import Talk

WORDS = ("proof",)
NEEDS = "seat"


def run(talk: Talk, line: sheet.Command) -> None:
    """Every order with its salt; only when the game is over."""
    sitting = talk.sitting
    assert sitting is not None
    if sitting.state != "over":
        talk.say("proof_later", name=sitting.game.name)
        return
    talk.understood = True
    talk.show(fair.opening(talk.link, sitting.game, whole=True))
