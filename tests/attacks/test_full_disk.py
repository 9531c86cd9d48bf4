"""A disk with no room left: nothing is lost, and all goes on once there is some."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from pbem.server.store.connection import UNAVAILABLE_ERRORS, Database
from pbem.server.store.schema import metadata
from tests.support import servers
from tests.support.server import crash
from tests.support.server.world import BEGIN
from tests.support.server_fixtures import need

GAMES, TURNS = 10, 3
#: What PostgreSQL says, by what has no room: its data, or its log.
SAYS = {"data": "No space left", "wal": "connection|recovery|No space left"}


def _fill(folder: Path) -> Path:
    """A file that leaves no room beside it."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                pass
    return filler


def _use_up_log(url: str) -> None:
    """Write until there is no room left in the files of the log that stand already."""
    engine = sa.create_engine(url)
    message = sa.text("SELECT pg_logical_emit_message(false, 'x', repeat('x', 100000))")
    with suppress(*UNAVAILABLE_ERRORS), engine.connect() as conn:
        while True:
            conn.execute(message)
            conn.commit()
    engine.dispose()


def _ready(server: servers.Postgres) -> None:
    """It takes connections again, by itself or by its host."""
    end = time.monotonic() + 10
    while not server.ready():
        if time.monotonic() > end:
            server.start()
        time.sleep(0.1)


@pytest.mark.usefixtures("all_servers")
@pytest.mark.parametrize("part", ["data", "wal"])
def test_postgresql_on_a_full_disk(part: str, tmp_path: Path) -> None:
    """Without room for its log PostgreSQL ends all connections, or itself."""
    server = need(partial(servers.small_postgres, part))
    url = server.database("full")
    store = Database(url)
    store.prepare()
    wanted: list[str] = []
    letters = 0
    for name in ("whole", "full"):
        # Deleted rows would leave room in their tables once they are vacuumed.
        names = ", ".join(f'"{table.name}"' for table in metadata.sorted_tables)
        with store.engine.begin() as conn:
            conn.execute(sa.text(f"TRUNCATE {names}"))
        (tmp_path / name).mkdir()
        letters = crash.prepare(url, tmp_path / name, GAMES, TURNS)
        if name == "whole":
            crash.whole(url, tmp_path / name)
            wanted = crash.records(url)
    store.close()
    place = tmp_path / "full"
    ours = crash.build(url, place, crash.Steps(0))
    steps: tuple[Callable[[], object], ...] = (
        lambda: ours.fetch(ours.sources[0], BEGIN + 10),
        lambda: ours.run_until_idle(BEGIN + 10),
    )
    for step in steps:
        filler = _fill(server.folder / part)
        if part == "wal":
            _use_up_log(url)
        with pytest.raises(UNAVAILABLE_ERRORS, match=SAYS[part]):
            step()
        # What failed has made its table longer: the next try may find room there.
        with suppress(*UNAVAILABLE_ERRORS):
            step()
        filler.unlink()
        _ready(server)
        step()
    ours.once(BEGIN + 10)
    ours.context.database.close()
    crash.check(url, place, letters, wanted, 0)
