"""A disk with no room left: nothing is lost, and all goes on once there is some."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.server.storage.database import UNAVAILABLE_ERRORS, Database
from pbem.server.storage.schema import metadata
from tests.support import servers
from tests.support.server import crash
from tests.support.server.world import BEGIN
from tests.support.server_fixtures import need

GAMES, TURNS = 10, 3


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


@pytest.mark.usefixtures("all_servers")
def test_postgresql_on_a_full_disk(tmp_path: Path) -> None:
    server = need(servers.small_postgres)
    url = server.database("full")
    store = Database(url)
    store.prepare()
    wanted: list[str] = []
    letters = 0
    for name in ("whole", "full"):
        with store.engine.begin() as link:
            for table in reversed(metadata.sorted_tables):
                link.execute(table.delete())
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
        filler = _fill(server.folder / "data")
        for _ in range(2):
            with pytest.raises(UNAVAILABLE_ERRORS, match="No space left"):
                step()
        filler.unlink()
        step()
    ours.once(BEGIN + 10)
    ours.context.database.close()
    crash.check(url, place, letters, wanted, 0)
