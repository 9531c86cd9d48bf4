"""Letters to the game masters of a game."""

from __future__ import annotations

from typing import Any

from pbem.server.game import game_masters
from pbem.server.game.session import GameSession
from pbem.server.notices import references
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.storage import players
from pbem.server.storage.reply_tokens import grant_without_game


def tell(session: GameSession, what: str, **given: Any) -> int:
    """A letter to all masters of a game, whom an answer lets act; how many."""
    link, context, game = session.link, session.context, session.game
    host = context.config.host.lower()
    if host and players.owner(link, host) is None:
        players.get_or_create(link, host, "", session.now)
    told = 0
    for player_id in game_masters.of(link, context, game.id):
        if session.seat_of(player_id) is not None and given.get("secrets"):
            given = {**given, "secrets": {}}
        draft = Message(
            subject=templates.subject("to_master", name=game.name),
            body=templates.blocks(what, name=game.name, to=player_id, **given),
            ref="desk",
            thread=references.thread(context, game),
        )
        told += context.outbox.to_player(
            *(link, session.now, player_id, draft),
            kind="master",
            grant=grant_without_game(player_id, session.now),
        )
    return told
