"""`standings [GAME]`: results and ratings."""

from __future__ import annotations

from pbem import games
from pbem.server import ratings, sheet
from pbem.server.talk import Talk

WORDS = ("standings",)
NEEDS = "anybody"
MOST = 40


def run(talk: Talk, line: sheet.Command) -> None:
    """Tells who has won what, and the ratings that come of it."""
    wanted = line.one("WORD")
    kind = ""
    if wanted:
        try:
            kind = games.find(wanted).name
        except games.GameFault as fault:
            talk.say("no_such_game", **fault.fault.given)
            return
    table = ratings.table(talk.link, kind)
    talk.understood = True
    title = games.find(kind).title if kind else ""
    talk.say("standings", title=title, rows=table[:MOST], more=len(table) - MOST)
