"""How fast Lava is: dice read, checked, laid, judged and drawn.

    python -m tests.bench lava

The positions are clusters of 40 or 41 dice that random games arrive at.
"""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from statistics import mean, median
from typing import Any, NamedTuple, TypeVar

from pbem.games import find
from pbem.record import replay, turn_file
from pbem.report import builder, page
from pbem.report.model import Reader
from pbem.rules.lava import RULES
from pbem.rules.lava.grid import cell
from pbem.rules.lava.legal import placements
from pbem.rules.lava.orders import Place
from pbem.rules.lava.state import State
from tests.bench.harness import ROUNDS, Row, clock, seconds
from tests.rules.lava import slow
from tests.rules.lava.helpers import board_text, cluster, dice_of, done, walk

T = TypeVar("T")

CLUSTERS = 20
GAMES, TURNS = 20, 5  #: that are played in a round, and of each


def each(states: list[State], work: Callable[[State], Any], times: int = 20) -> float:
    """Microseconds that some work takes for a state."""

    def all_of_them() -> None:
        for _ in range(times):
            for state in states:
                work(state)

    return 1e6 * seconds(all_of_them) / times / len(states)


def naive(state: State) -> list[tuple[tuple[int, int], str]]:
    """The legal placements, found by trying every face beside every die."""
    dice = dice_of(state.board)
    return [
        (at, face)
        for at in slow.empty_cells(dice)
        for face in slow.FACES
        if state.stock[ord(face) - ord("a") >> 3] and slow.fits(dice, at, face)
    ]


def kernel_rows(states: list[State]) -> Iterator[Row]:
    """The parts of a turn, each by itself."""
    orders = {id(state): choice(state) for state in states}

    def legal(state: State) -> int:
        return len(placements(state, state.mover or ""))

    def resolve(state: State) -> None:
        done(state, orders[id(state)])

    def laid(state: State) -> None:
        spot = orders[id(state)].spots[0]
        state.board.played(cell(*spot.at), spot.face, state.stock)

    for state in states:
        assert len(naive(state)) == legal(state)
    fast, slowly = each(states, legal), each(states, naive, 1)
    yield Row("legal placements", fast, "us", 2)
    yield Row("legal placements, naive", slowly, "us")
    yield Row("naive to fast", slowly / fast, "x")
    orders_of = each(states, lambda s: list(RULES.legal(s, s.mover or "")))
    yield Row("legal placements as orders", orders_of, "us", 2)
    yield Row("a die and its auto moves laid, blobs kept", each(states, laid), "us")
    yield Row(
        "an order checked, laid and judged, with events", each(states, resolve), "us"
    )
    yield Row("text board", each(states, board_text), "us")
    yield Row("view", each(states, lambda s: RULES.view(s, None)), "us")


def choice(state: State) -> Place:
    """Some legal order of a state, always the same."""
    orders = [one for one in RULES.legal(state, state.mover or "")]
    order = random.Random(len(orders)).choice(orders)
    assert isinstance(order, Place)
    return order


class Turns(NamedTuple):
    """A cluster, and orders for the turns that follow it."""

    state: State
    orders: list[str]


def turns(seed: int) -> Turns:
    """A few turns of a game, in which some 40 dice lie on the table."""
    chooser, attempt = random.Random(seed), 0
    while True:
        attempt += 1
        first = state = cluster(seed * 1013 + attempt, 36)
        texts: list[str] = []
        while state.mover is not None and len(texts) < TURNS:
            order = chooser.choice(list(RULES.legal(state, state.mover)))
            texts.append(str(order))
            state = done(state, order).state
        if state.mover is not None:
            return Turns(first, texts)


def rate(first: int, ready: Callable[[Turns], T], play: Callable[[T, str], T]) -> float:
    """Turns a second, in games that nobody has seen, each in the position that the turn
    before has led to: the median of the rounds, after one to warm up."""
    taken = []
    for number in range(ROUNDS + 1):
        seeds = range(first + number * GAMES, first + (number + 1) * GAMES)
        spent = 0.0
        for game in [turns(seed) for seed in seeds]:
            at = ready(game)
            start = clock()
            for order in game.orders:
                at = play(at, order)
            spent += clock() - start
        taken.append(spent)
    return GAMES * TURNS / median(taken[1:])


def turn_rows() -> Iterator[Row]:
    """Whole turns a second, from text to text board."""
    notation = find("lava").notation

    def ready(game: Turns) -> State:
        for text in game.orders:
            notation.parse(text)
        board_text(game.state)  # as the turn before has left it
        return game.state

    def play(state: State, text: str, *, draw: bool, fresh: bool) -> State:
        if fresh:
            notation._cached.cache_clear()
        seat, order = state.mover or "", notation.parse(text)
        bound = RULES.bind(state, seat, order)
        assert bound.order is not None
        after = RULES.resolve(state, {seat: bound.order}).state
        if draw:
            board_text(after)
        return after

    for number, (what, draw, fresh, goal) in enumerate(
        (
            ("read, checked, laid, judged", False, True, None),
            ("the same and the text board", True, True, 0.30),
            ("the same, orders seen before", True, False, None),
        )
    ):
        found = rate(1000 * number, ready, partial(play, draw=draw, fresh=fresh))
        yield Row(what, found, "/s", goal)


def story_of(state: State) -> replay.Story:
    """A game that arrives at this state, and has one order more to take."""
    lines = (f"{t.by}: {t.face} {t.at[0]},{t.at[1]}" for t in state.laid if not t.auto)
    head = "Game: lava\nName: bench\nSeats: Ann, Bob\n\n"
    return replay.play(turn_file.read(head + "\n".join(lines) + "\n"))


def report_row() -> Row:
    """Turns a second with the whole report, in text, for the next seat."""

    def told(story: replay.Story) -> replay.Story:
        reader = Reader(seat=(story.awaited() or ("Ann",))[0])
        page.to_text(builder.report(story, reader).blocks())
        return story

    def play(story: replay.Story, text: str) -> replay.Story:
        story.order(story.awaited()[0], [turn_file.Piece(text, 1, 1)])
        return told(story)

    found = rate(3000, lambda game: told(story_of(game.state)), play)
    return Row("the same with the whole report", found, "/s", 0.08)


def memory_row() -> Row:
    """What the states of 500 turns take, all kept."""
    tracemalloc.start()
    kept: list[State] = []
    seed = 0
    while len(kept) < 500:
        kept.extend(walk(seed, blob_extent=0, blob_size=48))
        seed += 1
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return Row("states of 500 turns, all kept", size / 1e6, "MB", 100)


def rows() -> Iterator[Row]:
    """All measurements."""
    states = [cluster(seed) for seed in range(CLUSTERS)]
    frontier = mean(len(state.board.edge()) for state in states)
    moves = mean(len(placements(state, state.mover or "")) for state in states)
    yield Row("empty cells beside a die", frontier, "cells")
    yield Row("legal placements of a cluster", moves, "dice")
    yield from kernel_rows(states)
    yield from turn_rows()
    yield report_row()
    yield memory_row()
