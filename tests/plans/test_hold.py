"""A few per cent of what `python -m tests.plans` tries, by fixed seeds."""

from __future__ import annotations

import pytest

from pbem.plugins.games import built_in, find
from pbem.protocol import Hidden, Lines
from tests.plans import hold

#: Plans are made here of whole orders, a line each; how they answer in games of many
#: lines is in tests/conversations/184-orders-ahead-and-plans.txt.
GAMES = [name for name in built_in() if find(name).rules.lines is not Lines.COMPOUND]


@pytest.mark.parametrize("name", GAMES)
def test_one_letter_a_player_plays_a_game_again(name: str) -> None:
    assert hold.replays(find(name), range(7000, 7010)).steps > 10


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_plan_stops_at_the_right_line(name: str) -> None:
    assert hold.wrong_plans(find(name), 4, seed=7000).games == 4


@pytest.mark.parametrize(
    "name", [name for name in GAMES if isinstance(find(name).rules, Hidden)]
)
def test_what_a_seat_cannot_see_has_no_part_in_it(name: str) -> None:
    assert hold.hidden(find(name), range(7000, 7004)).games > 0
