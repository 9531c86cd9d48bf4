"""What is kept, touched up or looked up is what it would be when made afresh."""

from __future__ import annotations

import pickle
import random

from pbem.rules.magma import RULES, binding, board_text
from pbem.rules.magma.orders import Move
from pbem.rules.magma.state import State
from pbem.rules.magma.view import build
from tests.rules.magma.helpers import done, mover, start, turns


def wander(players: int, name: str, dice: random.Random, length: int) -> list[State]:
    """Return the states of a random game, with few passes."""
    found = [start(players, board=name)]
    while len(found) < length and RULES.window(found[-1]) is not None:
        orders = turns(found[-1])
        order = dice.choice(orders[:-1] or orders)
        found.append(done(found[-1], order).state)
    return found


def test_a_board_that_is_touched_up_is_drawn_as_from_nothing() -> None:
    dice = random.Random(1)
    states = [
        state
        for players in (2, 3, 5, 6)
        for name in ("magma43", "star73")
        for state in wander(players, name, dice, 40)
    ]
    dice.shuffle(states)  # games that are drawn in turn
    for state in states:
        touched_up = board_text.draw(state)
        board_text._sheet.cache_clear()
        assert board_text.draw(state._replace()) == touched_up


def test_plain_moves_are_bound_as_all_others() -> None:
    dice, plain = random.Random(2), 0
    for state in wander(3, "magma43", dice, 150):
        if RULES.window(state) is None:
            break
        seat, found = mover(state), 0
        for order in turns(state):
            if isinstance(order, Move):
                bound = RULES.bind(state, seat, order)
                assert bound.order == binding._move(state, seat, order)
                found += binding._plain(state, seat, order) is not None
        plain += found
    assert plain > 500


def test_states_and_views_can_be_sent_elsewhere() -> None:
    state = wander(5, "hexhex5", random.Random(3), 30)[-1]
    view = build(state)
    there, seen = pickle.loads(pickle.dumps((state, view)))
    assert there == state
    assert there.deal.board is state.deal.board
    assert repr(seen) == repr(view)
    assert seen.drawing() == view.drawing()
    assert not hasattr(seen, "secrets")
