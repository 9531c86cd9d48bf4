"""Chinese Checkers: landings by one step or many jumps, as the engine has them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.plugins.games import find
from pbem.protocol import Unplayable

SEATS = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
RULES: Any = find("chinese-checkers").rules


def _begun(count: int = 2) -> Any:
    options = RULES.options(roles=("Red", "Blue"))
    return RULES.setup(SEATS[:count], options, None).state


def _bound(state: Any, text: str) -> Any:
    (seat,) = RULES.window(state).seats
    return RULES.bind(state, seat, find("chinese-checkers").notation.parse(text))


def _ends(engine: Any, player: int) -> set[str]:
    """Positions that a turn can lead to, by all chains of the engine's own actions."""
    found, left = set[str](), [engine]
    while left:
        state = left.pop()
        for action in state.legal_actions():
            after = state.child(action)
            if after.current_player() == player:
                left.append(after)
            else:
                found.add(str(after))
    count = engine.get_game().num_players()
    following = f"Player: {(player + 1) % count}"
    return found - {str(engine).replace(f"Player: {player}", following)}


@pytest.mark.parametrize("count", [2, 3, 4, 6])
def test_every_landing_of_the_engine_is_there(count: int) -> None:
    state, rng = _begun(count), random.Random(8)
    assert [*RULES.view(state, None).counts.values()] == [10] * count
    for number in range(12):
        (seat,) = RULES.window(state).seats
        turns = list(RULES.style.turns(state.engine))
        if number % 4 == 3:
            ends = set()
            for turn in turns:
                engine = state.engine.clone()
                for action in turn.actions:
                    engine.apply_action(action)
                ends.add(str(engine))
            assert ends == _ends(state.engine, state.engine.current_player())
        state = RULES.resolve(state, {seat: rng.choice(turns)}).state


def test_a_chain_may_name_the_holes_on_its_way() -> None:
    state = _begun()
    for text in ("d2-e6", "n1-m5", "e6-f6", "m5-l5"):
        (seat,) = RULES.window(state).seats
        state = RULES.resolve(state, {seat: _bound(state, text).order}).state
    assert _bound(state, "b1-d2").order == _bound(state, "B1 to D2").order
    assert _bound(state, "b1-d2-f7").order is None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("d1-e1", "illegal.step"),
        ("e5-f5", "illegal.empty"),
        ("n1-m5", "illegal.not-yours"),
        ("d1-r9", "illegal.off-board"),
    ],
)
def test_what_cannot_be_played_is_answered_with_the_reason(
    text: str, code: str
) -> None:
    assert [one.code for one in _bound(_begun(), text).faults] == [code]


def test_bots_hope_for_who_has_fewer_steps_left() -> None:
    state = _begun()
    style = RULES.style
    (seat,) = RULES.window(state).seats
    after = RULES.resolve(state, {seat: _bound(state, "d2-e6").order}).state
    assert style.advantage(state.engine, 0) == style.advantage(state.engine, 1) == 0
    assert style.advantage(after.engine, 0) == -style.advantage(after.engine, 1) > 0
    assert style.sensible(state.engine, ["d2-e6", "c1-e5"]) == ["c1-e5", "d2-e6"]


def test_five_do_not_fit_the_points_of_a_star() -> None:
    with pytest.raises(Unplayable):
        _begun(5)
