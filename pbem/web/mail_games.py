"""The games of a mail server: looked at, and run as its game master."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.record.header import Unreadable
from pbem.record.replay import Story
from pbem.server.context import ServerContext
from pbem.server.game.session import GameSession
from pbem.server.gm import perform
from pbem.server.gm.grammar import GmRequest, parse_request
from pbem.server.gm.perform import GmResult
from pbem.server.host import transfer
from pbem.server.run.turn import Turn
from pbem.server.schedule.phrases import format_deadline
from pbem.server.storage import game_store, schema

MAX_LOG_LINES = 30  #: of the audit log that are shown
PLAYED = ("running", "over")

#: What a game master does, and whether words belong to it.
ACTS = {
    "pause": "",
    "resume": "",
    "extend": "24 h",
    "deadline": "Friday 20:00",
    "process": "",
    "undo": "to #3",
    "act as": "Ann: D4 1NE",
    "replace": "Ann with ann@example.org",
    "standby": "Ann",
    "kick": "Ann",
    "note": "The server was away on Monday.",
    "set": "press public",
    "close": "",
}


class AuditLine(NamedTuple):
    """A line of the audit log."""

    what: str
    detail: str
    at: float


@dataclass(frozen=True, slots=True)
class MailGame:
    """A game of the store as its master sees it."""

    name: str
    kind: str
    state: str
    seats: Mapping[str, str]  #: by name: how it is filled
    story: Story | None  #: None: it has not begun
    until: str
    log: Sequence[AuditLine] = ()

    @property
    def serial(self) -> int:
        """The turn that an act must name."""
        return self.story.table.serial if self.story else 0


def games(server: ServerContext, now: float) -> list[MailGame]:
    """Return the games of the store that are not dropped, those going on first."""
    table = schema.game
    query = sa.select(table).where(table.c.state != "dropped")
    with server.database.reading() as link:
        rows = link.execute(query.order_by(table.c.ended.isnot(None), table.c.name))
        return [_seen(server, link, row, now) for row in rows.all()]


def game(server: ServerContext, name: str, now: float) -> MailGame | None:
    """Return one game, with the latest lines of its audit log."""
    with server.database.reading() as link:
        row = game_store.find(link, name)
        if row is None:
            return None
        table = schema.audit
        query = sa.select(table.c.what, table.c.detail, table.c.at)
        query = query.where(table.c.game_id == row.id).order_by(table.c.id.desc())
        lines = link.execute(query.limit(MAX_LOG_LINES)).all()
        log = [AuditLine(*line) for line in lines]
        return replace(_seen(server, link, row, now), log=log)


def turn_file(server: ServerContext, name: str) -> str | None:
    """Return a game as a turn file."""
    with server.database.reading() as link:
        row = game_store.find(link, name)
        return None if row is None else transfer.export_game(link, row)


def _seen(server: ServerContext, link: Connection, row: Any, now: float) -> MailGame:
    story = None
    if row.state in PLAYED:
        with suppress(Unreadable):
            story = server.game_cache.open(link, row)
    zone = server.config.zone_info
    until = format_deadline(row.deadline, now, zone) if row.deadline else ""
    seats = {seat.name: seat.state for seat in game_store.seats(link, row.id)}
    return MailGame(row.name, row.kind, row.state, seats, story, until)


def act(
    server: ServerContext, name: str, text: str, now: float
) -> tuple[GmRequest, GmResult] | None:
    """Do what a game master wishes, or try it; None: there is no such game."""
    who = server.config.host or "host"
    after_commit = None
    with server.database.writing() as link:
        row = game_store.find(link, name, lock=not server.database.embedded)
        if row is None:
            return None
        session = GameSession(server, link, now, row)
        request = parse_request(text)
        done = perform.perform(session, request, who)
        if not request.trying and not done.refusal:
            after_commit = Turn(session).finish(more=False)
    if after_commit is not None:
        after_commit()
    return request, done
