"""`unwatch NAME`: no more reports of a game that one watches."""

from __future__ import annotations

from pbem.server.game.request import Request
from pbem.server.store import game_store
from pbem.server.store.queries import delete
from pbem.server.store.rows import WatcherRow
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic


@CommandSpec(words=("unwatch",), needs=Needs.PLAYER, topic=Topic.BEGINNING)
def run(request: Request, line: Command) -> None:
    """Take the writer off the list of those who watch a game."""
    name = line.one("WORD")
    game = game_store.find(request.conn, name)
    if game is None:
        request.refuse("no_game_named", name=name)
        return
    delete(request.conn, WatcherRow(game.id, request.writer_id))
    request.say("watching", name=game.name, how="off")
