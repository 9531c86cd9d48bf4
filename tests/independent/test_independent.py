"""Our referee beside naive ones, in a few random games by fixed seeds.

At length: `python -m tests.independent [GAME] --count N --seed S`.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.independent.arena_magics import MAGICS
from tests.independent.compare import Difference, Pair, play, shrunk
from tests.independent.lava_faces import FACES
from tests.independent.magma_board import Board
from tests.independent.mars_table import PAWNS
from tests.independent.players import PLAYERS

SEEDS = {
    "arena": range(12),
    "lava": range(8),
    "magma": range(5),
    "mars": range(14, 19),
}


@pytest.mark.parametrize("game", PLAYERS)
def test_random_games_come_to_the_same_as_by_a_naive_referee(game: str) -> None:
    ends = set()
    for seed in SEEDS[game]:
        pair = play(PLAYERS[game](), game, seed, 60)
        outcome = pair.naive.outcome()
        ends.add(outcome and outcome[1])
    assert len(ends) > 1, "games end in several ways"


def first_difference(game: str, count: int) -> Difference:
    """The first difference in some games, shrunk."""
    for seed in range(count):
        player = PLAYERS[game]()
        try:
            play(player, game, seed, 60)
        except Difference as found:
            return shrunk(player, found)
    raise AssertionError("no game shows it")


@pytest.mark.parametrize(
    ("game", "table", "key", "wrong"),
    [
        ("arena", MAGICS, "A1", (1, 5, "square", "LIGHTNING")),
        ("arena", MAGICS, "E1", (3, 2, "line", "ROLLING STONE")),
        ("lava", FACES, "m", "rGgG"),
        ("mars", PAWNS, "purple", "ore"),
    ],
)
def test_a_mistake_in_one_of_them_is_found_and_shown_by_its_last_line(
    monkeypatch: pytest.MonkeyPatch, game: str, table: Any, key: str, wrong: Any
) -> None:
    monkeypatch.setitem(table, key, wrong)
    found = first_difference(game, 40)
    short = found.text._replace(lines=found.text.lines[:-1])
    pair = Pair(PLAYERS[game](), short)
    for line in short.lines:
        pair.take(line)
    with pytest.raises(Difference):
        pair.take(found.text.lines[-1])


def test_the_board_of_magma_is_the_hexagon_of_its_ruling() -> None:
    board = Board("magma91")
    rows = [sum(cell[0] == row for cell in board.spots) for row in "ABCDEFGHIJKLM"]
    assert rows == [1, 4, 7, 10, 9, 10, 9, 10, 9, 10, 7, 4, 1]
    assert board.homes == ["A1", "D10", "J10", "M1", "J1", "D1"]
