"""`open GAME for N [OPTION=VALUE]`."""

from __future__ import annotations

from pbem.server.commands.new import propose
from pbem.server.game.request import Request
from pbem.server.syntax.command import Command, CommandSpec, Needs, Wraps


@CommandSpec(words=("open",), needs=Needs.ANYBODY, begins_game=True, wraps=Wraps.NAMES)
def run(request: Request, line: Command) -> None:
    """Begin a game that anybody may join; it starts when all seats are taken."""
    if not request.content.writer:
        return
    game = request.find_kind(line.one("WORD"))
    if game is None:
        return
    places = int(line.one("COUNT"))
    made = propose(request, line, game, places=places)
    if made is not None:
        request.understood = True
        request.say("opened", name=made.name, game=game, wanted=places)
