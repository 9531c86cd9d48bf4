"""`watch NAME`: to be sent the public reports of a game."""

from __future__ import annotations

from pbem.server.flow import routing
from pbem.server.game.request import Request
from pbem.server.states import BEGUN
from pbem.server.store import game_store, games
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic


@CommandSpec(words=("watch",), needs=Needs.PLAYER, topic=Topic.BEGINNING)
def run(request: Request, line: Command) -> None:
    """Add the writer to those who watch a game that they do not play."""
    name = line.one("WORD")
    game = game_store.find(request.conn, name)
    if game is None or game.state not in BEGUN:
        request.refuse("no_game_named", name=name)
        return
    if routing.plays(request, game):
        request.say("watching", name=game.name, how="plays")
        return
    games.watch(request.conn, game.id, request.writer_id)
    request.say("watching", name=game.name, how="on")
