"""How many lines of play there are: counted fast, slowly, and in a table."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

from pbem.rules.magma import RULES
from pbem.rules.magma.state import State
from tests.rules.magma.helpers import NAMES, done, play, read, start, turns
from tests.rules.magma.slow import SlowGame, perft

TABLE = tomllib.loads(Path(__file__).with_name("perft.toml").read_text())
SLOW_ENOUGH = 30_000  #: nodes that the slow generator recounts


def count(state: State, depth: int) -> int:
    """Count the lines of this many turns."""
    if RULES.window(state) is None:
        return 0
    orders = turns(state)
    if depth == 1:
        return len(orders)
    return sum(count(done(state, order).state, depth - 1) for order in orders)


@pytest.mark.parametrize("name", TABLE)
def test_perft(name: str) -> None:
    row = TABLE[name]
    state = play(start(row["players"], board=row["board"]), row["moves"])
    slow = SlowGame.start(row["board"], row["players"])
    for move in row["moves"]:
        slow = slow.after(str(read(move)))
    for depth, nodes in enumerate(row["nodes"], 1):
        assert count(state, depth) == nodes, f"depth {depth}"
        if nodes <= SLOW_ENOUGH:
            assert perft(slow, depth) == nodes, f"depth {depth}, slowly"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_random_games_have_the_same_orders_and_scores_all_along(
    players: int,
) -> None:
    dice = random.Random(players)
    state, slow = start(players), SlowGame.start("magma91", players)
    names = {f"S{at}": name for at, name in enumerate(NAMES, 1)}
    for _ in range(150):
        if RULES.window(state) is None:
            break
        orders = {str(order): order for order in turns(state)}
        assert set(orders) == set(slow.moves())
        view = RULES.view(state, None)
        for colour, found in slow.scores().items():
            one = view.scores[colour]
            assert (one.pieces, one.exclusive, one.score) == found
        assert view.reserve == {names[s]: n for s, n in slow.reserve.items()}
        text = dice.choice(sorted(orders))
        state = done(state, orders[text]).state
        slow = slow.after(text)
    assert state.turns > 30
