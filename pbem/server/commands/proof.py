"""`proof`: the seals of one's own orders, and of a finished game all of them opened."""

from __future__ import annotations

from pbem.server.game import commitments, report_mail
from pbem.server.game.request import Request
from pbem.server.states import GameState
from pbem.server.syntax.command import Command, CommandSpec, Needs, Topic, never


@CommandSpec(words=("proof",), needs=Needs.SEAT, topic=Topic.GAME, changes=never)
def run(request: Request, line: Command) -> None:
    """Show every order with its salt when the game is over, and seals before that."""
    session, seat = request.in_game()
    conn, game_id = request.conn, session.game.id
    if session.game.state is not GameState.OVER:
        name = session.game.name
        now = session.serial
        lines = commitments.seals(conn, game_id, name, seat, now) if seat else []
        request.say("seals_kept", name=name, lines=lines)
        return
    request.show(report_mail.opened_commitments(conn, game_id, whole=True))
