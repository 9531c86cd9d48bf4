"""Players who leave all their games at once: each game sees to it in its own
transaction."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.schedule.units import DAY
from pbem.server.game.request import Request
from pbem.server.game.session import GameSession
from pbem.server.game.timers import Timer
from pbem.server.lobby import guests, standby
from pbem.server.states import NOT_BEGUN, SeatState, TimerKind
from pbem.server.store import claims
from pbem.server.store.queries import insert
from pbem.server.store.rows import SeatRow, TimerRow


def in_games(request: Request, numbers: Sequence[int], what: TimerKind) -> None:
    """Have something happen for the writer in games of some numbers."""
    conn, now = request.conn, request.now
    for number in numbers:
        # In the past: it is done as soon as the game is looked at.
        timer = Timer(now - DAY, what, request.writer_id)
        if request.session is not None and request.session.game.id == number:
            request.session.timers.add(timer)
        else:
            insert(conn, TimerRow(0, number, *(timer.at, timer.what, timer.number)))
            claims.wake(conn, number, now)


def leave(session: GameSession, player_id: int) -> None:
    """Free the seat of one who wants no more letters; they may come back to it."""
    seat = session.seat_of(player_id)
    if seat is not None and seat.state not in (SeatState.DECLINED, SeatState.FREE):
        vacate(session, seat, "stopped", gone=False)


def vacate(session: GameSession, seat: SeatRow, why: str, *, gone: bool) -> None:
    """Take a player out of a game, as far as it has begun."""
    if session.game.state in NOT_BEGUN:
        guests.decline(session, seat)
    elif session.running:
        standby.free_seat(session, seat.name, why, gone=gone)
