"""How connections to a SQLite file and to PostgreSQL are set."""

from __future__ import annotations

import select
import sqlite3
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA busy_timeout=30000",
    "PRAGMA foreign_keys=ON",
    "PRAGMA cache_size=-8000",
    "PRAGMA secure_delete=ON",  # what was erased is not left in the file
)
#: What PostgreSQL says of a session that did nothing in a transaction for too long.
IDLE_STATE = "25P03"
_IDLE = "idle_in_transaction_session_timeout"
#: Seconds that a server may stand still with a game in its hands: then others take it.
MAX_IDLE_SECONDS = 120


def sqlite(url: sa.URL) -> Engine:
    """Return what opens a file."""
    given = {"timeout": 30, "isolation_level": None}
    engine = sa.create_engine(url, hide_parameters=True, connect_args=given)

    @event.listens_for(engine, "connect")
    def prepare(conn: sqlite3.Connection, record: Any) -> None:
        for pragma in _PRAGMAS:
            conn.execute(pragma)

    @event.listens_for(engine, "begin")
    def begin(conn: Connection) -> None:
        # A transaction that will write takes its lock at once: one that began
        # as a reader could be refused the lock in its middle.
        reading = conn.get_execution_options().get("pbem_reading")
        conn.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


def postgres(url: sa.URL) -> Engine:
    """Return what connects to PostgreSQL."""
    given: dict[str, Any] = {"connect_timeout": 10}
    if "options" not in url.query:
        given["options"] = f"-c {_IDLE}={1000 * MAX_IDLE_SECONDS}"
    engine = sa.create_engine(
        url,
        # What a statement was given may be a secret: no error repeats it.
        hide_parameters=True,
        pool_size=5,
        connect_args=given,
    )

    @event.listens_for(engine, "checkout")
    def still_there(conn: Any, record: Any, proxy: Any) -> None:
        # Nothing was asked, so what can be read is the end of the connection; to ask
        # whether it lives costs as much as a query, before each transaction.
        ends = select.poll()
        ends.register(conn.fileno(), select.POLLIN)
        if ends.poll(0):
            raise sa.exc.DisconnectionError

    @event.listens_for(engine, "handle_error")
    def lost(context: sa.engine.ExceptionContext) -> Exception | None:
        fault = context.original_exception
        if getattr(fault, "sqlstate", "") != IDLE_STATE:
            return None
        context.is_disconnect = True
        return sa.exc.OperationalError(None, None, fault, connection_invalidated=True)

    return engine


def allow_idle(conn: Connection, seconds: int) -> None:
    """Let this transaction do nothing for so many seconds, as while a letter is handed
    over; SQLite ends no transaction for that."""
    if conn.dialect.name == "postgresql":
        conn.execute(sa.select(sa.func.set_config(_IDLE, str(1000 * seconds), True)))
