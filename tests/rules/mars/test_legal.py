"""The sample of legal orders, beside the plain reading of what it is."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from pbem.protocol import Order
from pbem.rules.mars import RULES
from pbem.rules.mars.legal import MAX_SAMPLE_ACTIONS
from pbem.rules.mars.orders import Plan
from pbem.rules.mars.state import State
from tests.rules.mars.helpers import actions, opening, wander


def plainly(state: State, seat: str) -> list[Order]:
    """The plans of the sample, each made anew."""
    singles = [Plan((action,)) for action in actions(state, seat)]
    possible = [one for one in singles if not RULES.bind(state, seat, one).faults]
    free = [
        replace(action, optional=True) for one in possible for action in one.actions
    ]
    plans = [Plan(), *possible, *map(Plan, pairwise(free))]
    return [*plans, Plan(tuple(free[:MAX_SAMPLE_ACTIONS]))]


@pytest.mark.parametrize("seed", range(12))
def test_every_action_that_bind_takes_is_listed(seed: int) -> None:
    state = opening(1 + seed % 5, 1 + seed % 4, seed, experts=seed % 2 == 0)
    for before, *_ in wander(state, seed, 10):
        for seat in before.seats:
            listed = [one for one in RULES.legal(before, seat) if not one.anytime]
            assert listed == plainly(before, seat)
