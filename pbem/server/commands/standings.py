"""`standings [GAME]`: results and ratings."""

from __future__ import annotations

from pbem import games
from pbem.server.game.request import Request
from pbem.server.lobby import ratings
from pbem.server.syntax.command import Command, CommandSpec, Needs

MOST = 40


@CommandSpec(words=("standings",), needs=Needs.ANYBODY)
def run(request: Request, line: Command) -> None:
    """Tell who has won what, and the ratings that come of it."""
    wanted = line.one("WORD")
    kind = ""
    if wanted:
        try:
            kind = games.find(wanted).name
        except games.GameFault as fault:
            request.refuse("no_such_game", **fault.fault.given)
            return
    table = ratings.table(request.link, kind)
    request.understood = True
    title = games.find(kind).title if kind else ""
    request.say("standings", title=title, rows=table[:MOST], more=len(table) - MOST)
