"""`standings [GAME]`: results and ratings."""

from __future__ import annotations

from pbem.server.game.request import Request
from pbem.server.lobby import ladder
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, never

MOST = 40


@CommandSpec(
    words=("standings",), needs=Needs.ANYBODY, topic=Topic.BEGINNING, changes=never
)
def run(request: Request, line: Command) -> None:
    """Tell who has won what, and the ratings that come of it."""
    name = line.one("WORD")
    game = request.find_kind(name) if name else None
    if name and game is None:
        return
    kind = game.name if game else ""
    rows, many = ladder.standings(request, kind, MOST)
    title = game.title if game else ""
    request.say("standings", title=title, rows=rows, more=many - MOST)
