"""Magma's playthroughs and examples: every ending, every number of players."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.plugins.games import find
from pbem.record import replay, turn_file

ROOT = Path(__file__).parents[3]
PLAYED = sorted((ROOT / "tests" / "playthroughs" / "magma").glob("*.txt"))
SHOWN = sorted((ROOT / "games" / "magma" / "examples").glob("*.txt"))


def story(path: Path) -> replay.Story:
    """Return a game from its file."""
    return replay.play(turn_file.read(path.read_text()))


def test_each_ending_and_each_number_of_players_has_a_playthrough() -> None:
    endings, players = set(), set()
    for path in PLAYED:
        told = story(path)
        outcome = told.game.rules.outcome(told.table.state)
        assert outcome is not None, path.name
        assert outcome.reason == path.stem.split("-")[0] or "hot" in path.stem
        endings.add(outcome.reason)
        players.add(len(told.header.seats))
    assert endings == set(find("magma").facts["endings"])
    assert players == {2, 3, 4, 5, 6}


@pytest.mark.parametrize("path", PLAYED + SHOWN, ids=lambda path: path.stem)
def test_every_order_of_it_is_good(path: Path) -> None:
    assert story(path).faults == []
