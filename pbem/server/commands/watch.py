"""`watch NAME`: to be sent the public reports of a game."""

from __future__ import annotations

from pbem.server import gamebook, schema, sheet
from pbem.server.store import insert_new
from pbem.server.talk import Talk

WORDS = ("watch",)
NEEDS = "player"


def run(talk: Talk, line: sheet.Command) -> None:
    """Adds the writer to those who watch a game that they do not play."""
    if talk.player_id is None:
        return
    name = line.one("WORD")
    game = gamebook.find(talk.link, name)
    if game is None or game.state not in ("running", "over"):
        talk.say("no_game_named", name=name)
        return
    seats = gamebook.seats(talk.link, game.id)
    if talk.player_id in [row.player_id for row in seats]:
        talk.say("watching", name=game.name, how="plays")
        return
    values = {"game_id": game.id, "player_id": talk.player_id}
    insert_new(talk.link, schema.watcher, values)
    talk.say("watching", name=game.name, how="on")
