"""Plays random games with PyPI `diplomacy`; needs no module of ours.

Prints the orders that were processed, and the seconds of a processor that
`Game.process()` alone took for them; then the movement phases, and the seconds that
`Game.set_orders()` and `Game.process()` took for these.
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
    movements, whole = 0, 0.0
    while phases < PHASES:
        game = game_class()
        while not game.is_game_done and phases < PHASES:
            possible = game.get_all_possible_orders()
            given = {}
            for power in game.powers:
                places = game.get_orderable_locations(power)
                given[power] = [
                    luck.choice(possible[one]) for one in places if possible[one]
                ]
            movement = game.phase_type == "M"
            begin = process_time()
            for power, orders in given.items():
                game.set_orders(power, orders)
            start = process_time()
            game.process()
            end = process_time()
            count += sum(map(len, given.values()))
            seconds += end - start
            phases += 1
            if movement:
                movements += 1
                whole += end - begin
    print(count, seconds, movements, whole)


if __name__ == "__main__":
    main()
