"""`announce [to GAME]: TEXT`: the host writes to all players, of a game or of all."""

from __future__ import annotations

from pbem.server.game import announcement, game_masters
from pbem.server.game.request import Request
from pbem.server.store import game_store, players
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, always


def gives_power(request: Request, line: Command) -> bool:
    """Return whether the host asks: a letter of theirs that others have seen writes to
    nobody."""
    return game_masters.is_host(request, request.player_id)


@CommandSpec(
    words=("announce",),
    needs=Needs.PLAYER,
    topic=Topic.HOST,
    too_old=always,
    gives_power=gives_power,
    body_ends=("end announce", "end"),
    free_text=True,
)
def run(request: Request, line: Command) -> None:
    """Send words of the host to players."""
    if not game_masters.is_host(request, request.player_id):
        request.refuse("announce_refused", why="not-host")
        return
    text = line.one("TEXT") or "\n".join(line.body)
    if not text.strip():
        request.refuse("announce_refused", why="empty")
        return
    name = line.one("FOR_GAME")
    game = game_store.find(request.conn, name) if name else None
    if name and game is None:
        request.refuse("no_game_named", name=name)
        return
    recipients = announcement.send(request, text, game)
    where = game.name if game else ""
    names = players.names(request.conn, recipients)
    request.say("announced", many=len(names), game=where)
