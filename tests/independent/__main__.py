"""`python -m tests.independent GAME --count N --seed S`: many random games."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.independent.compare import Difference, play, shrunk
from tests.independent.magblast import __main__ as magblast
from tests.independent.players import PLAYERS


def main() -> None:
    """Play; print the first difference with its turn file, and end with status 1."""
    parser = argparse.ArgumentParser(prog="tests.independent")
    parser.add_argument(
        "games", nargs="*", metavar="GAME", default=[*PLAYERS, "magblast"]
    )
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--lines", type=int, default=200)
    given = parser.parse_args()
    for game in given.games:
        if game == "magblast":
            ok = magblast.games(given.seed, given.count, given.lines)
            if not ok:
                sys.exit(1)
            continue
        lines = 0
        ends: Counter[str] = Counter()
        for seed in range(given.seed, given.seed + given.count):
            player = PLAYERS[game]()
            try:
                pair = play(player, game, seed, given.lines)
            except Difference as found:
                found = shrunk(player, found)
                print(f"{game}, seed {seed}: {found}")
                sys.exit(1)
            lines += len(pair.text.lines)
            outcome = pair.naive.outcome()
            ends[outcome[1] if outcome else "goes on"] += 1
        how = ", ".join(f"{number} {reason}" for reason, number in ends.most_common())
        print(f"{game}: {given.count} games, {lines} lines; {how}")


if __name__ == "__main__":
    main()
