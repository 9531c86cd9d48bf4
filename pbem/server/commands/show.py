"""`show [NAME] [turn N]`: how a game stands, or stood."""

from __future__ import annotations

from pbem.report import builder
from pbem.server.flow import routing, slips
from pbem.server.game import history, references, report_mail
from pbem.server.game.request import Request
from pbem.server.states import BEGUN
from pbem.server.store import game_store
from pbem.server.syntax.command import Command, CommandSpec, Needs, never


@CommandSpec(words=("show",), needs=Needs.PLAYER, changes=never)
def run(request: Request, line: Command) -> None:
    """Show the last report once more, or that of an earlier turn, as the writer may see
    it."""
    session, name, turn = request.session, line.one("WORD"), line.one("COUNT")
    if session is None or name.lower() not in ("", session.game.name.lower()):
        game = game_store.find(request.conn, name) if name else None
        if game is None or not routing.may_see(request, game):
            request.refuse("no_game_named", name=name)
        elif turn or not routing.plays(request, game):
            routing.send_to_game(request, game, f"show turn {turn}" if turn else "show")
        else:
            report_mail.resend_last(request, request.writer_id, game.id)
            request.say("shown", name=game.name, state=game.state)
        return
    if session.game.state not in BEGUN:
        slips.not_begun(request)
        return
    reader = request.reader
    if turn:
        if int(turn) >= session.serial:
            request.refuse("no_turn", turn=int(turn), now=session.serial)
            return
        then, _ = history.replay_until(request.conn, session.game, int(turn) + 1)
        request.show(builder.report(then, reader).blocks())
        return
    game = session.game
    until = references.player_deadline(request, request.writer_id, game.deadline)
    request.show(report_mail.blocks(game, session.story, reader, None, until))
