"""`deadline?`: until when a game waits, and for whom."""

from __future__ import annotations

from pbem.report import builder
from pbem.report.model import Reader
from pbem.server.game import drafts, game_masters, references
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.store.rows import SeatRow
from pbem.server.syntax.command import Command, CommandSpec, Needs, never


@CommandSpec(words=("deadline", "deadline?"), needs=Needs.SEAT, changes=never)
def run(request: Request, line: Command) -> None:
    """Tell the deadline in the writer's own zone, and who is awaited, as far as they
    may know it."""
    session, seat = request.in_game()
    game = session.game
    due = references.player_deadline(request, request.writer_id, game.deadline)
    waiting: list[str] = []
    held: list[tuple[str, str]] = []
    if session.running:
        reader = Reader(seat=seat.name if seat else None)
        waiting = [str(one) for one in builder.awaited(session.story, reader)]
        held = _held(request, session, seat)
    request.say(
        "due",
        state=game.state,
        until=due,
        waiting=waiting,
        held=held,
        me=seat.name if seat else "",
        paused=game.paused is not None,
        linger=round(request.context.linger),
    )


def _held(
    request: Request, session: GameSession, seat: SeatRow | None
) -> list[tuple[str, str]]:
    """Return whose orders are held, and until when: the writer's own ("you"), or for a
    master who does not play those of all."""
    me = request.writer_id
    master = seat is None and game_masters.is_one(request, session.game.id, me)
    found = []
    for row in session.seats():
        until = drafts.held_until(row)
        own = seat is not None and row.number == seat.number
        if until is not None and (own or master):
            deadline = references.player_deadline(request, me, until)
            found.append(("you" if own else row.name, deadline))
    return found
