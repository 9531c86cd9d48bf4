"""The store: one SQLite file, or PostgreSQL by URL, through the same code."""

from __future__ import annotations

import fcntl
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from threading import Lock

import sqlalchemy as sa
from sqlalchemy.engine import Connection, make_url

from pbem.server.store import engines

HEAD = "0001"  #: the migration that this version of the program needs
BUSY_SECONDS = 2.0  #: that a process waits for the end of another
UNAVAILABLE_ERRORS = (
    sa.exc.OperationalError,
    sa.exc.InterfaceError,
    sa.exc.TimeoutError,
)
"""What is raised while the database cannot be reached or written to."""


def cause(error: Exception) -> str:
    """Return why a database refused, in its own words, which may name its URL.

    SQLite has no word for a disk without room for its smaller files.

    >>> cause(OSError("disk I/O error")), cause(TimeoutError())
    ('disk I/O error (is the disk full?)', 'TimeoutError')
    """
    why = str(getattr(error, "orig", None) or error).strip().split("\n")[0]
    full = " (is the disk full?)" if why == "disk I/O error" else ""
    return f"{why}{full}" or type(error).__name__


class ServerLock(IntEnum):
    """What one server of a database does at a time: the number of its lock."""

    MIGRATE = 7402001
    SORT = 7402002  #: or letters would overtake
    TELL_OF_OUTAGE = 7402003  #: they may wake up together
    READ = 7402004  #: or each would read the same
    KEY = 7402006  #: of a new store


class Busy(Exception):
    """Another server works on this store already."""


class Outdated(Exception):
    """The store was made by a newer version of the program."""


class Database:
    """Opens transactions; `url` as SQLAlchemy writes it, or the path of a file.

    >>> Database("sqlite://").url.drivername
    'sqlite'
    """

    def __init__(self, url: str) -> None:
        if "://" not in url:
            url = f"sqlite:///{url}"
        url = url.replace("postgresql://", "postgresql+psycopg://", 1)
        self.url = make_url(url)
        self.embedded = self.url.get_backend_name() == "sqlite"
        self.engine = (
            engines.sqlite(self.url) if self.embedded else engines.postgres(self.url)
        )
        self._queue, self._writer = Lock(), Lock()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that is committed at the end, or not at all.

        A file takes one at a time: the threads of a process come in turn.
        """
        if not self.embedded:
            with self.engine.begin() as conn:
                yield conn
            return
        with self._queue:  # or a thread that has just written could be the next again
            self._writer.acquire()
        try:
            with self.engine.begin() as conn:
                yield conn
        finally:
            self._writer.release()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that sees one moment and changes nothing."""
        with self.engine.connect() as conn:
            conn = conn.execution_options(pbem_reading=True)
            with conn.begin():
                yield conn

    def exists(self) -> bool:
        """Return whether the tables exist; creates nothing. Raises FileNotFoundError
        where the file's folder is missing."""
        if self.embedded and not (file := Path(self.url.database or "")).exists():
            need_folder(file)
            return False
        with self.engine.connect() as conn:
            return _version(conn) is not None

    def prepare(self) -> None:
        """Make the tables, or brings them up to date. Raises Outdated,
        FileNotFoundError: there is no folder for the file."""
        if self.embedded and self.url.database:
            _make_private(Path(self.url.database))
        with self.engine.connect() as conn:
            version = self.version_within(conn)
        if version != HEAD:
            self.migrate()

    def version_within(self, conn: Connection) -> str | None:
        """Return the version of the tables; None: there are none. Raises Outdated where
        this program cannot work on them."""
        version = _version(conn)
        if version is not None and version > HEAD:
            raise Outdated(version)
        return version

    def migrate(self) -> None:
        """Run the migrations that are not in the store yet."""
        with self.engine.begin() as conn:
            self.migrate_within(conn)

    def migrate_within(self, conn: Connection) -> None:
        """Run the migrations in a transaction that does more: all of it, or nothing."""
        from alembic import command
        from alembic.config import Config

        logging.getLogger("alembic").setLevel(logging.WARNING)
        config = Config()
        folder = Path(__file__).parent / "migrations"
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        if not self.embedded:
            # Two servers that start side by side migrate one after the other.
            wait_for(conn, ServerLock.MIGRATE)
            if _version(conn) == HEAD:
                return
        config.attributes["connection"] = conn
        command.upgrade(config, "head")

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the lock of the one process that works on a SQLite file. Raises Busy
        where another still holds it after `BUSY_SECONDS`: one that is killed lets go.

        On PostgreSQL any number of servers share the work.
        """
        if not self.embedded or not self.url.database:
            yield
            return
        with open(f"{self.url.database}.lock", "a", encoding="ascii") as file:
            until = time.monotonic() + BUSY_SECONDS
            while not _locked(file.fileno()):
                if time.monotonic() > until:
                    raise Busy(self.url.database)
                time.sleep(BUSY_SECONDS / 20)
            yield

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


def wake_listeners(conn: Connection) -> None:
    """Wake the workers of all machines when this transaction is committed."""
    if conn.dialect.name == "postgresql":
        conn.execute(sa.text("NOTIFY pbem"))


def only_one(conn: Connection, lock: ServerLock) -> bool:
    """Return whether no other server holds a lock, which is ours until the end of this
    transaction."""
    if conn.dialect.name != "postgresql":
        return True
    query = sa.select(sa.func.pg_try_advisory_xact_lock(int(lock)))
    return bool(conn.execute(query).scalar())


def wait_for(conn: Connection, lock: ServerLock) -> None:
    """Wait until no other server holds a lock, which is ours until the end of this
    transaction."""
    if conn.dialect.name == "postgresql":
        conn.execute(sa.select(sa.func.pg_advisory_xact_lock(int(lock))))


def _version(conn: Connection) -> str | None:
    if not sa.inspect(conn).has_table("alembic_version"):
        return None
    found = conn.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _locked(file: int) -> bool:
    """Return whether a file is ours alone now."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def need_folder(path: Path) -> None:
    """Raise FileNotFoundError where a store has no folder: a slip in its name, or a
    disk that is not there, must not begin another store."""
    if not path.parent.is_dir():
        raise FileNotFoundError(2, "there is no such folder", str(path.parent))


def _make_private(path: Path) -> None:
    """Make the file for its owner alone: letters hold tokens and hidden things."""
    if not path.exists():
        need_folder(path)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
