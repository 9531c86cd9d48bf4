"""Letters to the game masters of a game."""

from __future__ import annotations

from typing import Any

from pbem.server.game import game_masters
from pbem.server.game.session import GameSession
from pbem.server.notices import references
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.states import LetterKind
from pbem.server.storage import players


def tell(session: GameSession, what: str, **given: Any) -> int:
    """Write to all masters of a game, whom an answer lets act; return to how many."""
    link, game = session.link, session.game
    host = session.config.host.lower()
    if host and players.owner(link, host) is None:
        players.get_or_create(link, host, "", session.now)
    told = 0
    for player_id in game_masters.of(session, game.id):
        if session.seat_of(player_id) is not None and given.get("secrets"):
            given = {**given, "secrets": {}}
        message = Message(
            subject=templates.subject("to_master", name=game.name),
            body=templates.blocks(what, name=game.name, to=player_id, **given),
            thread=references.thread(session, game),
        )
        told += session.send_about_no_game(player_id, message, kind=LetterKind.MASTER)
    return told
