"""`unwatch NAME`: no more reports of a game that one watches."""

from __future__ import annotations

from pbem.server.database.queries import delete
from pbem.server.database.rows import WatcherRow
from pbem.server.game.request import Request
from pbem.server.storage import game_store
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic


@CommandSpec(words=("unwatch",), needs=Needs.PLAYER, topic=Topic.BEGINNING)
def run(request: Request, line: Command) -> None:
    """Take the writer off the list of those who watch a game."""
    name = line.one("WORD")
    game = game_store.find(request.link, name)
    if game is None:
        request.refuse("no_game_named", name=name)
        return
    delete(request.link, WatcherRow(game.id, request.writer_id))
    request.say("watching", name=game.name, how="off")
