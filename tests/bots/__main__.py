"""How strong bots are: matches that go on until a sequential test has an answer.

python -m tests.bots                     all pairs of all games, at a thirtieth
python -m tests.bots lava magma          of these games
python -m tests.bots lava --share 1 --most 10 --pair fair-easy
python -m tests.bots lava --first 100    goes on behind a match of a hundred

The test is Wald's: whether the share of wins is what is wanted, or what it would be
worth nothing at (a pair of equals), with errors of 1 %. Draws count half. Who is easy
has five playouts at least, as a thirtieth of what it thinks would be one. `p` is how
often equals would win as many of as many games or more. How it stands after each game
is told on the way, as games of who is strong take minutes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from math import comb, log
from time import process_time
from typing import Any, NamedTuple

from pbem.bots.levels import EASY, FAIR, STRONG, Level
from pbem.protocol import Order, Outcome, Seat
from pbem.rules.mars.search.team_plan import plan_round, styles
from tests.bots.matches import NAMES, Player, play

ERROR = 0.01  #: of either kind
GAMES = ("arena", "lava", "magma", "magblast", "mars")
LEVELS: Mapping[str, Level | None] = {
    "random": None,
    "easy": EASY,
    "fair": FAIR,
    "strong": STRONG,
}


class Wanted(NamedTuple):
    """What a level is to win against the one below."""

    above: str
    below: str
    share: float  #: of wins, as wanted
    least: float  #: that would be worth nothing


PAIRS = (
    Wanted("easy", "random", 0.95, 0.80),
    Wanted("fair", "easy", 0.75, 0.50),
    Wanted("strong", "fair", 0.75, 0.50),
)
#: Where luck weighs more, or half of several seats are of each level.
LESS, EVEN = 0.60, 0.50


def score(outcome: Outcome | None, mine: set[Seat]) -> float:
    """Return what a game brought to some seats: their share of the winners."""
    if outcome is None or not outcome.winners:
        return 0.5
    winners = set(outcome.winners)
    return len(winners & mine) / len(winners)


def match(
    game: str, pair: Wanted, seats: int, share: int, most: int, first: int = 0
) -> str:
    """Play until the test says yes or no, `first` the number of the first deal; return
    a line that tells it."""
    wanted, least = pair.share, pair.least
    if pair.below != "random" and (game == "magblast" or seats > 2):
        wanted, least = LESS, EVEN
    levels = {name: level and level.part(share) for name, level in LEVELS.items()}
    yes, no = log((1 - ERROR) / ERROR), log(ERROR / (1 - ERROR))
    at, won, played, draws, begun = 0.0, 0.0, 0, 0, process_time()
    names = NAMES[:seats]
    while played < most and no < at < yes:
        deal = first + played
        mine = {name for i, name in enumerate(names) if (i + deal) % 2 == 0}
        who = {
            name: levels[pair.above if name in mine else pair.below] for name in names
        }
        outcome = play(game, who, f"{game} {seats} {pair.above} {deal}")
        found = score(outcome, mine)
        draws += outcome is None or not outcome.winners
        won, played = won + found, played + 1
        at += found * log(wanted / least)
        at += (1 - found) * log((1 - wanted) / (1 - least))
        print(f"{won:g} of {played}", file=sys.stderr, flush=True)
    said = "yes" if at >= yes else "no" if at <= no else "open"
    seconds = process_time() - begun
    return (
        f"{game}, {seats} seats: {pair.above} against {pair.below}: {won:g} of {played}"
        f" ({100 * won / played:.0f} %, {draws} undecided,"
        f" p = {by_luck(won, played):.2g}); at least {wanted:.0%}: {said};"
        f" {seconds:.0f} s"
    )


def by_luck(won: float, played: int) -> float:
    """Return how often one of two equals wins so many games or more.

    >>> round(by_luck(42, 60), 4), by_luck(0.5, 3)
    (0.0013, 1.0)
    """
    ways = sum(comb(played, wins) for wins in range(int(won), played + 1))
    return float(ways / 2**played)


def _person(state: Any, seat: Seat) -> Order:
    """What somebody orders who plans in another way than the bots beside him do."""
    return plan_round(state, styles(state)[-1])[seat]


def mars(pair: Wanted, share: int, most: int, *, mixed: bool) -> str:
    """Return a line on the modules that a team of one level has won, all bots or with
    somebody among them who plans otherwise."""
    level = LEVELS[pair.above]
    assert level is not None
    won, begun = [], process_time()
    for module in range(1, 6):
        good = 0
        for number in range(most):
            who: dict[Seat, Player] = dict.fromkeys(NAMES[:3], level.part(share))
            if mixed:
                who[NAMES[number % 3]] = _person
            outcome = play("mars", who, f"mars {module} {number}", {"module": module})
            good += outcome is not None and bool(outcome.winners)
        won.append(f"module {module}: {good} of {most}")
    seconds = process_time() - begun
    team = f"{pair.above} and a person" if mixed else pair.above
    return f"mars, 3 seats, {team}: {', '.join(won)}; {seconds:.0f} s"


def main() -> None:
    """Play what was asked for, a line each."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--share", type=int, default=30)
    parser.add_argument("--most", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--pair", default="")
    given = parser.parse_args()
    for game in given.games:
        for pair in PAIRS:
            if given.pair not in ("", f"{pair.above}-{pair.below}"):
                continue
            if game == "mars":
                for mixed in (False, True):
                    most = min(given.most, 5)
                    print(mars(pair, given.share, most, mixed=mixed), flush=True)
            else:
                deals = (given.most, given.first)
                print(match(game, pair, given.seats, given.share, *deals), flush=True)


if __name__ == "__main__":
    main()
