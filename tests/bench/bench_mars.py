"""How fast Mars is: rounds of four plans with ten actions each.

python -m tests.bench mars
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count, islice
from typing import TypeVar

from pbem.games import find
from pbem.protocol import Event
from pbem.report import page
from pbem.report.model import Chapter, Reader, Report
from pbem.rules.mars import RULES
from pbem.rules.mars.board_text import draw
from pbem.rules.mars.orders import Plan
from pbem.rules.mars.search.team_plan import plan_round, styles
from pbem.rules.mars.state import State
from tests.bench.harness import ROUNDS, Row, seconds
from tests.rules.mars.helpers import opening

ACTIONS = 10
LONGEST = 12  #: rounds of one game
BATCH = 40  #: rounds that are measured in one go, each batch but once
Round = tuple[State, dict[str, Plan]]
T = TypeVar("T")


def rounds() -> Iterator[Round]:
    """Rounds out of whole games of four: the team's plans, filled up by chance."""
    dice = random.Random(1)
    for seed in count():
        state = opening(1 + seed % 5, 4, seed)
        while not state.ended and state.round <= LONGEST:
            plans = plan_round(state, styles(state)[0])
            full = {seat: filled(state, seat, plans[seat], dice) for seat in plans}
            yield state, full
            state = RULES.resolve(state, plans).state


def filled(state: State, seat: str, plan: Plan, dice: random.Random) -> Plan:
    """A plan brought to ten actions with moves of the seat's own colours."""
    known = [
        action
        for order in RULES.legal(state, seat)
        if isinstance(order, Plan) and len(order.actions) == 1
        for action in order.actions
    ]
    actions = list(plan.actions[:ACTIONS])
    while len(actions) < ACTIONS:
        actions.append(replace(dice.choice(known), optional=True))
    return Plan(tuple(actions))


def resolved(cases: list[Round]) -> None:
    """The rounds resolved, nothing else."""
    for state, plans in cases:
        RULES.resolve(state, plans)


def spelt(cases: list[Round]) -> list[tuple[State, dict[str, str]]]:
    """The rounds with their plans as they are written."""
    return [(at, {who: str(plan) for who, plan in all_.items()}) for at, all_ in cases]


def adjudicated(cases: list[tuple[State, dict[str, str]]]) -> None:
    """Plans read, checked and resolved."""
    notation = find("mars").notation
    for state, lines in cases:
        orders = {}
        for seat, text in lines.items():
            bound = RULES.bind(state, seat, notation.parse(text)).order
            assert bound is not None
            orders[seat] = bound
        RULES.resolve(state, orders)


def reported(display: str, cases: list[Round]) -> None:
    """Rounds resolved and reported to one seat, as text."""
    for serial, (state, plans) in enumerate(cases):
        step = RULES.resolve(state, plans)
        page.to_text(report(step.state, step.events, serial, display).blocks())


def report(
    state: State, events: tuple[Event, ...], serial: int, display: str
) -> Report:
    """The report of one round to the second seat."""
    seat = state.seats[1]
    view = RULES.view(state, seat)
    window = RULES.window(state)
    return Report(
        game=find("mars"),
        name="bench",
        seats=state.seats,
        options={},
        serial=serial + 1,
        reader=Reader(seat=seat, display=display),
        view=view,
        truth=None,
        chapters=[Chapter(serial, window, events, (), view)],
        window=window,
        awaited=state.seats,
        outcome=RULES.outcome(state),
    )


def rows() -> list[Row]:
    """All measurements, each on rounds that were never seen: nobody plays twice the
    same."""
    games = rounds()
    notation = find("mars").notation

    def batch() -> list[Round]:
        return list(islice(games, BATCH))

    def read_before() -> list[tuple[State, dict[str, str]]]:
        cases = spelt(batch())
        for _, lines in cases:
            for text in lines.values():
                notation.parse(text)
        return cases

    def unseen() -> list[tuple[State, dict[str, str]]]:
        notation._cached.cache_clear()
        return spelt(batch())

    def after() -> list[State]:
        return [RULES.resolve(state, plans).state for state, plans in batch()]

    def drawn(states: list[State]) -> None:
        for state in states:
            draw(state.board, state.pawns)

    def planned(cases: list[Round]) -> None:
        for state, _ in cases:
            plan_round(state, styles(state)[0])

    def rate(make: Callable[[], list[T]], work: Callable[[list[T]], object]) -> float:
        prepared = iter([make() for _ in range(ROUNDS + 1)])
        return BATCH / seconds(lambda: work(next(prepared)))

    return [
        Row("rounds resolved", rate(batch, resolved)),
        Row(
            "rounds read, checked and resolved, plans seen before",
            rate(read_before, adjudicated),
        ),
        Row(
            "rounds read, checked and resolved, plans never seen",
            rate(unseen, adjudicated),
            "/s",
            0.04,
        ),
        Row(
            "rounds resolved and reported",
            rate(batch, partial(reported, "board")),
            "/s",
            0.04,
        ),
        Row(
            "rounds resolved and reported as a list",
            rate(batch, partial(reported, "list")),
        ),
        Row("maps drawn", rate(after, drawn)),
        Row("rounds planned by the search", rate(batch, planned)),
    ]
