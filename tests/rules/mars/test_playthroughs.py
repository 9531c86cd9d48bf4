"""The scripted team wins every module, and loses one by the sand."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.plugins.games import find
from pbem.record import replay, turn_file
from tests.rules.mars.team import header, play_out

ROOT = Path(__file__).parents[3]
#: five games and a lost one are told page by page, the others only played
TOLD = sorted((ROOT / "tests" / "playthroughs" / "mars").glob("*.txt"))
PLAYED = TOLD + sorted((Path(__file__).parent / "games").glob("*.txt"))
SHOWN = sorted((ROOT / "games" / "mars" / "examples").glob("*.txt"))
#: played afresh each time: one game for each module, each number of players
AFRESH = ("1-with-6", "2-with-3", "3-with-4", "4-with-1", "5-with-2", "sand")


def story(path: Path) -> replay.Story:
    """A game from its file."""
    return replay.play(turn_file.read(path.read_text()))


def test_every_module_is_won_with_every_number_of_players() -> None:
    won, endings = set(), set()
    for path in PLAYED:
        told = story(path)
        outcome = told.game.rules.outcome(told.table.state)
        assert outcome is not None, path.name
        endings.add(outcome.reason)
        if outcome.reason == "home":
            assert outcome.winners == told.header.seats
            won.add((told.options["module"], len(told.header.seats)))
        else:
            assert outcome.winners == ()
    assert endings == set(find("mars").facts["endings"])
    assert won == {(m, n) for m in range(1, 6) for n in (1, 2, 3, 4, 6)}


@pytest.mark.parametrize(
    "path",
    [path for path in PLAYED if path.stem.removeprefix("module-") in AFRESH],
    ids=lambda path: path.stem,
)
def test_the_team_plays_it_again_through_the_commands(
    path: Path, tmp_path: Path
) -> None:
    text = path.read_text()
    file = tmp_path / path.name
    file.write_text(text.split("\n\n")[0] + "\n\n")
    assert header(file) == header(path)
    document = play_out(file)
    assert document["outcome"]["reason"] == ("sand" if "sand" in path.stem else "home")
    assert file.read_text() == text


@pytest.mark.parametrize("path", PLAYED + SHOWN, ids=lambda path: path.stem)
def test_every_order_of_it_is_good(path: Path) -> None:
    assert [fault for fault in story(path).faults if fault.fault.refuses] == []
