"""How fast Magma is: moves read, checked, played, scored and drawn.

    python -m tests.bench magma

Rates are medians of several rounds in one run; compare only within a run.
"""

from __future__ import annotations

import random
from statistics import median

from pbem import referee
from pbem.games import Game, find
from pbem.record import replay, turn_file
from pbem.referee import Table, Written
from pbem.report import builder, page
from pbem.report.model import Reader
from pbem.rules.magma import RULES, reach
from pbem.rules.magma.boards import board
from tests.bench.harness import ROUNDS, Row, clock, seconds
from tests.rules.magma import slow
from tests.rules.magma.helpers import NAMES, done, sprinkled, start, turns

LINES = [(players, seed) for players in (2, 3, 6) for seed in range(3)]


def line(players: int, seed: int, name: str, length: int = 120) -> list[str]:
    """A random game without passes, as text."""
    dice, state = random.Random(seed), start(players, board=name)
    found: list[str] = []
    while len(found) < length and RULES.window(state) is not None:
        orders = [one for one in turns(state) if str(one) != "pass"] or turns(state)
        order = dice.choice(orders)
        found.append(str(order))
        state = done(state, order).state
    return found


def replayed(
    game: Game, players: int, name: str, moves: list[str], draw: bool, fresh: bool
) -> None:
    """A game through the referee, its scores asked for each turn, with or without the
    text board.

    With `fresh` every order is parsed anew, as if it had never been seen.
    """
    table: Table[object] = Table(start(players, board=name))
    for text in moves:
        if fresh:
            game.notation._cached.cache_clear()
        order = game.notation.parse(text)
        seat = RULES.window(table.state).seats[0]  # type: ignore[arg-type, union-attr]
        table, refused = referee.offer(RULES, table, seat, (Written(order, text),))
        assert not refused
        table = referee.settle(RULES, table).table
        assert table.state.tally.scores  # type: ignore[attr-defined]
        if draw:
            "\n".join(RULES.view(table.state, None).drawing())  # type: ignore[arg-type]


def reported(players: int, moves: list[str]) -> None:
    """A game with the whole report, in text, of each move to the next seat."""
    text = f"Game: magma\nSeats: {', '.join(NAMES[:players])}\n\n"
    story = replay.begin(turn_file.read(text))
    for move in moves:
        seat = story.awaited()[0]
        story.order(seat, [turn_file.Piece(move, 1, 1)])
        reader = Reader(seat=(story.awaited() or (seat,))[0])
        page.to_text(builder.report(story, reader).blocks())


def moves_rows(name: str) -> list[Row]:
    """Moves a second through the referee."""
    game = find("magma")
    games = [(players, line(players, seed, name)) for players, seed in LINES]
    count = sum(len(moves) for _, moves in games)
    rows = []
    for what, draw, fresh in (
        ("read, checked, played, scored", False, True),
        ("the same and the text board", True, True),
        ("the same, orders seen before", True, False),
    ):

        def work(draw: bool = draw, fresh: bool = fresh) -> None:
            for players, moves in games:
                replayed(game, players, name, moves, draw, fresh)

        least = 0.35 if name == "magma91" and draw and fresh else None
        rows.append(Row(f"{name}: {what}", count / seconds(work), "/s", least))
    return rows


def report_row() -> Row:
    """Moves a second with the whole report."""
    # A game told twice would be read from what is kept of the first time.
    unheard = [
        [
            (count, line(count, seed + 1000 * part, "magma91", 60))
            for count, seed in LINES
        ]
        for part in range(1, 2 + ROUNDS)
    ]
    rates = list[float]()
    for games in unheard:
        start = clock()
        for players, moves in games:
            reported(players, moves)
        rates.append(sum(len(moves) for _, moves in games) / (clock() - start))
    rate = median(rates[1:])
    return Row("magma91: the same and the whole report", rate, "/s", 0.10)


def score_rows(name: str) -> list[Row]:
    """Microseconds for all scores of a position, beside the slow generator."""
    dice, table, plain = random.Random(1), board(name), slow.SlowBoard(name)
    homes = {
        colour: [home for home in table.homes if table.colours[home] == colour]
        for colour in ("red", "blue", "yellow")
    }
    positions = [sprinkled(name, dice) for _ in range(100)]
    gates = [table.grid.mask(cells) for cells in homes.values()]

    def fast() -> None:
        for masks, _ in positions:
            reach.tally(table, masks, gates)

    def naive() -> None:
        for _, position in positions:
            slow.scores(plain, position, homes)

    quick, long = (seconds(work) / len(positions) * 1e6 for work in (fast, naive))
    return [
        Row(f"{name}: all scores", quick, "us"),
        Row(f"{name}: all scores, slowly", long, "us"),
        Row(f"{name}: times faster", long / quick, "x"),
    ]


def rows() -> list[Row]:
    """All measurements."""
    found: list[Row] = []
    for name in ("magma91", "hexhex7"):
        found += moves_rows(name) + score_rows(name)
    return [*found, report_row()]
