"""A backup holds every table and every column, from and to either database."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from pbem.server.host import backup
from pbem.server.store import schema
from pbem.server.store.connection import Database
from tests.server.host.conftest import run
from tests.support.server.stores import clear
from tests.support.server.world import World


def _cell(column: sa.Column[Any], words: type[StrEnum] | None) -> object:
    """A value that no column has by itself."""
    if column.foreign_keys or (
        column.primary_key and isinstance(column.type, sa.Integer)
    ):
        return 1
    if words is not None:
        return [*words][-1]
    kind = column.type
    if isinstance(kind, sa.Boolean):
        return True
    if isinstance(kind, sa.Integer):
        return 7
    if isinstance(kind, sa.Float):
        return 1.5
    if isinstance(kind, sa.LargeBinary):
        return b"\0\xff" + column.name.encode()
    return column.name[: getattr(kind, "length", None) or 99]


def _fill(store: Database) -> None:
    """One row in every table."""
    with store.writing() as conn:
        for table in schema.metadata.sorted_tables:
            conn.execute(table.delete())
        for table in schema.metadata.sorted_tables:
            row = {
                one.name: _cell(one, getattr(one.type, "words", None))
                for one in table.columns
            }
            conn.execute(table.insert().values(row))


def _held(store: Database) -> dict[str, list[tuple[object, ...]]]:
    with store.engine.connect() as conn:
        return {
            table.name: [tuple(row) for row in conn.execute(sa.select(table))]
            for table in schema.metadata.sorted_tables
        }


def test_one_row_in_every_table_comes_back(url: str, tmp_path: Path) -> None:
    store = Database(url)
    store.prepare()
    _fill(store)
    before = _held(store)
    assert all(len(rows) == 1 for rows in before.values())
    saved = tmp_path / "saved.db"
    holdings = backup.save(store, saved)
    assert holdings.rows == len(before)
    with store.writing() as conn:
        for table in reversed(schema.metadata.sorted_tables):
            conn.execute(table.delete())
    assert not any(_held(store).values())
    backup.load(saved, store)
    after = Database(url)
    assert _held(after) == before
    after.close()
    store.close()
    if "://" in url:
        clear(url)


@pytest.mark.parametrize("to", ["--out", "--press"])
def test_what_is_exported_is_for_the_eyes_of_the_host(place: Path, to: str) -> None:
    """It holds hidden orders and the seed, as long as the game goes on."""
    world = World(Database(str(place / "pbem.db")), place)
    world.store.prepare()
    (place / "pbem.key").write_text((b"k" * 32).hex() + "\n", encoding="ascii")
    world.begin()
    world.server.close()
    for there in ("", "0644"):
        file = place / f"new{there}.txt"
        if there:
            file.touch(0o644)
        more = ["--out", "record.txt"] if to == "--press" else []
        told = run("server", "export", "arena-1", to, str(file), "--force", *more)
        assert told.exit_code == 0, told.output
        assert file.stat().st_size > 0
        assert file.stat().st_mode & 0o777 == 0o600
