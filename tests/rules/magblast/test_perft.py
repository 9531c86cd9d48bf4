"""How many orders the first turn holds: counted fast, slowly, and in a table.

A new table, once the rules have changed on purpose:
python -m tests.rules.magblast.test_perft
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pbem.rules.magblast import RULES
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import State
from pbem.testing.matches import bound
from tests.rules.magblast import slow
from tests.rules.magblast.table import begin

TABLE = tomllib.loads(Path(__file__).with_name("perft.toml").read_text())
SLOW_ENOUGH = 12  #: first orders after which the slow count goes on


def asked(state: State) -> State:
    """The state once ships are placed as dealt, and what was played has passed."""
    while (window := RULES.window(state)) is not None and window.sealed:
        order = o.Place() if window.name == "placing" else o.Pass()
        orders = dict.fromkeys(window.seats, order)
        state = RULES.resolve(state, bound(RULES, state, orders)).state
    return state


def after(state: State) -> list[State]:
    """The states that one order of the player who is asked leads to."""
    window = RULES.window(state)
    if window is None:
        return []
    (seat,) = window.seats
    legal = list(RULES.legal(state, seat))
    after = (bound(RULES, state, {seat: order}) for order in legal)
    return [asked(RULES.resolve(state, orders).state) for orders in after]


def count(state: State, depth: int) -> int:
    """Lines of this many orders."""
    window = RULES.window(state)
    if window is None:
        return 0
    if depth == 1:
        return sum(1 for _ in RULES.legal(state, window.seats[0]))
    return sum(count(one, depth - 1) for one in after(state))


def slowly(state: State) -> int:
    """The orders of a turn, counted the plain way."""
    window = RULES.window(state)
    return 0 if window is None else len(slow.orders(state, window.seats[0]))


@pytest.mark.parametrize("name", TABLE)
def test_perft(name: str) -> None:
    row = TABLE[name]
    state = asked(begin(row["seed"], row["players"]).state)
    for depth, nodes in enumerate(row["nodes"], 1):
        assert count(state, depth) == nodes, f"depth {depth}"
    assert slowly(state) == row["nodes"][0]


def test_the_slow_count_goes_on() -> None:
    """After a first order that leaves the turn to its player."""
    row = min(TABLE.values(), key=lambda row: row["nodes"][0])
    state = asked(begin(row["seed"], row["players"]).state)
    compared = 0
    for one in after(state):
        window = RULES.window(one)
        if window is not None and window.name == "turn" and one.turn == state.turn:
            moved = bool(one.moves)  # a planned move is told apart in `legal` only
            if not moved and compared < SLOW_ENOUGH:
                assert count(one, 1) == slowly(one)
                compared += 1
    assert compared > 2


if __name__ == "__main__":
    for players in range(2, 9):
        for seed in (players, 100 + players):
            table = asked(begin(seed, players).state)
            nodes = [count(table, 1), count(table, 2)]
            if nodes[1] < 400:
                nodes.append(count(table, 3))
            print(f"[opening-{players}-{seed}]\nplayers = {players}\nseed = {seed}")
            print(f"nodes = {nodes}\n")
