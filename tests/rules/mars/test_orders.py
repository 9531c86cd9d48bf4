"""The notation of plans: read, printed and read again."""

from __future__ import annotations

import random

import pytest

from pbem.notation.parser import NotUnderstood
from pbem.plugins.games import find
from pbem.rules.mars import RULES
from pbem.rules.mars.actions.pawn_moves import Move
from pbem.rules.mars.orders import Plan, Talk
from tests.rules.mars.helpers import opening, scribble, wander

read = find("mars").notation.parse


@pytest.mark.parametrize("seed", range(12))
def test_plans_are_printed_as_they_are_read(seed: int) -> None:
    dice = random.Random(seed)
    state = opening(1 + seed % 5, 1 + seed % 6, seed)
    for _, _, after, _ in wander(state, seed, 10):
        for plan in scribble(after, dice).values():
            text = str(plan)
            if len(text) < 10_000:
                assert read(text) == plan
                assert str(read(text)) == text


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("leaf T1.3 > T1.6 > T2.5", "LEAF 1.ne -> t1.East to T2.c"),
        ("green T1.3 > T1.6", "leaf 1.3 > 1.6"),
        ("make leaf; make girder", "make leaf, make girder"),
        ("make leaf then make girder", "produce leaf\nproduce girder"),
        ("build dome at T3.1", "dome T3.1"),
        ("make, leaf, build,  dome, at ,T3.1", "make leaf, dome T3.1"),
        ("pass", "-"),
        ("stare at Bob", "stare Bob"),
        ("pawn on TIMER", "pawn on timer"),
        ("wait for nothing at T1.4", "wait for empty T1.4"),
        ("transmute T1.2 into cow", "transmute T1.2 brown"),
        ("wait 3", "wait 03"),
    ],
)
def test_the_same_may_be_written_in_several_ways(text: str, same: str) -> None:
    assert read(text) == read(same)


def test_a_walk_is_one_action_a_road() -> None:
    plan = read("leaf T1.3 > T1.6 > T2.5 ?, cow > T1.2")
    assert plan == Plan(
        (
            Move("leaf", 13, 16, optional=True),
            Move("leaf", 16, 25, optional=True),
            Move("cow", 0, 12),
        )
    )


def test_what_is_said_is_kept_word_for_word() -> None:
    assert read('talk "Ann: go, 2 > 3 ?"') == Talk("Ann: go, 2 > 3 ?")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "invalid.empty"),
        ("make", "invalid.unfinished"),
        ("explore", "invalid.unnamed"),
        ("make house", "invalid.notation"),
        ("leaf T1.3 T1.6", "invalid.notation"),
        ("leaf T1.3 > T1.x", "invalid.notation"),
        ("pass, make leaf", "invalid.notation"),
        ('make leaf, talk "a"', "invalid.notation"),
        ("make leaf, " * 1000, "invalid.too-long"),
    ],
)
def test_what_is_no_plan_is_refused(text: str, code: str) -> None:
    with pytest.raises(NotUnderstood) as caught:
        read(text)
    assert caught.value.fault.code == code


@pytest.mark.parametrize("nowhere", ["T0.0", "T0.10", "T0.1"])
@pytest.mark.parametrize(
    "order",
    ["leaf T1.3 > {}", "leaf > {}", "explore {}", "make leaf at {}", "pipe T1.3 > {}"],
)
def test_there_is_no_tile_before_the_first(order: str, nowhere: str) -> None:
    state = opening(3, 2, 0)
    faults = RULES.bind(state, "Ann", read(order.format(nowhere))).faults
    assert {fault.code for fault in faults} == {"illegal.no-tile"}
    assert faults[0].given == {"tile": "T0", "tiles": 1}


def test_a_plan_of_ten_thousand_actions_is_refused_quickly() -> None:
    state = opening(1, 2, 0)
    plan = Plan((Move("leaf", 13, 16),) * 10_000)
    [fault] = RULES.bind(state, state.seats[0], plan).faults
    assert fault.code == "illegal.too-many"
    assert fault.given == {"most": 60, "found": 10_000}
