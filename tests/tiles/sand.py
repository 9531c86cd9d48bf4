"""Measures the sand of Mars: the timer at which a good team wins half its games.

    python -m tests.tiles.sand [--games 16] [--module 3] [--seats 4]

The team is the search, which plays each deck once and in one style. A timer that
is won with more often than every other time is shortened, and the other way
round, to the nearest five ticks; out of these numbers is the table of Z29.
"""

from __future__ import annotations

from argparse import ArgumentParser

from pbem.chance import Chance
from pbem.rules.mars.map.tiles import standard_box
from pbem.rules.mars.search.team_plan import styles
from pbem.rules.mars.setup import begin
from pbem.rules.mars.state import Settings
from pbem.tiles.playout import NAMES, played

STEP_TICKS = 5  #: between the timers that are tried
MAX_STEPS = 48  #: of them in the longest timer that is tried


def games_won(settings: Settings, seats: int, games: int) -> int:
    """Return how many of so many decks the search wins, each played once."""
    won = 0
    for number in range(games):
        chance = Chance(f"sand {number}".encode())
        state = begin(standard_box(), NAMES[:seats], settings, chance).state
        won += played(state, styles(state)[0]).won
    return won


def even_timer(module: int, seats: int, games: int) -> tuple[int, int]:
    """Return the shortest timer with which half the games are won, and how many."""
    low, high, best = 2, MAX_STEPS, 0
    while low < high:
        middle = (low + high) // 2
        settings = Settings(module=module, timer=middle * STEP_TICKS)
        won = games_won(settings, seats, games)
        if 2 * won >= games:
            high, best = middle, won
        else:
            low = middle + 1
    return high * STEP_TICKS, best


def main() -> None:
    """Print the timer for each module and number of players."""
    asked = ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--games", type=int, default=16, help="decks for a timer")
    asked.add_argument("--module", type=int, choices=range(1, 6))
    asked.add_argument("--seats", type=int, choices=range(1, 7))
    given = asked.parse_args()
    for module in [given.module] if given.module else range(2, 6):
        for seats in [given.seats] if given.seats else range(1, 7):
            timer, won = even_timer(module, seats, given.games)
            print(f"{module} {seats}: {timer} ({won} of {given.games})", flush=True)


if __name__ == "__main__":
    main()
