"""The games of a mail server: looked at, and run as its game master."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem.record.header import Unreadable
from pbem.record.replay import Story
from pbem.server import acts, files, gamebook, schema, times
from pbem.server.acts import Done, Wish
from pbem.server.office import Office
from pbem.server.sitting import Sitting

LATEST = 30  #: lines of the audit log
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


@dataclass(frozen=True, slots=True)
class Mailed:
    """A game of the store as its master sees it."""

    row: Row[Any]
    seats: Sequence[Row[Any]]
    story: Story | None  #: None: it has not begun
    until: str
    log: Sequence[Row[Any]] = ()

    @property
    def serial(self) -> int:
        """The turn that an act must name."""
        return self.story.table.serial if self.story else 0


def games(office: Office, now: float) -> list[Mailed]:
    """The games of the store that are not dropped, those going on first."""
    table = schema.game
    query = sa.select(table).where(table.c.state != "dropped")
    with office.store.reading() as link:
        rows = link.execute(query.order_by(table.c.ended.isnot(None), table.c.name))
        return [_seen(office, link, row, now) for row in rows.all()]


def game(office: Office, name: str, now: float) -> Mailed | None:
    """One game, with the latest lines of its audit log."""
    with office.store.reading() as link:
        row = gamebook.find(link, name)
        if row is None:
            return None
        seen = _seen(office, link, row, now)
        table = schema.audit
        query = sa.select(table).where(table.c.game_id == row.id)
        log = link.execute(query.order_by(table.c.id.desc()).limit(LATEST)).all()
        return Mailed(seen.row, seen.seats, seen.story, seen.until, log)


def turn_file(office: Office, name: str) -> str | None:
    """A game as a turn file."""
    with office.store.reading() as link:
        row = gamebook.find(link, name)
        return None if row is None else files.exported(link, row)


def _seen(office: Office, link: Connection, row: Row[Any], now: float) -> Mailed:
    story = None
    if row.state in PLAYED:
        try:
            story = office.book.open(link, row)
        except Unreadable:
            story = None
    zone = office.config.zone_info
    until = times.said(row.deadline, now, zone) if row.deadline else ""
    return Mailed(row, gamebook.seats(link, row.id), story, until)


def act(office: Office, name: str, text: str, now: float) -> tuple[Wish, Done] | None:
    """Does what a game master wishes, or tries it; None: there is no such game."""
    who = office.config.host or "host"
    with _sitting(office, name, now) as (sitting, after):
        if sitting is None:
            return None
        wish = acts.read(text)
        done = acts.perform(sitting, wish, who)
        if not wish.trying and not done.refusal:
            after.append(sitting.finish(more=False))
    for remember in after:
        remember()
    return wish, done


@contextmanager
def _sitting(
    office: Office, name: str, now: float
) -> Iterator[tuple[Sitting | None, list[Callable[[], None]]]]:
    table = schema.game
    with office.store.writing() as link:
        query = sa.select(table).where(sa.func.lower(table.c.name) == name.lower())
        if not office.store.embedded:
            query = query.with_for_update()
        row = link.execute(query).one_or_none()
        yield (Sitting(office, link, row, now) if row is not None else None), []
