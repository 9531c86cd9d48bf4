"""The games of a mail server: looked at, and run as its game master."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

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
from pbem.server.states import BEGUN, GOING_ON, GameState
from pbem.server.storage import database, game_store
from pbem.server.storage import games as games_store
from pbem.server.storage.rows import AuditRow, GameRow, SeatRow

LATEST = 30  #: lines of the audit log

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


@dataclass(frozen=True, slots=True)
class Mailed:
    """A game of the store as its master sees it."""

    row: GameRow
    seats: Sequence[SeatRow]
    story: Story | None  #: None: it has not begun
    until: str
    log: Sequence[AuditRow] = ()

    @property
    def serial(self) -> int:
        """The turn that an act must name."""
        return self.story.table.serial if self.story else 0


def games(office: ServerContext, now: float) -> list[Mailed]:
    """The games of the store that are not dropped, those going on first."""
    with office.database.reading() as link:
        rows = games_store.in_state(link, (*GOING_ON, GameState.OVER))
        rows.sort(key=lambda row: row.ended is not None)
        return [_seen(office, link, row, now) for row in rows]


def game(office: ServerContext, name: str, now: float) -> Mailed | None:
    """One game, with the latest lines of its audit log."""
    with office.database.reading() as link:
        row = game_store.find(link, name)
        if row is None:
            return None
        seen = _seen(office, link, row, now)
        log = database.audit_log(link, row.id, LATEST)
        return Mailed(seen.row, seen.seats, seen.story, seen.until, log)


def turn_file(office: ServerContext, name: str) -> str | None:
    """A game as a turn file."""
    with office.database.reading() as link:
        row = game_store.find(link, name)
        return None if row is None else transfer.export_game(link, row)


def _seen(office: ServerContext, link: Connection, row: GameRow, now: float) -> Mailed:
    story = None
    if row.state in BEGUN:
        try:
            story = office.game_cache.open(link, row)
        except Unreadable:
            story = None
    zone = office.config.zone_info
    until = format_deadline(row.deadline, now, zone) if row.deadline else ""
    return Mailed(row, game_store.seats(link, row.id), story, until)


def act(
    office: ServerContext, name: str, text: str, now: float
) -> tuple[GmRequest, GmResult] | None:
    """Does what a game master wishes, or tries it; None: there is no such game."""
    who = office.config.host or "host"
    with _sitting(office, name, now) as (sitting, after):
        if sitting is None:
            return None
        wish = parse_request(text)
        done = perform.perform(sitting, wish, who)
        if not wish.trying and not done.refusal:
            after.append(Turn(sitting).finish(more=False))
    for remember in after:
        remember()
    return wish, done


@contextmanager
def _sitting(
    office: ServerContext, name: str, now: float
) -> Iterator[tuple[GameSession | None, list[Callable[[], None]]]]:
    with office.database.writing() as link:
        row = game_store.find(link, name, lock=not office.database.embedded)
        yield (GameSession(office, link, now, row) if row is not None else None), []
