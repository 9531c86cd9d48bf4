"""Plays random games with PyPI `diplomacy`; needs no module of ours.

Prints the orders that were processed, and the seconds of a processor that
`Game.process()` alone took for them.
"""

from __future__ import annotations

import random
from importlib import import_module
from time import process_time

PHASES = 60


def main() -> None:
    """Play random orders until so many phases are processed."""
    luck = random.Random(1)
    game_class = import_module("diplomacy").Game
    count, seconds, phases = 0, 0.0, 0
    while phases < PHASES:
        game = game_class()
        while not game.is_game_done and phases < PHASES:
            possible = game.get_all_possible_orders()
            for power in game.powers:
                places = game.get_orderable_locations(power)
                orders = [luck.choice(possible[one]) for one in places if possible[one]]
                game.set_orders(power, orders)
                count += len(orders)
            start = process_time()
            game.process()
            seconds += process_time() - start
            phases += 1
    print(count, seconds)


if __name__ == "__main__":
    main()
