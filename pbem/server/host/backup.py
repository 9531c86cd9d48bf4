"""The whole store in one file, and back, whatever database it lies in.

The file is a SQLite store itself, so `pbem export` and `pbem status` read it.
The key is not in it: who has the file alone cannot speak for anybody.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from pbem.files import put_in_place
from pbem.server.storage.database import Database
from pbem.server.storage.schema import metadata

_MANY = 500  #: rows at a time


class NotEmpty(Exception):
    """There are games in the store already."""


def save(store: Database, path: Path) -> int:
    """Write a backup, whole or not at all; return how many rows it holds."""
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)
    goal = Database(str(part))
    try:
        goal.prepare()
        rows = _copy(store, goal)
        with goal.engine.connect() as link:
            # One file alone, without what the write-ahead log left beside it.
            link.exec_driver_sql("COMMIT")
            link.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            link.exec_driver_sql("PRAGMA journal_mode=DELETE")
        goal.close()
        put_in_place(part, path)
    finally:
        goal.close()
        part.unlink(missing_ok=True)
    return rows


def load(path: Path, store: Database) -> int:
    """Fill an empty store from a backup; return how many rows. Raises NotEmpty."""
    if not path.is_file():
        raise FileNotFoundError(2, "there is no such file", str(path))
    with closing(Database(str(path))) as source:
        source.prepare()
        store.prepare()
        with store.reading() as link:
            if link.execute(sa.select(metadata.tables["player"])).first() is not None:
                raise NotEmpty
        return _copy(source, store)


def _copy(source: Database, goal: Database) -> int:
    count = 0
    with source.engine.connect() as first:
        level = {} if source.embedded else {"isolation_level": "REPEATABLE READ"}
        reading = first.execution_options(pbem_reading=True, **level)
        with reading.begin(), goal.writing() as writing:
            for table in metadata.sorted_tables:
                writing.execute(table.delete())
                rows = reading.execute(sa.select(table)).mappings()
                for part in rows.partitions(_MANY):
                    writing.execute(table.insert(), [dict(row) for row in part])
                    count += len(part)
                if not goal.embedded and "id" in table.c:
                    _count_on(writing, table)
    return count


def _count_on(link: sa.Connection, table: sa.Table) -> None:
    """Have PostgreSQL number the next row after the last one that was copied."""
    most = link.execute(sa.select(sa.func.max(table.c.id))).scalar()
    if most is not None:
        name = sa.func.pg_get_serial_sequence(f'"{table.name}"', "id")
        link.execute(sa.select(sa.func.setval(name, most)))
