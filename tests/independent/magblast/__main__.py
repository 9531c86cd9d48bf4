"""`python -m tests.independent.magblast --count 300 --seed 1`: games through both."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.independent.magblast.play import LONGEST, Difference, play_game


def games(seed: int, count: int, longest: int, *, seen: bool = False) -> bool:
    """Play games and print how they ended, each difference, and what was seen; return
    whether the referees agreed."""
    bad = entries = 0
    ends: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    for number in range(seed, seed + count):
        try:
            pair = play_game(number, longest)
        except Difference as difference:
            bad += 1
            print(difference, "\n")
            continue
        entries += len(pair.entries)
        outcome = pair.naive["outcome"]
        ends[outcome["reason"] if outcome else "goes on"] += 1
        happened.update(pair.house.seen)
        happened.update(code for _, _, code in pair.house.refusals())
    if seen:
        lines = [f"{many:7} {what}" for what, many in sorted(happened.items())]
        print(*lines, sep="\n")
    how = ", ".join(f"{many} {reason}" for reason, many in ends.most_common())
    print(f"magblast: {count} games, {entries} entries, {bad} differ; {how}")
    return not bad


def main() -> int:
    """Play the games; return 1 where the referees differ."""
    parser = argparse.ArgumentParser(prog="python -m tests.independent.magblast")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=int, default=LONGEST)
    parser.add_argument("--seen", action="store_true", help="list what happened")
    given = parser.parse_args()
    return not games(given.seed, given.count, given.longest, seen=given.seen)


if __name__ == "__main__":
    sys.exit(main())
