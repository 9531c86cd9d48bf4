"""Players who leave all their games at once: each game sees to it in its own
transaction."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.schedule.units import DAY
from pbem.server.context import Transaction
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
    own = request.session.game.id if request.session is not None else 0
    if request.session is not None and own in numbers:
        request.session.timers.add(_at_once(request.now, what, request.writer_id))
    others = [number for number in numbers if number != own]
    elsewhere(request, request.writer_id, others, what)


def elsewhere(
    tx: Transaction, player_id: int, numbers: Sequence[int], what: TimerKind
) -> None:
    """Have something happen for a player in games that are not open here."""
    timer = _at_once(tx.now, what, player_id)
    for number in numbers:
        insert(tx.conn, TimerRow(0, number, *(timer.at, timer.what, timer.number)))
        claims.wake(tx.conn, number, tx.now)


def _at_once(now: float, what: TimerKind, player_id: int) -> Timer:
    # In the past: it is done as soon as the game is checked.
    return Timer(now - DAY, what, player_id)


def leave(session: GameSession, player_id: int, why: str = "stopped") -> None:
    """Free the seat of one who wants no more letters, and may come back to it; or of
    one who is banned, and may not."""
    seat, gone = session.seat_of(player_id), why != "stopped"
    out = (SeatState.DECLINED,) if gone else (SeatState.DECLINED, SeatState.FREE)
    if seat is not None and seat.state not in out:
        vacate(session, seat, why, gone=gone)


def vacate(session: GameSession, seat: SeatRow, why: str, *, gone: bool) -> None:
    """Take a player out of a game, as far as it has begun."""
    if session.game.state in NOT_BEGUN:
        guests.decline(session, seat)
    elif session.running:
        standby.free_seat(session, seat.name, why, gone=gone)
