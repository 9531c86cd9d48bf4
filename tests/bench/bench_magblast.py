"""How fast Mag-Blast is: whole games, orders, orders with reports.

    python -m tests.bench magblast

Rates are medians of several rounds in one run; compare only within a run.
"""

from __future__ import annotations

import random

from pbem import referee
from pbem.chance import Chance
from pbem.games import find
from pbem.protocol import Order
from pbem.record import replay, turn_file
from pbem.referee import Written
from pbem.report import builder, model
from pbem.report.model import Reader
from pbem.rules.magblast import RULES
from tests.bench.harness import ROUNDS, Row, seconds
from tests.rules.magblast.table import SEATS, begin, pick

GAMES = 6
TOLD = 120  #: orders of a game with reports; all games are longer
SEED = "00112233445566778899aabbccddeeff"


def line(seed: int, seats: int = 4) -> list[tuple[str, str]]:
    """A random game as mails: who, and what."""
    luck, table = random.Random(seed), begin(seed, seats)
    mails: list[tuple[str, str]] = []
    while waiting := referee.awaited(RULES, table):
        seat = waiting[0]
        order = pick(luck, list(RULES.legal(table.state, seat)))
        mails.append((seat, str(order)))
        written = Written(order, str(order))
        table, refused = referee.offer(RULES, table, seat, [written])
        assert not any(one.fault.refuses for one in refused)
        table = referee.settle(RULES, table).table
    return mails


def replayed(seed: int, mails: list[tuple[str, str]], fresh: bool) -> None:
    """A game read, checked and played again; `fresh`: each line parsed anew."""
    notation, table = find("magblast").notation, begin(seed, 4)
    for seat, text in mails:
        if fresh:
            notation._cached.cache_clear()
        order: Order = notation.parse(text)
        table, _ = referee.offer(RULES, table, seat, [Written(order, text)])
        table = referee.settle(RULES, table).table
    assert RULES.window(table.state) is None


def reported(seed: int, mails: list[tuple[str, str]]) -> None:
    """The same with a report, in text, to the writer of each mail."""
    seats = ", ".join(SEATS[:4])
    text = f"Game: magblast\nSeats: {seats}\nSeed: {SEED}\n\n"
    story = replay.begin(turn_file.read(text))
    chance = Chance(b"test %d" % seed)
    options = {"reactions": "windows", "deck": "house", "rounds": 100}
    story.table = referee.begin(RULES, SEATS[:4], options, chance)
    for seat, line in mails:
        story.order(seat, [turn_file.Piece(line, 1, 1)])
        model.render(builder.report(story, Reader(seat=seat)))


def rows() -> list[Row]:
    """All measurements, each a rate a second."""
    games = [(seed, line(seed)) for seed in range(GAMES)]
    orders = sum(len(mails) for _, mails in games)

    def again(fresh: bool) -> float:
        def work() -> None:
            for seed, mails in games:
                replayed(seed, mails, fresh)

        return orders / seconds(work)

    # A game told twice would be read from what is kept of the first time.
    unheard = iter([(seed, line(seed)) for seed in range(GAMES, GAMES + 1 + ROUNDS)])

    def tell() -> None:
        seed, mails = next(unheard)
        reported(seed, mails[:TOLD])

    told = TOLD / seconds(tell)
    return [
        Row("orders read, checked, played", again(False)),
        Row("orders, each line parsed anew", again(True), "/s", 0.20),
        Row("orders with a report to their writer", told, "/s", 0.04),
    ]
