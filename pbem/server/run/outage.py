"""The outage shield: where this server slept, or its clock jumped, nobody is late.

A beat in the store says when the server last worked. After a longer gap nothing is
processed at first: every deadline that had not passed when we fell asleep is moved
by the gap, and each player is told once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from sqlalchemy.engine import Connection

from pbem.server.context import ServerContext, Transaction
from pbem.server.database.connection import ServerLock, wait_for
from pbem.server.database.queries import last_done, note_done, save
from pbem.server.database.rows import GameRow
from pbem.server.game import deadlines
from pbem.server.notices import references
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.schedule import ical
from pbem.server.schedule.ical import Due
from pbem.server.schedule.parser import parse_duration
from pbem.server.schedule.phrases import format_duration
from pbem.server.states import GameState, LetterKind, SeatState
from pbem.server.storage import games, players

HEARTBEAT_SECONDS = 60.0  #: seconds between two beats
_MANY = 1000  #: games that are looked at together


def heartbeat(context: ServerContext, now: float) -> None:
    """Note that we are awake; where we were not, move deadlines and tell of it."""
    with context.writing(now) as tx:
        link = tx.link
        wait_for(link, ServerLock.TELL_OF_OUTAGE)
        last = last_done(link, "beat")
        note_done(link, "beat", now)
        gap = 0.0 if last is None else now - last
        if gap < -HEARTBEAT_SECONDS:
            tx.audit("clock-back", f"{round(-gap)} s")
        if last is None or gap <= parse_duration(context.config.outage):
            return
        moved = games.shift_deadlines(link, last, now, float(round(gap)))
        tx.audit("outage", f"{round(gap)} s, {len(moved)} games")
        for player_id in games.players_of(link, moved):
            _tell(tx, player_id, frozenset(moved), gap)


def check_wall_times(context: ServerContext, now: float) -> None:
    """Look whether clocks are set otherwise, by a new zone database, than when a
    deadline was set. It stays the moment that it was, and the players are told."""
    with context.writing(now) as tx:
        link = tx.link
        for game in _all_going_on(link):
            if not game.wall or game.deadline is None or game.deadline <= now:
                continue
            zone = game.wall.rpartition(" ")[2]
            there = deadlines.wall_time(game.deadline, zone)
            if there == game.wall:
                continue
            save(link, game, game._replace(wall=there))
            tx.audit("clocks", f"{game.wall} is {there}", game_id=game.id)
            about = {"name": game.name, "was": game.wall}
            for row in games.seats_taken(link, [game.id]):
                said = references.player_deadline(tx, row.player_id, game.deadline)
                message = Message(
                    subject=templates.subject("clocks", name=game.name),
                    body=templates.blocks("clocks", **about, until=said),
                )
                tx.send_about_no_game(row.player_id, message, kind=LetterKind.NOTICE)


def _all_going_on(link: Connection) -> Iterator[GameRow]:
    """Yield the games that go on, a few of them in memory."""
    last = 0
    while rows := games.going_on(link, last, _MANY):
        yield from rows
        last = rows[-1].id


def _noted(tx: Transaction, player_id: int, mine: Sequence[GameRow]) -> list[Due]:
    """Return the deadlines that a calendar has: of games that wait for this player."""
    rows = games.seats_taken(tx.link, [game.id for game in mine])
    seats = {row.game_id: row.name for row in rows if row.player_id == player_id}
    return [
        references.calendar_due(game, seats[game.id], game.deadline)
        for game in mine
        if game.state is GameState.RUNNING
        and seats[game.id] in tx.context.game_cache.awaited(tx.link, game)
    ]


def _tell(tx: Transaction, player_id: int, moved: Set[int], gap: float) -> None:
    """Write one letter to a player, with all their games that were moved."""
    link = tx.link
    mine = games.of_player(link, player_id, (SeatState.IN,))
    mine = [one for one in mine if one.id in moved and one.deadline is not None]
    if not mine or players.working_address(link, player_id) is None:
        return
    told = [
        (game.name, references.player_deadline(tx, player_id, game.deadline))
        for game in mine
    ]
    message = Message(
        subject=templates.subject("outage"),
        body=templates.blocks("outage", gap=format_duration(gap), games=told),
    )
    if players.get(link, player_id).calendar:
        due = _noted(tx, player_id, mine)
        message = replace(message, calendar=ical.entries(tx.config.domain, due, tx.now))
    tx.send_about_no_game(player_id, message, kind=LetterKind.OUTAGE)
