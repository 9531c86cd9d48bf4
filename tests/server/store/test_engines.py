"""How PostgreSQL is spoken to, as far as that shows without a server."""

from __future__ import annotations

import socket
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from pbem.server.store import engines
from pbem.server.store.connection import (
    ServerLock,
    only_one,
    wait_for,
    wake_listeners,
)

URL = "postgresql+psycopg://u:secret@127.0.0.1:1/games"
IDLE = "-c idle_in_transaction_session_timeout=120000"


class _Stop(Exception):
    """No connection is made."""


def _asked(url: str) -> dict[str, Any]:
    """What the driver would be asked to connect with."""
    engine = engines.postgres(sa.make_url(url))
    seen: dict[str, Any] = {}

    @event.listens_for(engine, "do_connect")
    def look(dialect: Any, record: Any, args: Any, given: dict[str, Any]) -> None:
        seen.update(given)
        raise _Stop

    with pytest.raises(_Stop):
        engine.connect()
    assert engine.hide_parameters
    return seen


def test_who_stands_still_loses_what_he_holds_unless_the_host_says_otherwise() -> None:
    assert _asked(URL)["options"] == IDLE
    own = _asked(f"{URL}?options=-c%20search_path%3Dpbem")
    assert own["options"] == "-c search_path=pbem"


@pytest.mark.parametrize("state", [engines.IDLE_STATE, "40001", None])
def test_a_session_that_was_ended_is_a_lost_connection(state: str | None) -> None:
    """The work is done anew; any other fault stays what it is."""
    engine = engines.postgres(sa.make_url(URL))
    fault = Exception("terminating connection")
    if state is not None:
        fault.sqlstate = state  # type: ignore[attr-defined]
    seen: Any = SimpleNamespace(original_exception=fault, is_disconnect=False)
    (told,) = engine.dialect.dispatch.handle_error
    found = told(seen)
    if state == engines.IDLE_STATE:
        assert isinstance(found, sa.exc.OperationalError)
        assert found.connection_invalidated
        assert found.orig is fault
    else:
        assert found is None
    assert seen.is_disconnect is (state == engines.IDLE_STATE)


class _Link:
    """A connection that keeps what it is told, and answers with one word."""

    def __init__(self, dialect: str, answer: object = None) -> None:
        self.dialect = SimpleNamespace(name=dialect)
        self.answer = answer
        self.told: list[str] = []

    def exec_driver_sql(self, text: str) -> None:
        self.told.append(text)

    def execute(self, what: object) -> Any:
        self.told.append(str(what))
        return SimpleNamespace(scalar=lambda: self.answer)


def test_servers_of_one_database_tell_and_leave_each_other_things() -> None:
    """A file has one server: there is nobody to be told, and no lock to be had."""
    file: Any = _Link("sqlite")
    wake_listeners(file)
    assert only_one(file, ServerLock.SORT)
    wait_for(file, ServerLock.SORT)
    assert file.told == []
    for free in (True, False):
        shared: Any = _Link("postgresql", free)
        wake_listeners(shared)
        assert only_one(shared, ServerLock.SORT) is free
        wait_for(shared, ServerLock.SORT)
        wake, lock, waits = shared.told
        assert wake == "NOTIFY pbem"
        assert lock.startswith("SELECT pg_try_advisory_xact_lock(")
        assert waits.startswith("SELECT pg_advisory_xact_lock(")


def test_a_connection_that_has_an_end_to_tell_is_not_used() -> None:
    (still_there,) = engines.postgres(sa.make_url(URL)).pool.dispatch.checkout
    ours, theirs = socket.socketpair()
    with ours, theirs:
        still_there(ours, None, None)
        theirs.close()
        with pytest.raises(sa.exc.DisconnectionError):
            still_there(ours, None, None)
