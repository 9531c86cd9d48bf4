"""Answers to the letter of an earlier turn: their tokens are spent."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.server.game.request import Request
from pbem.server.play import votes
from pbem.server.syntax.command import Command

#: Commands for which the token of an earlier turn is not enough, like orders.
FRESH = frozenset({"address", "gm", "propose", "wait", "ready", "clear"})


def too_old(request: Request, line: Command) -> bool:
    """Return whether a command wants a later token than the one that came with it."""
    session, serial = request.session, request.content.serial
    if session is None or serial is None or not request.spent:
        return False
    if line.name in ("agree", "refuse"):
        # A proposal stays open for longer than a turn.
        vote = votes.open_in(session)
        return vote is not None and serial < vote.serial
    return line.name in FRESH


def say(request: Request, lines: Sequence[str]) -> None:
    """Say that lines were for another turn, and give them back."""
    assert request.session is not None
    serial = request.content.serial
    if request.guard is not None and not request.spent:
        serial = request.guard
    request.say("stale", lines=lines[:20], serial=serial, now=request.session.serial)
