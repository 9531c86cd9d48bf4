"""`open GAME for N [OPTION=VALUE]`."""

from __future__ import annotations

from pbem.server.commands.new import propose
from pbem.server.game.request import Request
from pbem.server.lobby import guests
from pbem.server.states import GameState
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, Wraps


@CommandSpec(
    words=("open",),
    needs=Needs.ANYBODY,
    topic=Topic.BEGINNING,
    begins_game=True,
    wraps=Wraps.NAMES,
)
def run(request: Request, line: Command) -> None:
    """Begin a game that anybody may join; it starts when all seats are taken."""
    if not request.content.writer:
        return
    if not line.one("WORD"):
        _open_up(request)
        return
    game = request.find_kind(line.one("WORD"))
    if game is None:
        return
    places = int(line.one("COUNT"))
    game_row = propose(request, line, game, places=places)
    if game_row is not None:
        request.say("opened", name=game_row.name, game=game, wanted=places)


def _open_up(request: Request) -> None:
    """Let anybody take the seats that were declined in a game that has not begun."""
    session, mine = request.session, request.is_starter
    if session is None or not mine or session.game.state is not GameState.INVITED:
        request.refuse("starter_only", word="open")
        return
    free = guests.open_up(session)
    request.say("opened_up", name=session.game.name, free=free)
