"""How strong the bots of the library are: level against level, sides changed.

python -m tests.library.matches                    all games in which nothing is hidden
python -m tests.library.matches chess hex          of these
python -m tests.library.matches go --count 40 --seconds 600

Easy and random are as they are; fair has a third of its playouts, so that games end in
a minute. Boards are small ones of a game. A row of a table is printed for each game:
won, lost and drawn. A pair ends early once it has taken its seconds.
"""

from __future__ import annotations

import argparse
from time import process_time
from typing import Any

from pbem.bots.levels import EASY, FAIR, Level
from pbem.library.family import FAMILY
from pbem.library.rules import Spiel
from pbem.plugins.games import find
from tests.bots.matches import play

_FAIR = FAIR.part(3)
_PAIRS: tuple[tuple[Level, Level | None], ...] = ((EASY, None), (_FAIR, EASY))
#: Options of boards on which a game is short.
SMALL: dict[str, dict[str, Any]] = {
    "amazons": {"size": 6},
    "go": {"size": "9"},
    "gomoku": {"size": 9},
    "havannah": {"size": 5},
    "hex": {"size": 7},
    "twixt": {"size": 10},
    "y": {"size": 7},
}


def match(
    name: str, level: Level, other: Level | None, count: int, seconds: float
) -> str:
    """Return how many games a level won, lost and drew against another one."""
    won = lost = drawn = 0
    begun = process_time()
    for number in range(count):
        if process_time() - begun > seconds:
            break
        seats = {"Ann": level, "Bob": other}
        if number % 2:
            seats = {"Bob": other, "Ann": level}
        outcome = play(name, seats, f"{name} {number}", SMALL.get(name))
        winners = () if outcome is None else outcome.winners
        if len(winners) != 1:
            drawn += 1
        elif winners[0] == "Ann":
            won += 1
        else:
            lost += 1
    return f"{won}-{lost}-{drawn}"


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(prog="python -m tests.library.matches")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=300)
    given = parser.parse_args()
    every = [x for x in FAMILY.names() if isinstance(find(x).rules, Spiel)]
    for name in given.games or every:
        found = [match(name, *pair, given.count, given.seconds) for pair in _PAIRS]
        print(f"| {find(name).title} | {' | '.join(found)} |", flush=True)


if __name__ == "__main__":
    main()
