"""`proof`: all seals of a finished game opened."""

from __future__ import annotations

from pbem.server.game.request import Request
from pbem.server.notices import opened_commitments
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
    request.show(opened_commitments.blocks(request.link, session.game.id, whole=True))
