"""What is kept, touched up or looked up is what it would be when made afresh."""

from __future__ import annotations

import pickle
import random

from pbem.rules.magma import RULES, binding, board_text
from pbem.rules.magma.boards import board
from pbem.rules.magma.orders import Enter, Move
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


def test_a_piece_on_the_vacant_home_is_bound_as_all_others() -> None:
    dice, plain, order = random.Random(4), 0, Enter()
    for state in wander(5, "star73", dice, 150):
        if RULES.window(state) is None:
            break
        for seat in state.deal.seats:
            bound = binding._plain(state, seat, order)
            if bound is not None:
                assert bound.order == binding._entry(state, seat, order)
                plain += 1
    assert plain > 20


def test_a_piece_beside_home_is_bound_as_all_others() -> None:
    dice, plain = random.Random(6), 0
    for state in wander(6, "star73", dice, 200):
        if RULES.window(state) is None:
            break
        seat = mover(state)
        for order in turns(state):
            if isinstance(order, Enter):
                bound = RULES.bind(state, seat, order)
                assert bound.order == binding._entry(state, seat, order)
                plain += binding._plain(state, seat, order) is not None
    assert plain > 100


def test_a_way_is_a_step_or_a_jump_between_two_cells_of_the_board() -> None:
    table = board("star73")
    grid, found = table.grid, 0
    for first in grid.names:
        index, start = grid.index[first], grid.bit[first]
        jumps = {to: over for over, to, _ in table.jumps[index]}
        for last in grid.names:
            way, goal = table.ways[first, last], grid.bit[last]
            beside = goal & table.steps[index]
            assert (way is not None) == bool(beside or goal in jumps)
            if way is not None:
                assert (way.start, way.goal) == (start, goal)
                assert way.path == (first, last)
                assert way.over == grid.mask(way.jumped) == jumps.get(goal, 0)
                found += 1
    assert found == sum(map(int.bit_count, table.steps)) + sum(map(len, table.jumps))
    for cells in (("A1",), ("Z9", "A1"), ("A1", "Z9"), ("A1", "B1", "A1")):
        assert table.ways[cells] is None
    assert len(table.ways) == found


def test_states_and_views_can_be_sent_elsewhere() -> None:
    state = wander(5, "hexhex5", random.Random(3), 30)[-1]
    view = build(state)
    there, seen = pickle.loads(pickle.dumps((state, view)))
    assert there == state
    assert there.deal.board is state.deal.board
    assert repr(seen) == repr(view)
    assert seen.drawing() == view.drawing()
    assert not hasattr(seen, "secrets")
