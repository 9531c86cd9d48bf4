"""How fast random games are played by `legal` and `resolve` alone, in moves.

python -m tests.bench playouts
"""

from __future__ import annotations

import itertools
import random
from statistics import median

from pbem import referee
from pbem.chance import Chance
from pbem.games import find
from pbem.protocol import Closes
from tests.bench.harness import ROUNDS, Row, clock

#: Games and their seats; the most moves of one game.
TABLES = {"arena": 3, "lava": 2, "magma": 3, "magblast": 3, "mars": 3}
MOST = 120
GAMES, WARM_GAMES = 5, 100  #: a round; before the first, as a search plays thousands
#: Five times what random games were when they were first measured.
GOALS = {"arena": 0.10, "lava": 0.91, "magma": 0.95, "magblast": 0.60, "mars": 0.44}
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


def rate(name: str) -> float:
    """Moves a second of random games, none of them played before."""
    seeds, rates = itertools.count(), list[float]()
    for number in range(1 + ROUNDS):
        start, moves = clock(), 0
        for _ in range(GAMES if number else WARM_GAMES):
            moves += play(name, next(seeds))
        rates.append(moves / (clock() - start))
    return median(rates[1:])


def rows() -> list[Row]:
    """Moves a second of each game."""
    what = "random moves by legal and resolve"
    return [Row(f"{name}: {what}", rate(name), "/s", GOALS[name]) for name in TABLES]
