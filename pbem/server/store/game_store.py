"""Games between the store and the referee: records read and written row by row."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.protocol import Seat
from pbem.record import replay
from pbem.record.header import Header, Piece, Unreadable, print_header
from pbem.record.replay import Story
from pbem.record.tried_orders import pieces
from pbem.record.turn_file import After, Deadline, Entry, Item, Record
from pbem.server.states import EntrySource, SeatState, TimerKind
from pbem.server.store import asides, plans, schema
from pbem.server.store.plans import StoredPlan
from pbem.server.store.queries import fetch, fetch_first
from pbem.server.store.rows import EntryRow, GameRow, SeatRow

_entry = schema.entry
_SEATS = (
    sa.select(schema.seat)
    .where(schema.seat.c.game_id == sa.bindparam("game"))
    .order_by(schema.seat.c.number)
)
_GAME = sa.select(schema.game).where(schema.game.c.id == sa.bindparam("game"))
_ENTRIES = (
    sa.select(
        *(_entry.c.number, _entry.c.serial, schema.seat.c.name, _entry.c.text),
        *(_entry.c.seconds, _entry.c.source, _entry.c.void, _entry.c.salt),
        *(_entry.c.received, _entry.c.due),
    )
    .outerjoin(
        schema.seat,
        (schema.seat.c.game_id == _entry.c.game_id)
        & (schema.seat.c.number == _entry.c.seat),
    )
    .order_by(_entry.c.number)
)
MAX_CACHED_GAMES = 200  #: games whose tables are kept in memory


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry of a record: what a seat sent, or what was sent for it."""

    serial: int
    seat: Seat
    text: str  #: lines of an order
    source: EntrySource
    letter_id: int | None = None  #: that brought it

    def row(self, game_id: int, number: int, seat: int | None, now: float) -> EntryRow:
        """Return the row of the entry of this number in a game's record; `seat` is the
        number of its seat."""
        line = (self.serial, seat, self.text, None, self.source, self.letter_id)
        return EntryRow(game_id, number, *line, False, now, "", None, None, None)

    def item(self) -> Item:
        """Return the entry as the referee takes it."""
        return Entry(Piece(self.seat, 0, 1), pieces(self.text.split("\n")))

    def __str__(self) -> str:
        return f"{self.seat}: " + self.text.replace("\n", "\n  ")


@dataclass(frozen=True, slots=True)
class TimeEntry:
    """An entry of a record that no seat sent: a deadline that closed the window, or
    seconds that went by, for games that keep a clock."""

    serial: int
    seconds: int | None  #: None: the deadline
    source: EntrySource

    def row(self, game_id: int, number: int, now: float) -> EntryRow:
        """Return the row of the entry of this number in a game's record."""
        line = (self.serial, None, "", self.seconds, self.source, None)
        return EntryRow(game_id, number, *line, False, now, "", None, None, None)

    def item(self) -> Item:
        """Return the entry as the referee takes it."""
        return Deadline(0) if self.seconds is None else After(self.seconds, 0)

    def __str__(self) -> str:
        text = "deadline" if self.seconds is None else f"after {self.seconds}s"
        return f"-- {text} --"


AnyEntry: TypeAlias = LogEntry | TimeEntry


class StoredEntry(NamedTuple):
    """An entry as the store has it, with the name of its seat."""

    number: int
    serial: int
    seat: Seat | None
    text: str
    seconds: int | None
    source: EntrySource
    void: bool
    salt: str
    received: float | None
    due: float | None

    @property
    def line(self) -> AnyEntry:
        """What it says."""
        if self.seat is None:
            return TimeEntry(self.serial, self.seconds, self.source)
        return LogEntry(self.serial, self.seat, self.text, self.source)


