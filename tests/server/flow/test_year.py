"""A small simulated year on both databases. The full one, of 200 games and 300
players, is `python -m tests.support.server.year [--database postgres]`."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.server.store.connection import Database
from tests.support.server import year_checks
from tests.support.server.year import simulate

pytestmark = pytest.mark.slow


def test_a_season_of_games(url: str, tmp_path: Path) -> None:
    year = simulate(Database(url), tmp_path, games=10, players=16, days=110, seed=5)
    try:
        figures = year_checks.check(year)
    finally:
        year.world.server.close()
    ended = sum(n for name, n in figures["games"].items() if name.endswith("over"))
    assert ended >= 5
    assert figures["turns"] > 100
    assert figures["in the log"]["outage"] == 2
    assert figures["private words"] > 0
