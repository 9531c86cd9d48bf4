"""`games`: what is played here, and what the writer plays."""

from __future__ import annotations

import json
from typing import Any

from pbem import games
from pbem.server.game.request import Request
from pbem.server.lobby import game_settings, standby
from pbem.server.notices import references
from pbem.server.states import SeatState
from pbem.server.storage import games as games_store
from pbem.server.syntax.command import Command, CommandSpec, Needs


@CommandSpec(words=("games",), needs=Needs.ANYBODY)
def run(request: Request, line: Command) -> None:
    """List the kinds of game, and the writer's own games where that is proven."""
    own = []
    if request.player_id is not None:
        states = (SeatState.ASKED, SeatState.IN, SeatState.FREE)
        mine = games_store.of_player(request.link, request.player_id, states)
        for game in mine[:50]:
            until = references.player_deadline(
                request, request.player_id, game.deadline
            )
            own.append((game.name, games.find(game.kind).title, game.state, until))
    kinds = list(games.built_in().values())
    request.say("games", kinds=kinds, own=own, free=_open(request))
    if left := standby.seats_left(request.link, request.player_id):
        request.say("seats_left", seats=left)


def _open(request: Request) -> list[dict[str, Any]]:
    """Return the games that the writer may join, with how they are played."""
    return [
        {
            "game": game,
            "taken": taken,
            "title": games.find(game.kind).title,
            "options": json.loads(game.options),
            "pace": game_settings.in_words(game)["pace"],
        }
        for game, taken in games_store.to_join(request.link, request.player_id)
    ]
