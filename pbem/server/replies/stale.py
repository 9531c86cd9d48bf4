"""Answers to the letter of an earlier turn: their tokens are spent."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.server.game.request import Request
from pbem.server.syntax import registry
from pbem.server.syntax.command import Command


def too_old(request: Request, line: Command) -> bool:
    """Whether a command wants a later token than the one that came with it."""
    if request.session is None or not request.spent:
        return False
    return registry.commands()[line.name].too_old(request)


def say(request: Request, lines: Sequence[str]) -> None:
    """Says that lines were for another turn, and gives them back."""
    assert request.session is not None
    serial = request.content.serial
    if request.guard is not None and not request.spent:
        serial = request.guard
    request.say("stale", lines=lines[:20], serial=serial, now=request.session.serial)
