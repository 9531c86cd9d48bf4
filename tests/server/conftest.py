"""Worlds on both databases."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from pbem.server.store.connection import Database
from tests.support import servers
from tests.support.server.stores import clear
from tests.support.server.world import World
from tests.support.server_fixtures import all_servers, database, need, postgres

__all__ = ["all_servers", "database", "postgres"]

#: Where rows are claimed, locked, counted or moved.
BOTH = {"store", "flow", "outbound", "host"}
#: What stands in those folders, and is about letters alone.
ONE = {"test_attacks", "test_hours", "test_html", "test_identity", "test_mailbox"}

_numbers = count(1)
Make = Callable[..., World]


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh SQLite store, to be copied."""
    path = tmp_path_factory.mktemp("empty") / "pbem.db"
    store = Database(str(path))
    store.prepare()
    with store.engine.connect() as conn:
        conn.exec_driver_sql("COMMIT")
        conn.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    return path


@pytest.fixture(scope="session")
def shared_postgres(all_servers: None) -> str:
    """A PostgreSQL database with our tables in it."""
    server = need(servers.postgres)
    url = server.database(f"pbem{os.getpid()}_{next(_numbers)}")
    store = Database(url)
    store.prepare()
    store.close()
    return url


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests of the folders BOTH run on both databases, but for the modules ONE, as a
    few conversations do; others on SQLite, unless they name another."""
    marks = metafunc.definition.iter_markers("parametrize")
    if "url" in metafunc.fixturenames and not any("url" in m.args[0] for m in marks):
        path = metafunc.definition.path
        both = path.parent.name in BOTH and path.stem not in ONE
        databases = ["sqlite", "postgres"] if both else ["sqlite"]
        metafunc.parametrize("url", databases, indirect=True)


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty store, on either database."""
    if request.param == "sqlite":
        path = tmp_path / "pbem.db"
        shutil.copy(request.getfixturevalue("empty"), path)
        return str(path)
    found: str = request.getfixturevalue("shared_postgres")
    clear(found)
    return found


@pytest.fixture
def make(url: str, tmp_path: Path) -> Iterator[Make]:
    """Makes a world with these settings."""
    made: list[World] = []

    def build(settings: str = "") -> World:
        world = World(Database(url), tmp_path, settings)
        made.append(world)
        return world

    yield build
    for world in made:
        world.server.close()


@pytest.fixture
def world(make: Make) -> World:
    """A world as it is by default."""
    return make()


@pytest.fixture
def host(tmp_path: Path, empty: Path) -> tuple[World, list[str]]:
    """A world whose store the command line can open as well."""
    shutil.copy(empty, tmp_path / "pbem.db")
    (tmp_path / "pbem.key").write_text((b"k" * 32).hex() + "\n", encoding="ascii")
    (tmp_path / "pbem.toml").write_text(
        'address = "referee@x.example"\nhost = "host@x.example"\n', encoding="utf-8"
    )
    world = World(Database(str(tmp_path / "pbem.db")), tmp_path)
    return world, ["--config", str(tmp_path / "pbem.toml")]
