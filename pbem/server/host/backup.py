"""The whole store in one file, and back, whatever database it lies in.

The file is a SQLite store itself, so `pbem server export` and `status` read it.
The key is not in it: who has the file alone cannot speak for anybody but the writers
of letters that were not read yet.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeVar

import sqlalchemy as sa
from alembic.util import CommandError

from pbem.server.states import OutboxState
from pbem.server.store import schema
from pbem.server.store.connection import (
    HEAD,
    Database,
    Outdated,
    cause,
    need_folder,
)
from pbem.server.store.letters import HOLDS_TOKENS
from pbem.server.store.queries import count
from pbem.server.store.schema import metadata
from pbem.system.files import put_in_place

T = TypeVar("T")
_USED = (schema.player, schema.letter, schema.outbox)  #: where a store is in use
_MANY = 500  #: rows at a time


class NotEmpty(Exception):
    """There are games or letters in the store already."""


class NoStore(Exception):
    """Where a store should be lies a file of something else."""


class NoBackup(Exception):
    """A file that is no backup; the message says why."""


class BackupContents(NamedTuple):
    """What a backup holds, in numbers."""

    rows: int
    games: int
    addresses: int
    letters: int
    unread: int  #: of these, with tokens that can be used
    waiting: int  #: letters of ours that were not sent yet


def save(store: Database, path: Path) -> BackupContents:
    """Write a backup, whole or not at all; return what it holds."""

    def fill(new: Database) -> BackupContents:
        rows = _copy(store, new)
        with new.reading() as conn:
            return BackupContents(
                rows,
                count(conn, schema.game.c.id > 0),
                count(conn, schema.address.c.id > 0),
                count(conn, schema.letter.c.id > 0),
                count(conn, HOLDS_TOKENS),
                count(conn, schema.outbox.c.state == OutboxState.WAITING),
            )

    return _make(path, fill)


def load(path: Path, store: Database) -> int:
    """Fill an empty store from a backup, of which nothing is changed; return how many
    rows. Raises NotEmpty, NoStore, NoBackup, Outdated, Busy, OSError.

    Whoever is killed meanwhile leaves the store as it was, or whole.
    """
    if not path.is_file():
        what = "this is a folder" if path.is_dir() else "there is no such file"
        raise FileNotFoundError(2, what, str(path))
    goal = Path(store.url.database or "") if store.embedded else None
    if goal:
        need_folder(goal)
    with _read(path, goal.parent if goal else None) as source, store.alone():
        if goal is None:
            return _load_at_once(source, store)
        if goal.exists():
            with store.reading() as conn:
                _need_unused(conn)
            _close_up(store)
        for left in ("-wal", "-shm", "-journal"):  # of a file that is gone
            goal.with_name(goal.name + left).unlink(missing_ok=True)
        return _make(goal.resolve(), lambda new: _copy(source, new))


def _load_at_once(source: Database, store: Database) -> int:
    """Fill a database in one transaction, which makes its tables, too."""
    with store.engine.begin() as conn:
        try:
            version = store.version_within(conn)
        except Outdated:
            raise NotEmpty from None
        if version is None or version < HEAD:
            store.migrate_within(conn)
        for table in _USED:
            conn.execute(sa.text(f'LOCK TABLE "{table.name}" IN EXCLUSIVE MODE'))
        _need_unused(conn)
        return _copy_within(source, conn)


def _need_unused(conn: sa.Connection) -> None:
    """Raise NotEmpty where there are players or letters, NoStore where there is
    something else."""
    there = sa.inspect(conn).get_table_names()
    if there and "alembic_version" not in there:
        raise NoStore
    for table in _USED:
        if table.name in there and conn.execute(sa.select(table.c.id)).first():
            raise NotEmpty


def _make(path: Path, fill: Callable[[Database], T]) -> T:
    """Fill a new store, and only then give it its name."""
    with TemporaryDirectory(prefix=".pbem-", dir=path.parent) as folder:
        part = Path(folder) / "new.db"
        with closing(Database(str(part))) as new:
            new.prepare()
            filled = fill(new)
            _close_up(new)
        put_in_place(part, path)
    return filled


def _close_up(store: Database) -> None:
    """Leave one file alone, without what the write-ahead log left next to it."""
    with store.engine.connect() as conn:
        conn.exec_driver_sql("COMMIT")
        conn.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        conn.exec_driver_sql("PRAGMA journal_mode=DELETE")
    store.close()


@contextmanager
def _read(path: Path, parent: Path | None) -> Iterator[Database]:
    """Open a copy of a backup, brought up to date. Raises NoBackup, Outdated,
    OSError."""
    with TemporaryDirectory(prefix=".pbem-", dir=parent) as folder:
        part = Path(folder) / "copy.db"
        try:
            uri = f"{path.resolve().as_uri()}?mode=ro"
            with closing(sqlite3.connect(uri, uri=True)) as source:
                _check(source)
                with closing(sqlite3.connect(part)) as copy:
                    source.backup(copy)
        except sqlite3.Error as error:
            raise _unread(error, Path(folder)) from None
        with closing(Database(str(part))) as work:
            try:
                work.prepare()
            except (sa.exc.SQLAlchemyError, CommandError) as error:
                raise _unread(error, Path(folder)) from None
            yield work


def _unread(error: Exception, folder: Path) -> Exception:
    """Return what it means that a backup could not be read into a folder: there is no
    room, or it is none."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0)
    if code & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return OSError(errno.ENOSPC, cause(error), str(folder.parent))
    return NoBackup(str(error).split("\n")[0])


