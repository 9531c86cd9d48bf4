"""`gm NAME #N [try] COMMAND because REASON`: what a game master does."""

from __future__ import annotations

from pbem.server import acts, errands, gamebook, masters, sheet
from pbem.server.talk import Talk

WORDS = ("gm",)
NEEDS = "player"


def run(talk: Talk, line: sheet.Command) -> None:
    """Carries out an act, or shows what it would change."""
    wish = acts.read(line.one("REST"))
    game = gamebook.find(talk.link, wish.game) if wish.game else None
    if game is None:
        talk.say("no_game_named", name=wish.game)
        return
    if not masters.is_one(talk.link, talk.office, game.id, talk.player_id):
        talk.say("gm_refused", why="not-master", name=game.name, detail="", now=0)
        return
    if talk.sitting is None or talk.sitting.game.id != game.id:
        errands.send(talk, game, line.text)
        return
    done = acts.perform(talk.sitting, wish, talk.content.writer)
    talk.understood = not done.refusal
    acts.say(talk, wish, done)
