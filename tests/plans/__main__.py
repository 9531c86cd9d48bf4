"""`python -m tests.plans [--count 1000] [--wrong 100] [GAME ...]`."""

from __future__ import annotations

import argparse
import time

from pbem.plugins.games import built_in, find
from pbem.protocol import Hidden
from tests.plans import hold


def main() -> None:
    """Play, and say how much held; an AssertionError names game and seed."""
    parser = argparse.ArgumentParser(prog="tests.plans")
    parser.add_argument("games", nargs="*", default=[*built_in()])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--wrong", type=int, default=100)
    given = parser.parse_args()
    for name in given.games:
        game, began = find(name), time.process_time()
        games, steps = hold.replays(game, range(given.count))
        print(f"{name}: {games} games played again, {steps} lines of plans")
        wrong, _ = hold.wrong_plans(game, given.wrong)
        print(f"{name}: {wrong} wrong plans stopped at their line")
        if isinstance(game.rules, Hidden):
            worlds, asked = hold.hidden(game, range(given.count))
            print(f"{name}: {worlds} other worlds, {asked} orders heard alike")
        print(f"{name}: {time.process_time() - began:.0f} s of processor", flush=True)


if __name__ == "__main__":
    main()
