"""Who may say what, and when: press as the server asks about it."""

from __future__ import annotations

from dataclasses import replace

from pbem.rules.mars import RULES
from pbem.rules.mars.orders import Talk
from tests.rules.mars.helpers import opening


def test_press_is_free_in_module_1_and_alone() -> None:
    for state in (opening(1, 3, 0), opening(5, 1, 0)):
        assert RULES.press(state, state.seats[0], state.seats[1:]) is None
        assert RULES.pressed(state, state.seats[0], state.seats[1:]) is None


def test_press_is_refused_while_there_is_silence() -> None:
    state = opening(2, 3, 0)
    fault = RULES.press(state, "Ann", ["Bob"])
    assert fault is not None
    assert fault.code == "illegal.silent"


def test_press_passes_in_a_talking_time_and_stands_for_an_order() -> None:
    state = replace(opening(2, 3, 0), talking=True)
    assert RULES.press(state, "Ann", ["Bob"]) is None
    assert RULES.pressed(state, "Ann", ["Bob"]) == Talk()
    after = RULES.anytime(state, "Ann", Talk()).state
    assert after.sand == state.sand - state.settings.talk


def test_press_never_loses_the_game() -> None:
    state = replace(opening(2, 3, 0), talking=True, sand=5)
    fault = RULES.press(state, "Ann", ["Bob"])
    assert fault is not None
    assert fault.code == "illegal.no-breath"


def test_when_the_game_is_over_all_may_talk() -> None:
    state = replace(opening(2, 3, 0), ended="sand")
    assert RULES.press(state, "Ann", ["Bob"]) is None
