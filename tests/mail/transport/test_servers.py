"""The servers that other tests lean on."""

from __future__ import annotations

import psycopg
import pytest

from tests.support import processes, server_fixtures
from tests.support.server_fixtures import database, postgres

__all__ = ["database", "postgres"]


def test_a_database_of_our_own(database: str) -> None:
    with psycopg.connect(database.replace("+psycopg", "")) as connection:
        row = connection.execute("select current_user, count(*) from pg_tables")
        assert (row.fetchone() or ("",))[0] == "pbem"


def test_free_ports_differ() -> None:
    assert len(set(processes.free_ports(20))) == 20


def test_without_a_server_a_test_skips_except_on_continuous_integration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def start() -> None:
        raise processes.Missing("no such server")

    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no such server"):
        server_fixtures.need(start)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no such server"):
        server_fixtures.need(start)
