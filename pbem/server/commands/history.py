"""`history [NAME]`: everything that happened in a game, turn by turn."""

from __future__ import annotations

from pbem.server.flow import routing, slips
from pbem.server.flow.instructions import Part
from pbem.server.game import history
from pbem.server.game.request import Request
from pbem.server.states import BEGUN
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, never

MOST = 150  #: turns that one letter tells


@CommandSpec(words=("history",), needs=Needs.PLAYER, topic=Topic.GAME, changes=never)
def run(request: Request, line: Command) -> None:
    """Tell the game as far as the writer may know it."""
    name, session = line.one("WORD"), request.session
    if session is None or name.lower() not in ("", session.game.name.lower()):
        routing.route(request, [Part(name, "history")])
        return
    if session.game.state not in BEGUN:
        slips.not_begun(request)
        return
    tale = history.chapters(session, request.reader)
    cut = max(0, len(tale) - MOST)
    request.say("history", name=session.game.name, chapters=tale[-MOST:], cut=cut)
