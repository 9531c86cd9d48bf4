"""What is asked of a table and written to one, by the classes of its rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.server.store import schema
from pbem.server.store.rows import AuditRow

R = TypeVar("R", bound=NamedTuple)
_FACT = sa.select(schema.meta.c.value).where(schema.meta.c.name == sa.bindparam("name"))
MAX_DETAIL = 2000  #: characters of a line in the audit log


def fetch(
    conn: Connection,
    row: type[R],
    query: sa.Executable,
    given: Mapping[str, Any] = {},
) -> list[R]:
    """Return what a query finds; its columns are the fields of `row`."""
    return [row._make(found) for found in conn.execute(query, given)]


def fetch_first(
    conn: Connection,
    row: type[R],
    query: sa.Executable,
    given: Mapping[str, Any] = {},
) -> R | None:
    """Return the first row that such a query finds."""
    return next(iter(fetch(conn, row, query, given)), None)


def count(conn: Connection, *where: sa.ColumnElement[bool]) -> int:
    """Return how many rows of a table there are of which all of this is true."""
    return conn.execute(sa.select(sa.func.count()).where(*where)).scalar() or 0


def insert(conn: Connection, row: NamedTuple, **more: object) -> int:
    """Insert a row, which gets a number where its `id` is 0; return the first part of
    its key."""
    values = row._asdict() | more
    if values.get("id") == 0:
        del values["id"]
    key = conn.execute(schema.TABLES[type(row)].insert(), values).inserted_primary_key
    return int(key[0]) if key else 0


def save(conn: Connection, old: R, new: R) -> None:
    """Write what is new in a row, and nothing else of it."""
    pairs = zip(old._fields, old, new, strict=True)
    changed = {name: value for name, before, value in pairs if value != before}
    if changed:
        table = schema.TABLES[type(old)]
        conn.execute(table.update().where(*_this(table, old)).values(changed))


def delete(conn: Connection, row: NamedTuple) -> None:
    """Remove a row."""
    table = schema.TABLES[type(row)]
    conn.execute(table.delete().where(*_this(table, row)))


def _this(table: sa.Table, row: NamedTuple) -> list[sa.ColumnElement[bool]]:
    return [column == getattr(row, column.name) for column in table.primary_key]


def insert_new(conn: Connection, table: sa.Table, *rows: dict[str, Any]) -> int:
    """Insert rows whose unique key is not there yet; return how many it were."""
    from sqlalchemy.dialects import postgresql, sqlite

    insert = (sqlite if conn.dialect.name == "sqlite" else postgresql).insert(table)
    new = insert.on_conflict_do_nothing().returning(*table.primary_key)
    # One by one: many at once are a pipeline to psycopg, and a connection that is idle
    # in one has no idle session, which the database would end.
    return sum(len(conn.execute(new, row).all()) for row in rows)


def audit(conn: Connection, what: str, at: float, detail: str = "", **ids: Any) -> None:
    """Add a line to the audit log."""
    row = {"what": what, "at": at, "detail": detail[:MAX_DETAIL], **ids}
    conn.execute(schema.audit.insert(), row)


def audit_log(conn: Connection, game_id: int, most: int) -> list[AuditRow]:
    """Return the latest lines about a game, the last one first."""
    table = schema.audit
    query = sa.select(table).where(table.c.game_id == game_id)
    return fetch(conn, AuditRow, query.order_by(table.c.id.desc()).limit(most))


def detail_of(line: AuditRow, seats: Sequence[str]) -> str:
    """Return what a line of the audit log says, with the name of its seat in front."""
    named = line.seat is not None and line.seat < len(seats)
    parts = [seats[line.seat]] if line.seat is not None and named else []
    return ": ".join([*parts, *([line.detail] if line.detail else [])])


def last_done(conn: Connection, name: str) -> float | None:
    """Return when the chore of this name was last done, in seconds since 1970; None:
    never."""
    found = fact(conn, name)
    return None if found is None else float(found)


def once_in(conn: Connection, seconds: float, name: str, now: float) -> bool:
    """Return whether a periodic task is due, and note that it is done now: its last run
    was `seconds` ago or more, or the clock was set back since."""
    last = last_done(conn, name)
    due = last is None or not 0 <= now - last < seconds
    if due:
        note_done(conn, name, now)
    return due


def note_done(conn: Connection, name: str, now: float) -> None:
    """Note that something was done now."""
    set_fact(conn, name, repr(now))


def fact(conn: Connection, name: str) -> str | None:
    """Return a fact about the whole store; None: nothing is known."""
    found: str | None = conn.execute(_FACT, {"name": name}).scalar()
    return found


def drop_fact(conn: Connection, name: str) -> None:
    """Forget a fact about the whole store."""
    conn.execute(schema.meta.delete().where(schema.meta.c.name == name))


def set_fact(conn: Connection, name: str, value: str) -> None:
    """Note a fact about the whole store."""
    if not insert_new(conn, schema.meta, {"name": name, "value": value}):
        this = schema.meta.update().where(schema.meta.c.name == name)
        conn.execute(this.values(value=value))
