"""How fast Mars is: rounds of four plans with ten actions each.

python -m tests.bench mars
"""

from __future__ import annotations

import random
from dataclasses import replace

from pbem.games import find
from pbem.protocol import Event
from pbem.report import page
from pbem.report.model import Chapter, Reader, Report
from pbem.rules.mars import RULES
from pbem.rules.mars.actions.action import Action
from pbem.rules.mars.board_text import draw
from pbem.rules.mars.legal import actions_of
from pbem.rules.mars.orders import Plan
from pbem.rules.mars.search.team_plan import plan_round, styles
from pbem.rules.mars.state import State
from tests.bench.harness import Row, seconds
from tests.rules.mars.helpers import opening

ACTIONS = 10
Round = tuple[State, dict[str, Plan]]


def rounds(count: int) -> list[Round]:
    """Rounds out of whole games of four: the team's plans, filled up by chance."""
    dice = random.Random(1)
    found: list[Round] = []
    seed = 0
    while len(found) < count:
        state = opening(1 + seed % 5, 4, seed)
        seed += 1
        while not state.ended and len(found) < count:
            plans = plan_round(state, styles(state)[0])
            full = {seat: filled(state, seat, plans[seat], dice) for seat in plans}
            found.append((state, full))
            state = RULES.resolve(state, plans).state
    return found


def filled(state: State, seat: str, plan: Plan, dice: random.Random) -> Plan:
    """A plan brought to ten actions with moves of the seat's own colours."""
    known: list[Action] = list(actions_of(state, seat))
    actions = list(plan.actions[:ACTIONS])
    while len(actions) < ACTIONS:
        actions.append(replace(dice.choice(known), optional=True))
    return Plan(tuple(actions))


def resolved(cases: list[Round]) -> None:
    """The rounds resolved, nothing else."""
    for state, plans in cases:
        RULES.resolve(state, plans)


def adjudicated(cases: list[Round], texts: list[dict[str, str]], fresh: bool) -> None:
    """Plans read, checked and resolved; `fresh` ones were never seen before."""
    notation = find("mars").notation
    for (state, _), lines in zip(cases, texts, strict=True):
        if fresh:
            notation._cached.cache_clear()
        orders = {}
        for seat, text in lines.items():
            bound = RULES.bind(state, seat, notation.parse(text)).order
            assert bound is not None
            orders[seat] = bound
        RULES.resolve(state, orders)


def reported(cases: list[Round], display: str = "board") -> None:
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


def rows(count: int = 60) -> list[Row]:
    """All measurements."""
    cases = rounds(count)
    texts = [{seat: str(plan) for seat, plan in plans.items()} for _, plans in cases]
    few, words = cases[:20], texts[:20]
    after = [RULES.resolve(state, plans).state for state, plans in cases]

    def drawn() -> None:
        for state in after:
            draw(state.board, state.pawns)

    def planned() -> None:
        for state, _ in few:
            plan_round(state, styles(state)[0])

    return [
        Row("rounds resolved", count / seconds(lambda: resolved(cases))),
        Row(
            "rounds read, checked and resolved, plans seen before",
            count / seconds(lambda: adjudicated(cases, texts, fresh=False)),
        ),
        Row(
            "rounds read, checked and resolved, plans never seen",
            len(few) / seconds(lambda: adjudicated(few, words, fresh=True)),
            "/s",
            0.04,
        ),
        Row(
            "rounds resolved and reported",
            count / seconds(lambda: reported(cases)),
            "/s",
            0.04,
        ),
        Row(
            "rounds resolved and reported as a list",
            count / seconds(lambda: reported(cases, "list")),
        ),
        Row("maps drawn", count / seconds(drawn)),
        Row("rounds planned by the search", len(few) / seconds(planned)),
    ]
