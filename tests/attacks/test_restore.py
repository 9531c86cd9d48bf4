"""A file that is handed to `pbem server restore` is read, and nothing in it runs."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import pbem
from pbem.server.store.connection import Database
from tests.support.server.world import World

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i"


def _run(*given: str) -> Result:
    return CliRunner().invoke(pbem, list(given))


def _said(result: Result) -> str:
    assert result.exit_code == 2, result.output
    return str(getattr(result.exception, "message", "")) + result.output


@pytest.fixture(scope="module")
def monday(tmp_path_factory: pytest.TempPathFactory, empty: Path) -> Path:
    """A backup of a game, to be copied."""
    place = tmp_path_factory.mktemp("monday")
    config = _host(place)
    shutil.copy(empty, place / "pbem.db")
    world = World(Database(str(place / "pbem.db")), place)
    world.start()
    said = _run("server", "backup", str(place / "monday.backup"), *config).output
    assert "one game, three letters" in said
    assert "keep it as safe as the store" in said
    assert "store itself" in _said(
        _run("server", "backup", str(place / "pbem.db"), "--force", *config)
    )
    world.server.close()
    assert (place / "monday.backup").stat().st_mode & 0o777 == 0o600
    return place / "monday.backup"


def _host(place: Path) -> list[str]:
    (place / "pbem.key").write_text((b"k" * 32).hex() + "\n", encoding="ascii")
    (place / "pbem.toml").write_text('address = "referee@x.example"\n')
    return ["--config", str(place / "pbem.toml")]


@pytest.fixture
def saved(monday: Path, tmp_path: Path) -> tuple[Path, list[str], Path]:
    """A backup, a configuration without a store, and where its store would be."""
    shutil.copy(monday, tmp_path)
    return tmp_path / monday.name, _host(tmp_path), tmp_path / "pbem.db"


def _games(store: Path) -> int:
    with closing(sqlite3.connect(store)) as conn:
        return int(conn.execute("SELECT count(*) FROM game").fetchone()[0])


def _sql(*lines: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as conn:
            for line in lines:
                conn.execute(line)
            conn.commit()

    return change


#: What was done to a backup, by what is said of it.
BAD: dict[str, Callable[[Path], object]] = {
    "it is empty": lambda path: path.write_bytes(b""),
    "file is not a database": lambda path: path.write_bytes(b"Game: arena\n" * 99),
    "malformed": lambda path: path.write_bytes(path.read_bytes()[:5000]),
    "it is something else's file": _sql(
        "CREATE TABLE shop (id INTEGER)", "DROP TABLE alembic_version"),
    "the view player": _sql(
        "PRAGMA legacy_alter_table=ON", "ALTER TABLE player RENAME TO other",
        f"CREATE VIEW player AS {ENDLESS} FROM n"),
    "the view alembic_version": _sql(
        "DROP TABLE alembic_version",
        f"CREATE VIEW alembic_version AS {ENDLESS} AS version_num FROM n"),
    "the trigger t": _sql(
        "CREATE TRIGGER t AFTER UPDATE ON game BEGIN DELETE FROM game; END"),
    "the table v": _sql("CREATE VIRTUAL TABLE v USING fts5(a)"),
    "in the table player": _sql(
        "ALTER TABLE player ADD COLUMN more AS (hex(zeroblob(900000000)))"),
    "newer version of pbem (9001)": _sql("UPDATE alembic_version SET version_num=9001"),
    "which version": _sql("DELETE FROM alembic_version"),
    "identified by '0000'": _sql("UPDATE alembic_version SET version_num='0000'"),
    "no such table: seat": _sql("DROP TABLE seat"),
}  # fmt: skip


@pytest.mark.parametrize("words", BAD)
def test_what_is_no_backup_is_named_and_changes_nothing(
    saved: tuple[Path, list[str], Path], words: str
) -> None:
    file, config, store = saved
    BAD[words](file)
    before = file.read_bytes()
    said = _said(_run("server", "restore", str(file), *config))
    assert words in said
    assert str(file) in said
    assert "mistake in pbem" not in said
    assert file.read_bytes() == before
    assert not list(store.parent.glob(".pbem-*"))
    assert not store.exists() or not _games(store)


def test_a_backup_is_only_read_and_what_comes_of_it_is_private(
    saved: tuple[Path, list[str], Path],
) -> None:
    file, config, store = saved
    file.chmod(0o400)
    before = file.read_bytes()
    assert _run("server", "restore", str(file), *config).exit_code == 0
    assert file.read_bytes() == before
    assert store.stat().st_mode & 0o777 == 0o600
    assert _games(store) == 1
    left = {path.name for path in store.parent.iterdir()}
    assert not {name for name in left if name.startswith(".")}


def test_a_store_that_somebody_works_on_is_not_replaced(
    saved: tuple[Path, list[str], Path],
) -> None:
    file, config, store = saved
    with closing(Database(str(store))) as held:
        held.prepare()
        with held.alone():
            assert "end that first" in _said(
                _run("server", "restore", str(file), *config)
            )
