"""How many lines of play there are: counted fast, slowly, and in a table."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pbem.rules.lava import RULES
from pbem.rules.lava.state import State
from tests.rules.lava.helpers import done, play, slow_start, start
from tests.rules.lava.slow import perft

TABLE = tomllib.loads(Path(__file__).with_name("perft.toml").read_text())
SLOW_ENOUGH = 2_500  #: lines that the slow generator recounts


def count(state: State, depth: int) -> int:
    """Count the lines of this many dice."""
    seat = state.mover
    if seat is None:
        return 0
    orders = list(RULES.legal(state, seat))
    if depth == 1:
        return len(orders)
    return sum(count(done(state, order).state, depth - 1) for order in orders)


@pytest.mark.parametrize("name", TABLE)
def test_perft(name: str) -> None:
    row = TABLE[name]
    options = row.get("options", {})
    state = play(start(row["players"], **options), row["moves"])
    slow = slow_start(row["players"], **options)
    for move in row["moves"]:
        slow = slow.after(move)
    assert len(row["nodes"]) >= 3
    for depth, nodes in enumerate(row["nodes"], 1):
        assert count(state, depth) == nodes, f"depth {depth}"
        if nodes <= SLOW_ENOUGH:
            assert perft(slow, depth) == nodes, f"depth {depth}, slowly"
