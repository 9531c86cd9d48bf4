"""The outage shield: where this server slept, or its clock jumped, nobody is late.

A beat in the store says when the server last worked. After a longer gap nothing is
processed at first: every deadline that had not passed when we fell asleep is moved
by the gap, and each player is notified once.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from pbem.schedule import ical
from pbem.schedule.ical import CalendarEntry
from pbem.schedule.parser import parse_duration
from pbem.schedule.phrases import format_duration
from pbem.server.context import ServerContext, Transaction
from pbem.server.game import references
from pbem.server.guard import Work
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.states import GameState, LetterKind, SeatState
from pbem.server.store import games, players
from pbem.server.store.connection import ServerLock, wait_for
from pbem.server.store.queries import last_done, note_done
from pbem.server.store.rows import GameRow

HEARTBEAT_SECONDS = 60.0  #: seconds between two beats


def heartbeat(context: ServerContext, now: float) -> None:
    """Note that we are awake; where we were not, move deadlines and tell of it."""
    with context.writing(now) as tx:
        conn = tx.conn
        wait_for(conn, ServerLock.TELL_OF_OUTAGE)
        last = last_done(conn, "beat")
        note_done(conn, "beat", now)
        gap = 0.0 if last is None else now - last
        if gap < -HEARTBEAT_SECONDS:
            tx.audit("clock-back", f"{round(-gap)} s")
        if last is None or gap <= parse_duration(context.config.outage):
            return
        moved = games.shift_deadlines(conn, last, now, float(round(gap)))
        tx.audit("outage", f"{round(gap)} s, {len(moved)} games")
        for player_id in games.players_of(conn, moved):
            _tell(tx, player_id, frozenset(moved), gap)


def _noted(
    tx: Transaction, player_id: int, mine: Sequence[GameRow]
) -> list[CalendarEntry]:
    """Return the deadlines that a calendar has: of games that wait for this player."""
    rows = games.occupied_seats(tx.conn, [game.id for game in mine])
    seats = {row.game_id: row.name for row in rows if row.player_id == player_id}
    found = []
    for game in mine:
        if game.state is not GameState.RUNNING:
            continue
        with tx.context.guard.working(Work("game", game.id)):
            awaited = tx.context.game_cache.awaited(tx.conn, game)
        if seats[game.id] in awaited:
            found.append(references.calendar_due(game, seats[game.id], game.deadline))
    return found


def _tell(tx: Transaction, player_id: int, moved: Set[int], gap: float) -> None:
    """Write one letter to a player, with all their games that were moved."""
    conn = tx.conn
    mine = games.of_player(conn, player_id, (SeatState.IN,))
    mine = [one for one in mine if one.id in moved and one.deadline is not None]
    if not mine or players.working_address(conn, player_id) is None:
        return
    listed = [
        (game.name, references.player_deadline(tx, player_id, game.deadline))
        for game in mine
    ]
    message = Message(
        subject=templates.subject("outage"),
        body=templates.blocks("outage", gap=format_duration(gap), games=listed),
    )
    if players.get(conn, player_id).calendar:
        due = _noted(tx, player_id, mine)
        message = replace(message, calendar=ical.entries(tx.config.domain, due, tx.now))
    tx.send_about_no_game(player_id, message, kind=LetterKind.OUTAGE)
