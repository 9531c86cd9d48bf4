"""How a bot of Magma judges a position: by what its own colour has, of two beside what
the other has."""

from __future__ import annotations

import random

import pytest

from pbem.rules.magma import bot
from pbem.rules.magma.orders import Enter, Pass
from tests.rules.magma.helpers import done, mover, start, turns


def test_a_piece_is_worth_more_than_its_point() -> None:
    dice, seen = random.Random(3), 0
    state = start(3)
    for _ in range(60):
        seat = mover(state)
        at = state.deal.seats.index(seat)
        points = state.tally.scores[at]
        for order in turns(state):
            after = done(state, order).state
            better = bot.worth(after, seat) > bot.worth(state, seat)
            if isinstance(order, Enter):
                seen += after.tally.scores[at] < points
                lost = points - after.tally.scores[at]
                assert better == (lost < bot.PIECE)
            elif after.outcome is None:
                assert better == (after.tally.scores[at] > points)
        moves = [one for one in turns(state) if not isinstance(one, Pass)]
        state = done(state, dice.choice(moves)).state
    assert seen  # some come in where a cell is lost by it


def test_what_happens_far_away_makes_no_difference() -> None:
    state = start(3)
    worths = {seat: bot.worth(state, seat) for seat in state.deal.seats[1:]}
    for order in turns(state):
        after = done(state, order).state
        assert {seat: bot.worth(after, seat) for seat in worths} == worths


@pytest.mark.parametrize("players", [2, 4])
def test_of_two_colours_one_gains_what_the_other_loses(players: int) -> None:
    dice, state = random.Random(5), start(players)
    taken = 0
    for _ in range(60):
        before = bot.worth(state, "Ann")
        mine = state.tally.scores[0]
        moves = [one for one in turns(state) if not isinstance(one, Pass)]
        state = done(state, dice.choice(moves)).state
        ann, bob = (bot.worth(state, seat) for seat in state.deal.seats[:2])
        assert ann + bob == pytest.approx(1)
        assert players == 2 or bot.worth(state, "Cid") == ann
        if state.tally.scores[0] == mine and ann != before:
            taken += 1
    assert taken
