"""Stores that cost a test little: statements are compiled once for all of them."""

from __future__ import annotations

import sqlite3
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

from pbem.server.store.connection import Database
from pbem.server.store.schema import metadata

_first: dict[str, sa.Engine] = {}  #: the engine of each driver that came first


def quicken(store: Database) -> Database:
    """Let a store use what was compiled for others."""
    engine = store.engine
    driver = engine.url.drivername
    if driver not in _first:
        with engine.connect():  # where a dialect learns of its database
            _first[driver] = engine
        engine.dispose()
    engine.dialect = _first[driver].dialect
    engine._compiled_cache = _first[driver]._compiled_cache
    return store


def hurry(store: Database) -> Database:
    """Let a store not wait for the disk either: what only a power cut could show."""
    if store.embedded:

        @event.listens_for(store.engine, "connect")
        def prepare(conn: sqlite3.Connection, record: Any) -> None:
            conn.execute("PRAGMA synchronous=OFF")

        store.engine.dispose()  # connections that wait
    return quicken(store)


def clear(url: str) -> None:
    """Empty a PostgreSQL database that has our tables, quicker than TRUNCATE does."""
    import psycopg

    lines = [
        f'DELETE FROM "{table.name}"' for table in reversed(metadata.sorted_tables)
    ]
    lines.append(
        "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false)"
        " FROM pg_sequences WHERE last_value IS NOT NULL"
    )
    with psycopg.connect(url.replace("+psycopg", "")) as conn:
        conn.execute("; ".join(lines))
