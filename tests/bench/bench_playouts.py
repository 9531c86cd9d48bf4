"""How fast random games are played by `legal` and `resolve` alone, in moves.

python -m tests.bench playouts
"""

from __future__ import annotations

import random
from functools import partial

from pbem import referee
from pbem.chance import Chance
from pbem.games import find
from pbem.protocol import Closes
from tests.bench.harness import Row, seconds

#: Games and their seats; the most moves of one game.
TABLES = {"arena": 3, "lava": 2, "magma": 3, "magblast": 3, "mars": 3}
MOST = 120
_OPTIONS: dict[str, dict[str, object]] = {"mars": {"module": 2}}


def play(name: str, seed: int) -> int:
    """Play a random game; return its moves."""
    game, luck = find(name), random.Random(seed)
    rules = game.rules
    seats = ("Ann", "Bob", "Cid")[: TABLES[name]]
    options = {key: option.default for key, option in game.options.items()}
    options |= _OPTIONS.get(name, {})
    chance = Chance(b"bench %d" % seed) if game.needs_chance(options) else None
    state, moves = referee.begin(rules, seats, options, chance).state, 0
    while moves < MOST and (window := rules.window(state)) is not None:
        answers = {}
        for seat in window.seats:
            legal = [one for one in rules.legal(state, seat) if not one.anytime]
            answers[seat] = rules.bind(state, seat, luck.choice(legal)).order
            moves += 1
            if window.closes is Closes.FIRST:
                break
        state = rules.resolve(state, answers).state
    return moves


def games(name: str) -> int:
    """Play a few games; return all their moves."""
    return sum(play(name, seed) for seed in range(3))


def rows() -> list[Row]:
    """Moves a second of each game."""
    found = []
    for name in TABLES:
        count = games(name)
        taken = seconds(partial(games, name), 3)
        found.append(Row(f"{name}: random moves by legal and resolve", count / taken))
    return found