def _check(source: sqlite3.Connection) -> None:
    """Look at what a database is made of: tables and indexes alone, since anything
    else could run without end. Raises NoBackup, Outdated, sqlite3.Error."""
    found = source.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    for kind, name, text in found:
        words = (text or "").upper().split()
        if kind not in ("table", "index") or words[1:2] == ["VIRTUAL"]:
            raise NoBackup(f"it has a part that no store has, the {kind} {name}")
    tables = {name for kind, name, _ in found if kind == "table"}
    if "alembic_version" not in tables or schema.game.name not in tables:
        raise NoBackup("it is empty" if not tables else "it is something else's file")
    hidden = (
        "SELECT t.name FROM sqlite_master t, pragma_table_xinfo(t.name) c"
        " WHERE t.type = 'table' AND c.hidden <> 0"
    )
    for (name,) in source.execute(hidden):
        raise NoBackup(f"it has a part that no store has, in the table {name}")
    row = source.execute("SELECT version_num FROM alembic_version").fetchone()
    version = str(row[0]) if row else ""
    if not version.isdigit():
        raise NoBackup("it does not say which version it is of")
    if version > HEAD:
        raise Outdated(version)


def _copy(source: Database, goal: Database) -> int:
    with goal.writing() as conn:
        return _copy_within(source, conn)


def _copy_within(source: Database, writing: sa.Connection) -> int:
    rows = 0
    with source.engine.connect() as first:
        # One moment of the whole store, of which a part at a time is in memory.
        level = {} if source.embedded else {"isolation_level": "REPEATABLE READ"}
        given = {"stream_results": True, "max_row_buffer": _MANY}
        reading = first.execution_options(pbem_reading=True, **given, **level)
        with reading.begin():
            for table in metadata.sorted_tables:
                writing.execute(table.delete())
                found = reading.execute(sa.select(table)).mappings()
                for part in found.partitions(_MANY):
                    writing.execute(table.insert(), [dict(row) for row in part])
                    rows += len(part)
                if writing.dialect.name == "postgresql" and "id" in table.c:
                    _count_on(writing, table)
    return rows


def _count_on(conn: sa.Connection, table: sa.Table) -> None:
    """Have PostgreSQL number the next row after the last one that was copied."""
    most = conn.execute(sa.select(sa.func.max(table.c.id))).scalar()
    if most is not None:
        name = sa.func.pg_get_serial_sequence(f'"{table.name}"', "id")
        conn.execute(sa.select(sa.func.setval(name, most)))