class GameCache:
    """Tables as they stand, by game and revision of the record.

    What is not in it is replayed; one worker has one.
    """

    def __init__(self, most: int = MAX_CACHED_GAMES) -> None:
        self._most = most
        self._stories: OrderedDict[int, tuple[int, Story]] = OrderedDict()

    def open(self, conn: Connection, game: GameRow) -> Story:
        """Return a game's story, free to be changed."""
        cached = self._stories.get(game.id)
        if cached is None or cached[0] != game.revision:
            cached = (game.revision, load_story(conn, game))
            self.keep(game.id, *cached)
        self._stories.move_to_end(game.id)
        return cached[1].copy()

    def awaited(self, conn: Connection, game: GameRow) -> Sequence[Seat]:
        """Return whom a running game waits for: nobody where it was quarantined, or its
        kind is not to be had here any more, which `pbem server doctor` tells."""
        if asides.since(conn, game.id) is not None:
            return ()
        try:
            return self.open(conn, game).awaited()
        except Unreadable:
            return ()

    def keep(self, game_id: int, revision: int, story: Story) -> None:
        """Remember a story, once what led to it is committed."""
        self._stories[game_id] = (revision, story)
        self._stories.move_to_end(game_id)
        while len(self._stories) > self._most:
            self._stories.popitem(last=False)

    def forget(self, game_id: int) -> None:
        """Forget a story, for one that must be replayed."""
        self._stories.pop(game_id, None)


def load_story(conn: Connection, game: GameRow) -> Story:
    """Return a game's story, replayed from its entries."""
    lying = plans.of(conn, game.id)
    if not lying:
        return replay_entries(header(conn, game), game.position, entries(conn, game.id))
    story = begin_story(header(conn, game), game.position)
    for row in entry_rows(conn, game.id):
        while lying and lying[0].number <= row.number:
            _add_plan(story, lying.pop(0))
        story.take(row.line.item())
    for left in lying:
        _add_plan(story, left)
    return story


def _add_plan(story: Story, row: StoredPlan) -> None:
    story.take(plans.block(row.seat, row.text))


def replay_entries(head: Header, position: str, lines: Sequence[AnyEntry]) -> Story:
    """Return a story, from its header and entries."""
    story = begin_story(head, position)
    for line in lines:
        story.take(line.item())
    return story


def begin_story(head: Header, position: str = "") -> Story:
    """Return a story before its first entry. Raises Unreadable."""
    placed = pieces(position.split("\n")) if position else None
    return replay.begin(Record(head, ("",), placed, 1))


def entries(conn: Connection, game_id: int) -> list[AnyEntry]:
    """Return the entries of a record that count, in order."""
    return [row.line for row in entry_rows(conn, game_id)]


def seats(conn: Connection, game_id: int) -> list[SeatRow]:
    """Return the seats of a game, in order."""
    return fetch(conn, SeatRow, _SEATS, {"game": game_id})


def entry_rows(conn: Connection, game_id: int) -> list[StoredEntry]:
    """Return the entries that count, with all that is known of them."""
    return _entries(conn, game_id, ~_entry.c.void)


def seats_with_timer(conn: Connection, what: TimerKind) -> list[SeatRow]:
    """Return the seats that a timer of a kind is set for, by its number."""
    seat, timer = schema.seat, schema.timer
    same = (seat.c.game_id == timer.c.game_id) & (seat.c.number == timer.c.number)
    query = sa.select(seat).join(timer, same).where(timer.c.what == what)
    return fetch(conn, SeatRow, query.order_by(seat.c.game_id, seat.c.number))


def last_letter(
    conn: Connection, game_id: int, seat: int, serial: int
) -> tuple[int, str] | None:
    """Return the letter that brought the last order of a seat in a turn, and the order;
    None where no letter did."""
    mine = (_entry.c.game_id == game_id) & (_entry.c.seat == seat)
    brought = (_entry.c.serial == serial) & _entry.c.letter_id.is_not(None)
    query = sa.select(_entry.c.letter_id, _entry.c.text).where(mine, brought)
    row = conn.execute(query.order_by(_entry.c.number.desc()).limit(1)).first()
    return None if row is None else (row.letter_id, row.text)


def sealed_entries(conn: Connection, game_id: int) -> list[StoredEntry]:
    """Return the entries whose orders were promised, undone ones among them."""
    return _entries(conn, game_id, _entry.c.salt != "")


