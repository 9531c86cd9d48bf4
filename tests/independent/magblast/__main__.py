"""`python -m tests.independent.magblast --count 300 --seed 1`: games through both."""

from __future__ import annotations

import argparse
import sys

from tests.independent.magblast.play import LONGEST, Difference, play_game


def main() -> int:
    """Play the games; return 1 where the referees differ."""
    parser = argparse.ArgumentParser(prog="python -m tests.independent.magblast")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=int, default=LONGEST)
    given = parser.parse_args()
    bad = ended = entries = 0
    for seed in range(given.seed, given.seed + given.count):
        try:
            pair = play_game(seed, given.longest)
        except Difference as difference:
            bad += 1
            print(difference, "\n")
            continue
        entries += len(pair.entries)
        ended += pair.naive["outcome"] is not None
    print(f"{given.count} games, {entries} entries, {ended} ended, {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
