"""Answers to the letter of an earlier turn: their tokens are spent."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.server import sheet, votes
from pbem.server.talk import Talk

#: Commands for which the token of an earlier turn is not enough, like orders.
FRESH = frozenset({"address", "gm", "propose", "wait", "ready", "clear"})


def too_old(talk: Talk, line: sheet.Command) -> bool:
    """Whether a command wants a later token than the one that came with it."""
    sitting, serial = talk.sitting, talk.content.serial
    if sitting is None or serial is None or not sitting.spent(talk):
        return False
    if line.name in ("agree", "refuse"):
        # A proposal stays open for longer than a turn.
        vote = votes.open_in(sitting)
        return vote is not None and serial < vote.serial
    return line.name in FRESH


def say(talk: Talk, lines: Sequence[str]) -> None:
    """Says that lines were for another turn, and gives them back."""
    assert talk.sitting is not None
    serial = talk.content.serial
    if talk.guard is not None and not talk.sitting.spent(talk):
        serial = talk.guard
    talk.say("stale", lines=lines[:20], serial=serial, now=talk.sitting.serial)