def opened_entries(conn: Connection, game_id: int) -> list[StoredEntry]:
    """Return the orders of a game that count, and those that no longer count but
    whose commitment was published, in order."""
    counts = ~_entry.c.void | (_entry.c.salt != "")
    return _entries(conn, game_id, _entry.c.seat.is_not(None), counts)


def last_entries(
    conn: Connection, game_id: int, serials: Collection[int]
) -> list[StoredEntry]:
    """Return what each seat came to play in some windows."""
    rows = _entries(conn, game_id, ~_entry.c.void, _entry.c.serial.in_(serials))
    return [*{(row.serial, row.seat): row for row in rows}.values()]


def _entries(
    conn: Connection, game_id: int, *where: sa.ColumnElement[bool]
) -> list[StoredEntry]:
    query = _ENTRIES.where(_entry.c.game_id == game_id, *where)
    return fetch(conn, StoredEntry, query)


def void_entries(
    conn: Connection, game_id: int, numbers: Sequence[int], act_id: int | None = None
) -> None:
    """Take entries back; they stay as evidence."""
    mine = (_entry.c.game_id == game_id) & (_entry.c.number == sa.bindparam("one"))
    gone = _entry.update().where(mine).values(void=True, act_id=act_id)
    if numbers:
        conn.execute(gone, [{"one": number} for number in numbers])


def shorten_entry(conn: Connection, game_id: int, number: int, text: str) -> None:
    """Leave some lines of an entry only: it is no longer what its seal promised."""
    this = (_entry.c.game_id == game_id) & (_entry.c.number == number)
    left = {"text": text, "source": EntrySource.CLEARED, "salt": ""}
    conn.execute(_entry.update().where(this).values(left))


def new_seat(
    game_id: int, number: int, name: str, player_id: int, state: SeatState
) -> SeatRow:
    """Return a seat that nothing is known of yet but whose it is."""
    who = (name, player_id, state)
    return SeatRow(game_id, number, *who, "", "", False, "", 0, None, None, "")


def remove_seat(conn: Connection, game_id: int, number: int) -> None:
    """Take a seat away; those behind it move up."""
    table = schema.seat
    mine = table.c.game_id == game_id
    conn.execute(table.delete().where(mine, table.c.number == number))
    for row in seats(conn, game_id):
        if row.number > number:
            this = table.update().where(mine, table.c.number == row.number)
            conn.execute(this.values(number=row.number - 1))


def header(conn: Connection, game: GameRow) -> Header:
    """Return the header of a game's record."""
    rows = seats(conn, game.id)
    return Header(
        game.kind,
        tuple(row.name for row in rows),
        name=game.name,
        options=json.loads(game.options),
        seed=game.seed,
        words={row.name: row.word for row in rows if row.word},
        rules=game.rules,
        bots={row.name: row.bot for row in rows if row.state is SeatState.BOT},
    )


def turn_file(conn: Connection, game: GameRow) -> str:
    """Return a game as a turn file: `pbem resolve` of it leads to the same state."""
    parts = [print_header(header(conn, game))]
    if game.position:
        # Whatever follows a position without a heading is part of it.
        parts += ["== Position ==\n", game.position, "\n\n== 0 ==\n"]
    serial = -1
    for line in entries(conn, game.id):
        if line.serial != serial and line.serial > 0:
            parts.append(f"\n== {line.serial} ==\n")
        serial = line.serial
        parts.append(f"{line}\n")
    return "".join(parts)


def find(conn: Connection, name: str, *, lock: bool = False) -> GameRow | None:
    """Return the game of this name, in any case: they are kept in small letters."""
    table = schema.game
    query = sa.select(table).where(table.c.name == name.lower())
    if lock:
        query = query.with_for_update()
    return fetch_first(conn, GameRow, query)


def get(conn: Connection, game_id: int) -> GameRow:
    """Return the game of this number."""
    return GameRow._make(conn.execute(_GAME, {"game": game_id}).one())
