"""What a new zone database changes, looked at when a server starts: zones that are not
known any more, and clocks that show something else at a deadline."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy.engine import Connection

from pbem.schedule import zones
from pbem.schedule.parser import parse_time_control
from pbem.server.context import ServerContext
from pbem.server.game import deadlines, references
from pbem.server.outbound import templates
from pbem.server.outbound.message import Message
from pbem.server.states import LetterKind
from pbem.server.store import games, players
from pbem.server.store.queries import save
from pbem.server.store.rows import GameRow

_MANY = 1000  #: games that are checked together


def check_zones(context: ServerContext, now: float) -> None:
    """Give players the host's zone whose own is not known any more, and tell them."""
    with context.writing(now) as tx:
        for row in players.with_zones(tx.conn):
            if zones.is_known(row.zone):
                continue
            save(tx.conn, row, row._replace(zone=""))
            tx.audit("zone-unknown", row.zone, player_id=row.id)
            message = Message(
                subject=templates.subject("zone_unknown"),
                body=templates.blocks(
                    "zone_unknown", was=row.zone, zone=context.config.zone
                ),
            )
            tx.send_about_no_game(row.id, message, kind=LetterKind.NOTICE)


def check_wall_times(context: ServerContext, now: float) -> None:
    """Look whether clocks show something else at a deadline than when it was set, or
    its zone is not known. It stays the moment that it was; the players are notified."""
    home = context.config.zone
    with context.writing(now) as tx:
        conn = tx.conn
        for found in _all_going_on(conn):
            game = found._replace(timing=_with_known_zone(found.timing))
            save(conn, found, game)
            if not game.wall or game.deadline is None or game.deadline <= now:
                continue
            zone = game.wall.rpartition(" ")[2]
            there = deadlines.wall_time(game.deadline, zone, home)
            if there == game.wall:
                continue
            save(conn, game, game._replace(wall=there))
            tx.audit("clocks", f"{game.wall} is {there}", game_id=game.id)
            about = {"name": game.name, "was": game.wall}
            about |= {"unknown": "" if zones.is_known(zone) else zone, "home": home}
            for row in games.occupied_seats(conn, [game.id]):
                deadline = references.player_deadline(tx, row.player_id, game.deadline)
                message = Message(
                    subject=templates.subject("clocks", name=game.name),
                    body=templates.blocks("clocks", **about, until=deadline),
                )
                tx.send_about_no_game(row.player_id, message, kind=LetterKind.NOTICE)


def _with_known_zone(timing: str) -> str:
    """Return the pace of a game in words, without a zone that is not known."""
    pace = parse_time_control(timing, stored=True) if timing else None
    if pace is None or not pace.zone or zones.is_known(pace.zone):
        return timing
    return str(replace(pace, zone=""))


def _all_going_on(conn: Connection) -> Iterator[GameRow]:
    """Yield the games that go on, a few of them in memory."""
    last = 0
    while rows := games.going_on(conn, last, _MANY):
        yield from rows
        last = rows[-1].id
