"""Mag-Blast beside a second referee that knows the handbook alone.

At length: `python -m tests.independent magblast --count N --seed S`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.independent.magblast import losses, shots, turns
from tests.independent.magblast.compare import Entry, Pair
from tests.independent.magblast.play import Difference, play_game

EXAMPLES = Path(__file__).parents[2] / "games" / "magblast" / "examples"
GAMES = 6
LINES = 70


def test_random_games_come_to_the_same_as_by_the_handbook_alone() -> None:
    reasons = set()
    for seed in range(GAMES):
        outcome = play_game(seed, LINES).naive["outcome"]
        reasons.add(outcome and outcome["reason"])
    assert len(reasons) > 1, "games end in several ways"


def example(name: str) -> tuple[dict[str, Any], list[Entry]]:
    """The header and the entries of a game of the handbook."""
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    head, _, body = text.partition("\n\n")
    found = dict(re.findall(r"(\w+): (.*)", head))
    reactions = "standing" if "standing" in found.get("Options", "") else "windows"
    header = {"seats": found["Seats"].split(", "), "seed": found["Seed"], "rounds": 100}
    header |= {"reactions": reactions, "deck": "house"}
    header["rules"] = int(found.get("Rules", "1"))
    entries: list[Entry] = []
    for line in body.splitlines():
        if line.startswith(" "):
            entries[-1][1].append(line.strip())
        elif line:
            seat, _, order = line.partition(": ")
            entries.append((seat, [order]))
    return header, entries


@pytest.mark.parametrize("name", sorted(one.name for one in EXAMPLES.glob("*.txt")))
def test_the_games_of_the_handbook_come_to_the_same(name: str) -> None:
    header, entries = example(name)
    pair = Pair(header)
    for entry in entries:
        pair.take(entry)
        assert pair.differences() == []


def play_games(count: int) -> None:
    for seed in range(count):
        play_game(seed, LINES)


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
