"""Mag-Blast beside a second referee that knows the handbook alone.

At length: `python -m tests.independent magblast --count N --seed S`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.independent.magblast import losses, shots, turns
from tests.independent.magblast.cases import cases, entries_of, header_of
from tests.independent.magblast.compare import differs
from tests.independent.magblast.play import Difference, play_game

EXAMPLES = Path(__file__).parents[2] / "games" / "magblast" / "examples"
GAMES = 3
LINES = 70


def test_random_games_come_to_the_same_as_by_the_handbook_alone() -> None:
    reasons = set()
    for seed in range(GAMES):
        outcome = play_game(seed, LINES).naive["outcome"]
        reasons.add(outcome and outcome["reason"])
    assert len(reasons) > 1, "games end in several ways"


@pytest.mark.parametrize("name", sorted(one.name for one in EXAMPLES.glob("*.txt")))
def test_the_games_of_the_handbook_come_to_the_same(name: str) -> None:
    head, _, body = (EXAMPLES / name).read_text(encoding="utf-8").partition("\n\n")
    _, found = differs(header_of(head), entries_of(body, []))
    assert found == []


def test_the_published_cases_come_to_the_same() -> None:
    wrong = {}
    for number, header, entries in cases():
        _, found = differs(header, entries)
        if found:
            wrong[number] = found
    assert wrong == {}


def play_games(count: int) -> None:
    for seed in range(count):
        play_game(seed, LINES)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        (shots, "in_zone", lambda game, seat, zone: []),
        (turns, "room", lambda game, seat: 4),
        (losses, "power", lambda game, seat: "l1z1x"),
    ],
)
def test_a_mistake_in_one_of_them_is_found_and_told_with_its_turn_file(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, wrong: Any
) -> None:
    monkeypatch.setattr(module, name, wrong)
    with pytest.raises(Difference, match="Game: magblast\nSeats: ") as found:
        play_games(10)
    assert ": house " in str(found.value)
