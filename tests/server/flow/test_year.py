"""Two small simulated months on both databases. The full year, of 200 games and 300
players, is `python -m tests.support.server.year [--database postgres]`."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.server.store.connection import Database
from tests.support.server import year_checks
from tests.support.server.year import simulate

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("url", "games", "players", "days"),
    [("sqlite", 6, 10, 60), ("postgres", 4, 8, 30)],
    indirect=["url"],
)
def test_a_season_of_games(
    url: str, games: int, players: int, days: int, tmp_path: Path
) -> None:
    year = simulate(Database(url), tmp_path, games, players, days, seed=5)
    try:
        figures = year_checks.check(year)
    finally:
        year.world.server.close()
    assert any(name.endswith("over") for name in figures["games"])
    assert figures["turns"] > 10
    assert figures["in the log"]["outage"] == 2
    assert figures["private words"] > 0
