"""`deadline?`: until when a game waits, and for whom."""

from __future__ import annotations

from pbem.report import builder
from pbem.report.model import Reader
from pbem.server.game.request import Request
from pbem.server.notices import references
from pbem.server.syntax.command import Command, CommandSpec, Needs, never


@CommandSpec(words=("deadline", "deadline?"), needs=Needs.SEAT, changes=never)
def run(request: Request, line: Command) -> None:
    """Tell the deadline in the writer's own zone, and who is awaited, as far as they
    may know it."""
    session, seat = request.in_game()
    game = session.game
    due = references.player_deadline(request, request.writer_id, game.deadline)
    waiting: list[str] = []
    if session.running:
        reader = Reader(seat=seat.name if seat else None)
        waiting = [str(one) for one in builder.awaited(session.story, reader)]
    request.say(
        "due",
        state=game.state,
        until=due,
        waiting=waiting,
        me=seat.name if seat else "",
        paused=game.paused is not None,
        linger=round(request.context.linger),
    )
