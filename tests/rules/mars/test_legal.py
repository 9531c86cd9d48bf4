"""The sample of legal orders, beside what a round would do and what `bind` takes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest

from pbem.rules.mars import RULES
from pbem.rules.mars.actions.action import Action
from pbem.rules.mars.actions.building import BuildBridge, BuildDome
from pbem.rules.mars.actions.exploring import Explore, Make
from pbem.rules.mars.actions.others import Transmute
from pbem.rules.mars.actions.pawn_moves import Move, Pipe
from pbem.rules.mars.actions.table import RoundState
from pbem.rules.mars.map.colours import RESOURCES
from pbem.rules.mars.orders import Plan
from pbem.rules.mars.state import State
from tests.rules.mars.helpers import opening, wander


def everything(state: State) -> Iterator[Action]:
    """All actions between all platforms of the map, whoever may do them."""
    yield BuildDome()
    yield from map(Make, RESOURCES)
    for place in state.board.spots:
        yield Explore(place)
        for pawn in RESOURCES:
            yield Transmute(place, pawn)
    for origin, target in permutations(state.board.spots, 2):
        yield Pipe(origin, target)
        yield BuildBridge(origin, target)
        if pawn := dict(state.pawns).get(origin, ""):
            yield Move(pawn, origin, target)


def done_at_once(state: State, seat: str) -> set[Action]:
    """The actions that a seat could do in the first tick of a round."""
    return {
        one for one in everything(state) if one.perform(RoundState(state), seat) is None
    }


@pytest.mark.parametrize("seed", range(10))
def test_each_action_that_can_be_done_at_once_is_listed(seed: int) -> None:
    state = opening(1 + seed % 5, 2 + seed % 4, seed, experts=seed % 2 == 0)
    *_, (before, *_) = wander(state, seed, 5)
    for seat in before.seats[:2]:
        listed = {
            order.actions[0]
            for order in RULES.legal(before, seat)
            if isinstance(order, Plan) and len(order.actions) == 1
        }
        assert done_at_once(before, seat) <= listed


@pytest.mark.parametrize("seed", range(12))
def test_each_order_that_is_listed_can_be_sent(seed: int) -> None:
    state = opening(1 + seed % 5, 1 + seed % 4, seed, experts=seed % 2 == 0)
    for before, *_ in wander(state, seed, 10):
        for seat in before.seats:
            for order in RULES.legal(before, seat):
                assert not RULES.bind(before, seat, order).faults, str(order)


@pytest.mark.parametrize("seed", range(6))
def test_a_place_has_the_listed_actions_that_name_it(seed: int) -> None:
    state = opening(5, 3, seed)
    *_, (before, *_) = wander(state, seed, 5)
    at = before.board.at
    for seat in before.seats:
        plans = [one for one in RULES.legal(before, seat) if isinstance(one, Plan)]
        singles = [plan for plan in plans if len(plan.actions) == 1]
        for place in at:
            where = f"T{place // 10}.{place % 10}"
            assert list(RULES.legal_at(before, seat, where)) == [
                plan
                for plan in singles
                if at[place] in [at.get(one) for one in plan.actions[0].places]
            ]
