"""The store: one SQLite file, or PostgreSQL by URL, through the same code."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection, make_url

from pbem.server.storage import engines, schema
from pbem.server.storage.rows import AuditRow
from pbem.server.storage.statements import Statement

R = TypeVar("R", bound=NamedTuple)
HEAD = "0007"  #: the migration that this version of the program needs
#: Programs that need this one work on our stores too, so that servers can be replaced
#: one after the other: what they need is taken away a version later.
OLDEST = "0007"
MAX_DETAIL = 2000  #: characters of a line in the audit log
UNAVAILABLE_ERRORS = (
    sa.exc.OperationalError,
    sa.exc.InterfaceError,
    sa.exc.TimeoutError,
)
"""What is raised while the database cannot be reached or written to."""


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
        self._queue, self._desk = Lock(), Lock()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that is committed at the end, or not at all.

        A file takes one at a time: the threads of a process come in turn.
        """
        if not self.embedded:
            with self.engine.begin() as link:
                yield link
            return
        with self._queue:
            self._desk.acquire()
        try:
            with self.engine.begin() as link:
                yield link
        finally:
            self._desk.release()

    @property
    def busy(self) -> bool:
        """Whether another thread is writing to the file: this one would wait."""
        return self._desk.locked()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that sees one moment and changes nothing."""
        with self.engine.connect() as link:
            link = link.execution_options(pbem_reading=True)
            with link.begin():
                yield link

    def prepare(self) -> None:
        """Make the tables, or brings them up to date. Raises Outdated."""
        if self.embedded and self.url.database:
            _make_private(Path(self.url.database))
        with self.engine.connect() as link:
            version = _version(link)
            newer = version is not None and version > HEAD
            if newer and (fact(link, "oldest") or HEAD + "+") > HEAD:
                raise Outdated(version)
        if version != HEAD and not newer:
            self.migrate()

    def migrate(self, goal: str = "head") -> None:
        """Run the migrations that are not in the store yet."""
        import logging

        from alembic import command
        from alembic.config import Config

        logging.getLogger("alembic").setLevel(logging.WARNING)
        config = Config()
        folder = Path(__file__).parent / "migrations"
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        with self.engine.begin() as link:
            if not self.embedded:
                # Two servers that start side by side migrate one after the other.
                link.execute(sa.text("SELECT pg_advisory_xact_lock(7402001)"))
                if _version(link) == HEAD and goal == "head":
                    return
            config.attributes["connection"] = link
            command.upgrade(config, goal)
            if goal == "head":
                set_fact(link, "oldest", OLDEST)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the lock of the one process that works on a SQLite file. Raises Busy.

        On PostgreSQL any number of servers share the work.
        """
        if not self.embedded or not self.url.database:
            yield
            return
        with open(f"{self.url.database}.lock", "a", encoding="ascii") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise Busy(self.url.database) from None
            yield

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


def wake_listeners(link: Connection) -> None:
    """Wake the workers of all machines when this transaction is committed."""
    if link.dialect.name == "postgresql":
        link.execute(sa.text("NOTIFY pbem"))


def only_one(link: Connection, lock: int) -> bool:
    """Return whether no other server holds a lock, which is ours until the end of this
    transaction."""
    if link.dialect.name != "postgresql":
        return True
    query = sa.select(sa.func.pg_try_advisory_xact_lock(lock))
    return bool(link.execute(query).scalar())


def fetch(
    link: Connection,
    row: type[R],
    query: sa.Executable | Statement,
    given: Mapping[str, Any] = {},
) -> list[R]:
    """Return what a query finds; its columns are the fields of `row`."""
    if isinstance(query, Statement):
        return [*map(row._make, query.rows(link, given))]
    return [row._make(found) for found in link.execute(query, given)]


def fetch_first(
    link: Connection,
    row: type[R],
    query: sa.Executable | Statement,
    given: Mapping[str, Any] = {},
) -> R | None:
    """Return the first row that such a query finds."""
    return next(iter(fetch(link, row, query, given)), None)


def count(link: Connection, *where: sa.ColumnElement[bool]) -> int:
    """Return how many rows of a table there are of which all of this is true."""
    return link.execute(sa.select(sa.func.count()).where(*where)).scalar() or 0


