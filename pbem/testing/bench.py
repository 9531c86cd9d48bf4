"""How fast a game is, next to a game of the house in the same run.

python -m pbem.testing.bench hop
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from time import process_time

from pbem.plugins.games import Game, find
from pbem.record import replay, turn_file
from pbem.report.builder import report
from pbem.report.model import Reader, render
from pbem.testing.matches import Match

PEER = "lava"
SECONDS = 2.0  #: of processor time, for each line
WINDOWS = 20  #: of a random game


def played(game: Game) -> list[Match]:
    """Return some random games."""
    found = []
    for seed in range(4):
        match = Match(game, random.Random(seed))
        match.play(WINDOWS)
        found.append(match)
    return found


def rate(work: Callable[[], int]) -> float:
    """Return how much is done in a second of processor time."""
    begun, done = process_time(), 0
    while process_time() - begun < SECONDS:
        done += work()
    return done / (process_time() - begun)


def rates(game: Game) -> dict[str, float]:
    """Return what is done in a second: windows replayed, reports, random moves."""
    records = [turn_file.read(match.record()) for match in played(game)]
    stories = [replay.play(one) for one in records]

    def replayed() -> int:
        return sum(replay.play(one).table.serial for one in records)

    def reported() -> int:
        return sum(bool(render(report(one, Reader()))) for one in stories)

    def moved() -> int:
        return sum(one.table.serial for one in played(game))

    return {
        "windows replayed": rate(replayed),
        "reports": rate(reported),
        "windows of random games": rate(moved),
    }


def main(names: list[str]) -> None:
    """Print the rates of games, and their ratio to those of the peer."""
    peer = rates(find(PEER))
    for name in names:
        for what, found in rates(find(name)).items():
            ratio = found / peer[what]
            print(f"{name}: {found:,.0f} {what} a second, {ratio:.2f} of {PEER}'s")


if __name__ == "__main__":
    main(sys.argv[1:])
