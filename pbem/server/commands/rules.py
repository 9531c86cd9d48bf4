"""`rules [GAME]`: the handbook."""

from __future__ import annotations

from pbem.plugins import games
from pbem.report import handbook
from pbem.server.game.request import Request
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, never

_WORDS = ("rules", "handbook", "manual", "rulebook")


@CommandSpec(
    words=(*_WORDS, *(f"{word}?" for word in _WORDS)),
    needs=Needs.ANYBODY,
    topic=Topic.BEGINNING,
    changes=never,
)
def run(request: Request, line: Command) -> None:
    """Send the handbook of a game; of the one of the letter where none is named."""
    name = line.one("WORD").rstrip("?")
    if not name and request.session is None:
        request.say("rules_which", **games.in_short())
        return
    here = request.session.game.kind if request.session else ""
    game = request.find_kind(name or here)
    if game is None:
        return
    if game.handbook is None:
        request.refuse("no_handbook", game=game)
        return
    found = handbook.blocks(game.handbook.read_text(encoding="utf-8"))
    shown = request.receipt.blocks
    if found[0] not in shown:  # once a letter, however often it is asked for
        request.show(found)