def insert(link: Connection, row: NamedTuple, **more: object) -> int:
    """Insert a row, which gets a number where its `id` is 0; return the first part of
    its key."""
    values = row._asdict() | more
    if values.get("id") == 0:
        del values["id"]
    return int(_insert(type(row), tuple(values)).scalar(link, values))


def save(link: Connection, old: R, new: R) -> None:
    """Write what is new in a row, and nothing else of it."""
    pairs = zip(old._fields, old, new, strict=True)
    changed = {name: value for name, before, value in pairs if value != before}
    if changed:
        keys, statement = _update(type(old), tuple(changed))
        given = {f"old_{name}": getattr(old, name) for name in keys}
        statement.run(link, given | {f"new_{k}": v for k, v in changed.items()})


def delete(link: Connection, row: NamedTuple) -> None:
    """Remove a row."""
    table = schema.TABLES[type(row)]
    same = (column == getattr(row, column.name) for column in table.primary_key)
    link.execute(table.delete().where(*same))


@cache
def _insert(row: type[NamedTuple], names: tuple[str, ...]) -> Statement:
    table = schema.TABLES[row]
    number = next(iter(table.primary_key))
    return Statement(insert_into(table, names).returning(number))


def insert_into(table: sa.Table, names: Iterable[str]) -> sa.Insert:
    """Return the insertion of rows of which these columns are given; the others are
    what rows begin with."""
    values = {
        column.name: column.default.arg
        for column in table.c
        if isinstance(column.default, sa.ColumnDefault)
    }
    return table.insert().values(values | {name: sa.bindparam(name) for name in names})


@cache
def _update(
    row: type[NamedTuple], names: tuple[str, ...]
) -> tuple[list[str], Statement]:
    table = schema.TABLES[row]
    keys = [column.name for column in table.primary_key]
    same = (table.c[key] == sa.bindparam(f"old_{key}") for key in keys)
    new: dict[str, Any] = {name: sa.bindparam(f"new_{name}") for name in names}
    return keys, Statement(table.update().where(*same).values(new))


def insert_new(link: Connection, table: sa.Table, *rows: dict[str, Any]) -> int:
    """Insert rows whose unique key is not there yet; return how many it were."""
    return len(link.execute(_new(link.dialect.name, table), rows).all())


@cache
def _new(dialect: str, table: sa.Table) -> sa.Insert:
    from sqlalchemy.dialects import postgresql, sqlite

    insert = (sqlite if dialect == "sqlite" else postgresql).insert(table)
    new: sa.Insert = insert.on_conflict_do_nothing()
    return new.returning(sa.literal(1))


def audit(link: Connection, what: str, at: float, detail: str = "", **ids: Any) -> None:
    """Add a line to the audit log."""
    given = {"what": what, "at": at, "detail": detail[:MAX_DETAIL], **ids}
    _insert(AuditRow, tuple(given)).run(link, given)


def audit_log(link: Connection, game_id: int, most: int) -> list[AuditRow]:
    """Return the latest lines about a game, the last one first."""
    table = schema.audit
    query = sa.select(table).where(table.c.game_id == game_id)
    return fetch(link, AuditRow, query.order_by(table.c.id.desc()).limit(most))


def last_done(link: Connection, name: str) -> float | None:
    """Return when something was last done; None: never."""
    found = fact(link, name)
    return None if found is None else float(found)


def note_done(link: Connection, name: str, now: float) -> None:
    """Note that something was done now."""
    set_fact(link, name, repr(now))


def fact(link: Connection, name: str) -> str | None:
    """Return a fact about the whole store; None: nothing is known."""
    query = sa.select(schema.meta.c.value).where(schema.meta.c.name == name)
    found: str | None = link.execute(query).scalar()
    return found


def set_fact(link: Connection, name: str, value: str) -> None:
    """Note a fact about the whole store."""
    if not insert_new(link, schema.meta, {"name": name, "value": value}):
        this = schema.meta.update().where(schema.meta.c.name == name)
        link.execute(this.values(value=value))


def _version(link: Connection) -> str | None:
    if not sa.inspect(link).has_table("alembic_version"):
        return None
    found = link.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _make_private(path: Path) -> None:
    """Make the file for its owner alone: letters hold tokens and hidden things."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
