"""`proof`: all seals of a finished game opened."""

from __future__ import annotations

from pbem.server.game.request import Request
from pbem.server.notices import report_mail
from pbem.server.states import GameState
from pbem.server.syntax.command import Command, CommandSpec, Needs


@CommandSpec(words=("proof",), needs=Needs.SEAT)
def run(request: Request, line: Command) -> None:
    """Show every order with its salt; only when the game is over."""
    session, _ = request.in_game()
    if session.game.state is not GameState.OVER:
        request.refuse("proof_later", name=session.game.name)
        return
    request.understood = True
    link, game_id = request.link, session.game.id
    request.show(report_mail.opened_commitments(link, game_id, whole=True))
