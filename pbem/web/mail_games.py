"""The games of a mail server: looked at, and run as its game master."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from sqlalchemy.engine import Connection

from pbem.record.header import Unreadable
from pbem.record.replay import Story
from pbem.schedule.phrases import format_deadline
from pbem.server.context import ServerContext
from pbem.server.gm import by_host
from pbem.server.gm.grammar import GmRequest, parse_request
from pbem.server.gm.perform import GmResult
from pbem.server.states import BEGUN, GOING_ON, GameState
from pbem.server.store import game_store, queries
from pbem.server.store import games as games_store
from pbem.server.store.rows import AuditRow, GameRow

MAX_LOG_LINES = 30  #: of the audit log that are shown

#: What a game master does, and whether words belong to it.
ACTS = {
    "pause": "",
    "resume": "",
    "extend": "24 h",
    "deadline": "Friday 20:00",
    "process": "",
    "undo": "to #3",
    "act as": "Ann: D4 1NE",
    "correct": "Ann: D4 1NE",
    "replace": "Ann with ann@example.org",
    "standby": "Ann",
    "kick": "Ann",
    "note": "The server was away on Monday.",
    "set": "press public",
    "close": "",
}


@dataclass(frozen=True, slots=True)
class MailGame:
    """A game of the store as its master sees it."""

    name: str
    kind: str
    state: str
    seats: Mapping[str, str]  #: by name: how it is filled
    story: Story | None  #: None: it has not begun
    until: str
    log: Sequence[AuditRow] = ()

    @property
    def serial(self) -> int:
        """The turn that an act must name."""
        return self.story.table.serial if self.story else 0


def games(server: ServerContext, now: float) -> list[MailGame]:
    """Return the games of the store that are not dropped, those going on first."""
    with server.database.reading() as conn:
        rows = games_store.in_state(conn, (*GOING_ON, GameState.OVER))
        rows.sort(key=lambda row: row.ended is not None)
        return [_seen(server, conn, row, now) for row in rows]


def game(server: ServerContext, name: str, now: float) -> MailGame | None:
    """Return one game, with the latest lines of its audit log."""
    with server.database.reading() as conn:
        row = game_store.find(conn, name)
        if row is None:
            return None
        names = [seat.name for seat in game_store.seats(conn, row.id)]
        log = [
            line._replace(detail=queries.detail_of(line, names))
            for line in queries.audit_log(conn, row.id, MAX_LOG_LINES)
        ]
        return replace(_seen(server, conn, row, now), log=log)


def turn_file(server: ServerContext, name: str) -> str | None:
    """Return a game as a turn file."""
    with server.database.reading() as conn:
        row = game_store.find(conn, name)
        return None if row is None else game_store.turn_file(conn, row)


def _seen(
    server: ServerContext, conn: Connection, row: GameRow, now: float
) -> MailGame:
    story = None
    if row.state in BEGUN:
        with suppress(Unreadable):
            story = server.game_cache.open(conn, row)
    zone = server.config.zone_info
    until = format_deadline(row.deadline, now, zone) if row.deadline else ""
    seats = {seat.name: seat.state for seat in game_store.seats(conn, row.id)}
    return MailGame(row.name, row.kind, row.state, seats, story, until)


def act(
    server: ServerContext, name: str, text: str, now: float
) -> tuple[GmRequest, GmResult] | None:
    """Do what a game master wishes, or try it; None: there is no such game."""
    wish = parse_request(text)
    done = by_host.act(server, name, wish, server.config.host or "host", now)
    return None if done is None else (wish, done)
