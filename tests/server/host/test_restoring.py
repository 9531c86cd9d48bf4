"""A store that is restored is whole, or nothing is there: whenever whoever does it is
killed, and nothing takes half of one for a store."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner, Result

from pbem.cli import pbem
from pbem.server.host import backup
from pbem.server.store import schema
from pbem.server.store.connection import Database
from tests.support.server.world import World

STEPS = (
    "pbem/server/host/backup.py",
    "pbem/server/store/connection.py",
    "pbem/system/files.py",
)


@pytest.fixture(scope="module")
def monday(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of a store with a game."""
    place = tmp_path_factory.mktemp("monday")
    world = World(Database(str(place / "pbem.db")), place)
    world.start()
    backup.save(world.store, place / "monday.backup")
    world.server.close()
    return place / "monday.backup"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with settings and a key, and no store."""
    (tmp_path / "pbem.key").write_text((b"k" * 32).hex() + "\n", encoding="ascii")
    (tmp_path / "pbem.toml").write_text(
        'address = "referee@x.example"\n[out]\nby = "folder"\npath = "out"\n'
    )
    return tmp_path


def _run(place: Path, *given: str) -> Result:
    return CliRunner().invoke(pbem, [*given, "--config", str(place / "pbem.toml")])


def _killed_at(step: int, work: Callable[[], object]) -> bool:
    """Do something in a child that kills itself at a call of ours; False: it ended."""
    child = os.fork()
    if child == 0:
        left = step

        def count(frame: FrameType, event: str, _: Any) -> None:
            nonlocal left
            if event == "call" and frame.f_code.co_filename.endswith(STEPS):
                left -= 1
                if not left:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.setprofile(count)
        with suppress(BaseException):
            work()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def _games(url: str) -> int | None:
    """How many games a store holds; None: there is no store."""
    with closing(Database(url)) as store:
        if not store.exists():
            return None
        with store.reading() as conn:
            return conn.execute(sa.select(sa.func.count(schema.game.c.id))).scalar()


def _seen(url: str, monday: Path) -> list[int | None]:
    """What is there after every other step at which a restore can be killed."""

    def restore() -> None:
        with closing(Database(url)) as store:
            backup.load(monday, store)

    found: list[int | None] = []
    while _killed_at(2 * len(found) + 1, restore):
        found.append(_games(url))
        if found[-1]:
            return found
    return [*found, _games(url)]


@pytest.mark.slow
def test_a_killed_restore_of_a_file_leaves_nothing_or_all(
    place: Path, monday: Path
) -> None:
    seen = _seen(str(place / "pbem.db"), monday)
    assert len(seen) > 8
    assert set(seen) == {None, 1}


@pytest.mark.slow
def test_a_killed_restore_of_a_database_leaves_nothing_or_all(
    database: str, monday: Path
) -> None:
    seen = _seen(database, monday)
    assert len(seen) > 8
    assert set(seen) == {None, 1}


def _unfilled(path: Path) -> None:
    with closing(Database(str(path))) as store:
        store.prepare()


@pytest.mark.parametrize(
    "half",
    [Path.touch, _unfilled],
)
def test_what_no_key_was_ever_used_with_is_not_taken_for_a_store(
    place: Path, monday: Path, half: Callable[[Path], object]
) -> None:
    half(place / "pbem.db")
    for command in ("status", "run", "retry"):
        done = _run(place, "server", command)
        assert done.exit_code == 2, command
        assert "there is no store" in " ".join(done.output.split())
    assert "There is no store" in _run(place, "server", "doctor", "--wait", "1").output
    assert _run(place, "server", "restore", str(monday)).exit_code == 0
    assert _run(place, "server", "status").exit_code == 0


def test_a_file_of_something_else_is_not_replaced(place: Path, monday: Path) -> None:
    other = place / "pbem.db"
    with closing(sqlite3.connect(other)) as conn:
        conn.execute("CREATE TABLE shop (id INTEGER)")
    done = _run(place, "server", "restore", str(monday))
    assert done.exit_code == 2
    assert "no store of pbem" in " ".join(done.output.split())
    with closing(sqlite3.connect(other)) as conn:
        assert conn.execute("SELECT name FROM sqlite_master").fetchall() == [("shop",)]


def test_a_refused_backup_leaves_no_store(place: Path) -> None:
    bad = place / "bad.backup"
    bad.write_bytes(b"Game: arena\n" * 99)
    assert _run(place, "server", "restore", str(bad)).exit_code == 2
    assert _games(str(place / "pbem.db")) is None


def test_what_an_old_store_left_beside_its_file_is_not_mixed_in(
    place: Path, monday: Path
) -> None:
    store = place / "pbem.db"
    for end in ("-wal", "-shm"):
        store.with_name(store.name + end).write_bytes(b"old" * 5000)
    assert _run(place, "server", "restore", str(monday)).exit_code == 0
    assert _games(str(store)) == 1
