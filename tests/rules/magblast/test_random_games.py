"""Random players play whole games; nothing is lost, and all come to an end.

What counts is the long run: python -m tests.rules.magblast.test_random_games 20000
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

import pytest

from pbem.protocol import Outcome
from pbem.referee import Played, Table
from pbem.rules.magblast import RULES
from pbem.rules.magblast.state import State
from tests.rules.magblast.table import play, sound

SHARES, SHARE = 1, 60  #: games in a test: fewer do not end in each way
SORTS = (
    "Boarding Cancel Counter Defend Discard Draw End Field Fire JolNar Launch Mentak "
    "Move Naalu Pass Place Play Reinforce Resources Sol Spacedock Standing Upgrade "
    "Vote Xxcha Yssaril"
)


def run(first: int, games: int) -> tuple[Counter[str], Counter[str]]:
    """Random games to the end: how they ended, and what was ordered."""
    endings: Counter[str] = Counter()
    orders: Counter[str] = Counter()

    def watch(table: Table[State], played: Sequence[Played]) -> None:
        for one in played:
            sound(one.after)
            assert RULES.window(one.before) == one.window

    for seed in range(first, first + games):
        seats = 5 + seed % 4 if seed % 10 == 0 else 2 + seed % 3
        table, counts = play(
            seed,
            seats,
            watch,
            reactions="standing" if seed % 4 == 0 else "windows",
            rounds=4 if seed % 7 == 0 else 100,
            deck="second" if seed % 5 == 0 else "house",
            quitting=0.01 if seed % 6 == 0 else 0.0,
        )
        outcome = RULES.outcome(table.state)
        assert isinstance(outcome, Outcome)
        assert outcome.winners
        endings[outcome.reason] += 1
        orders += counts
    return endings, orders


@pytest.mark.parametrize("share", range(SHARES))
def test_random_games_end_each_way_with_every_card_in_its_place(share: int) -> None:
    endings, orders = run(share * SHARE, SHARE)
    assert set(endings) == {"last-flagship", "resigned", "limit"}
    for name in SORTS.split():
        assert orders[name], name


if __name__ == "__main__":
    found, ordered = run(0, int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
    print(dict(found), dict(ordered))
