"""States and views are the same in another process."""

from __future__ import annotations

import pickle
import random

from pbem.rules.magma import RULES
from pbem.rules.magma.view import build
from tests.rules.magma.helpers import done, start, turns


def test_states_and_views_can_be_sent_elsewhere() -> None:
    dice, state = random.Random(3), start(5, board="hexhex5")
    for _ in range(30):
        orders = turns(state)
        state = done(state, dice.choice(orders[:-1] or orders)).state
    assert RULES.window(state) is not None
    view = build(state)
    there, seen = pickle.loads(pickle.dumps((state, view)))
    assert there == state
    assert there.deal.board is state.deal.board
    assert seen == view
    assert seen.drawing() == view.drawing()
