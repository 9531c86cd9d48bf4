"""`games`: what is played here, and what the writer plays; `games open [KIND]`: what
goes on, and whom it waits for."""

from __future__ import annotations

import json

from pbem.plugins import games
from pbem.server.commands.help import about_game
from pbem.server.game import references
from pbem.server.game.request import Request
from pbem.server.lobby import game_settings, open_games, standby
from pbem.server.states import SeatState
from pbem.server.store import games as games_store
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, never


@CommandSpec(
    words=("games",), needs=Needs.ANYBODY, topic=Topic.BEGINNING, changes=never
)
def run(request: Request, line: Command) -> None:
    """List the kinds of game, and the writer's own games where that is proven; or tell
    about one kind."""
    if line.one("GAMES_OPEN"):
        request.say("games_open", **open_games.listed(request, line.one("WORD")))
        return
    if name := line.one("WORD"):
        about_game(request, name)
        return
    own = []
    if request.player_id is not None:
        states = (SeatState.ASKED, SeatState.IN, SeatState.FREE)
        mine = games_store.of_player(request.conn, request.player_id, states)
        for game in mine[:50]:
            due = references.player_deadline(request, request.player_id, game.deadline)
            own.append((game.name, games.title_of(game.kind), game.state, due))
    kinds = list(games.everywhere().values())
    free = [
        {
            "game": game,
            "taken": seated,
            "title": games.title_of(game.kind),
            "options": json.loads(game.options),
            "pace": game_settings.in_words(game)["pace"],
        }
        for game, seated in games_store.to_join(request.conn, request.player_id)
    ]
    request.say("games", kinds=kinds, own=own, free=free)
    if left := standby.seats_left(request.conn, request.player_id):
        request.say("seats_left", seats=left)
