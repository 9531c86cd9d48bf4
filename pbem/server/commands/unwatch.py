"""`unwatch NAME`: no more reports of a game that one watches."""

from __future__ import annotations

from pbem.server import gamebook, schema, sheet
from pbem.server.talk import Talk

WORDS = ("unwatch",)
NEEDS = "player"


def run(talk: Talk, line: sheet.Command) -> None:
    """Takes the writer off the list of those who watch a game."""
    name = line.one("WORD")
    game = gamebook.find(talk.link, name)
    if game is None or talk.player_id is None:
        talk.say("no_game_named", name=name)
        return
    table = schema.watcher
    mine = (table.c.game_id == game.id) & (table.c.player_id == talk.player_id)
    talk.link.execute(table.delete().where(mine))
    talk.say("watching", name=game.name, how="off")
