"""Games between the store and the referee: records read and written row by row."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem.record import replay
from pbem.record.header import Header, Piece
from pbem.record.replay import Story
from pbem.record.trial import pieces
from pbem.record.turn_file import After, Deadline, Entry, Item, Record
from pbem.server.storage import schema

# What is asked for every letter is put together once.
_SEATS = (
    sa.select(schema.seat)
    .where(schema.seat.c.game_id == sa.bindparam("game"))
    .order_by(schema.seat.c.number)
)
_GAME = sa.select(schema.game).where(schema.game.c.id == sa.bindparam("game"))
UPDATE = schema.game.update().where(schema.game.c.id == sa.bindparam("number"))
"""What is given beside `number` becomes a game's columns."""
_ASLEEP = sa.or_(
    schema.game.c.wake_at.is_(None), schema.game.c.wake_at > sa.bindparam("now")
)
_WAKE = UPDATE.where(_ASLEEP).values(wake_at=sa.bindparam("now"))
_LINES = (
    sa.select(*(schema.entry.c[name] for name in ("serial", "seat", "text", "cause")))
    .where(schema.entry.c.game_id == sa.bindparam("game"), ~schema.entry.c.void)
    .order_by(schema.entry.c.number)
)
MAX_CACHED_GAMES = 200  #: games whose tables are kept in memory


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of a record: what a seat sent, the deadline, or time gone by.

    Without a seat the text is "" for the deadline and "after 90" for 90 seconds.
    """

    serial: int
    seat: str | None
    text: str
    cause: str  #: no two entries have the same

    def item(self) -> Item:
        """Return the entry as the referee takes it."""
        if self.seat is None:
            word, _, seconds = self.text.partition(" ")
            return After(int(seconds), 0) if word == "after" else Deadline(0)
        return Entry(Piece(self.seat, 0, 1), pieces(self.text.split("\n")))


class GameCache:
    """Tables as they stand, by game and revision of the record.

    What is not in it is replayed; one worker has one.
    """

    def __init__(self, most: int = MAX_CACHED_GAMES) -> None:
        self._most = most
        self._stories: OrderedDict[int, tuple[int, Story]] = OrderedDict()

    def open(self, link: Connection, game: Row[Any]) -> Story:
        """Return a game's story, free to be changed."""
        kept = self._stories.get(game.id)
        if kept is None or kept[0] != game.revision:
            kept = (game.revision, load_story(link, game))
            self.keep(game.id, *kept)
        self._stories.move_to_end(game.id)
        return kept[1].copy()

    def keep(self, game_id: int, revision: int, story: Story) -> None:
        """Remember a story, once what led to it is committed."""
        self._stories[game_id] = (revision, story)
        self._stories.move_to_end(game_id)
        while len(self._stories) > self._most:
            self._stories.popitem(last=False)

    def forget(self, game_id: int) -> None:
        """Forget a story, for one that must be replayed."""
        self._stories.pop(game_id, None)


def load_story(link: Connection, game: Row[Any]) -> Story:
    """Return a game's story, replayed from its entries."""
    return replay_entries(header(link, game), game.position, entries(link, game.id))


def replay_entries(head: Header, position: str, lines: Sequence[LogEntry]) -> Story:
    """Return a story, from its header and entries."""
    story = begin_story(head, position)
    for line in lines:
        story.take(line.item())
    return story


def begin_story(head: Header, position: str = "") -> Story:
    """Return a story before its first entry. Raises Unreadable."""
    placed = pieces(position.split("\n")) if position else None
    return replay.begin(Record(head, ("",), placed, 1))


def entries(link: Connection, game_id: int) -> list[LogEntry]:
    """Return the entries of a record that count, in order."""
    return [LogEntry(*row) for row in link.execute(_LINES, {"game": game_id})]


def seats(link: Connection, game_id: int) -> Sequence[Row[Any]]:
    """Return the seats of a game, in order."""
    return link.execute(_SEATS, {"game": game_id}).all()


def header(link: Connection, game: Row[Any]) -> Header:
    """Return the header of a game's record."""
    rows = seats(link, game.id)
    return Header(
        game.kind,
        tuple(row.name for row in rows),
        name=game.name,
        options=json.loads(game.options),
        seed=game.seed,
        words={row.name: row.word for row in rows if row.word},
        rules=game.rules,
    )


def find(link: Connection, name: str, *, lock: bool = False) -> Row[Any] | None:
    """Return the game of this name, in any case."""
    table = schema.game
    query = sa.select(table).where(sa.func.lower(table.c.name) == name.lower())
    if lock:
        query = query.with_for_update()
    return link.execute(query).one_or_none()


def get(link: Connection, game_id: int) -> Row[Any]:
    """Return the game of this number."""
    return link.execute(_GAME, {"game": game_id}).one()


def wake(link: Connection, game_id: int, now: float) -> None:
    """Have a worker look at a game as soon as one is free."""
    link.execute(_WAKE, {"number": game_id, "now": now})
