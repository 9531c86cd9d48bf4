"""Hive: places named by any neighbour, stacks, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.plugins.games import find
from pbem.protocol import Bound

BEGUN = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")


def _bound(state: Any, text: str) -> Bound[Any]:
    game = find("hive")
    rules: Any = game.rules
    (seat,) = rules.window(state).seats
    bound: Bound[Any] = rules.bind(state, seat, game.notation.parse(text))
    return bound


def _after(*turns: str, **options: bool) -> Any:
    rules: Any = find("hive").rules
    terms = rules.options(roles=("White", "Black"), **options)
    state = rules.setup(("Ann", "Bob"), terms, None).state
    for text in turns:
        bound = _bound(state, text)
        assert bound.order is not None, (text, bound.faults)
        (seat,) = rules.window(state).seats
        state = rules.resolve(state, {seat: bound.order}).state
    return state


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("wa1 upper left of bq", "wA1 \\bQ"),
        ("wA1 at the lower left of bQ", "wA1 /bQ"),
        ("wA1 right of bQ", "wA1 bQ-"),
        ("wA1 top right bQ", "wA1 bQ/"),
        ("wA1 lower right of bQ", "wA1 bQ\\"),
        ("wB1 on top of bQ", "wB1 bQ"),
    ],
)
def test_a_side_may_be_said_in_words(text: str, meant: str) -> None:
    assert str(find("hive").notation.parse(text)) == meant


def _drawn(state: Any) -> list[str]:
    rules: Any = find("hive").rules
    lines: list[str] = rules.view(state, None).board()
    return lines


@pytest.mark.parametrize("text", ["wA1 -wQ", "wa1 -WQ", "WA1 to the left of wq"])
def test_an_insect_is_set_on_the_side_of_the_sign(text: str) -> None:
    assert "[wA1]wQ" in _drawn(_after(*BEGUN, text))[1]


def test_any_neighbour_names_a_place() -> None:
    state = _after(*BEGUN, "wB1 wQ\\")
    other = _after(*BEGUN, "wB1 /wS1")
    assert _drawn(state) == _drawn(other)


def test_no_insect_parts_the_hive_though_the_engine_lets_it() -> None:
    state = _after("wA3", "bG2 -wA3", "wS1 wA3\\", "bQ -bG2", "wS2 wS1\\")
    rules: Any = find("hive").rules
    assert not [one for one in rules.legal(state, "Bob") if str(one).startswith("bG2")]
    bound = _bound(state, "bG2 wA3-")
    assert bound.order is None
    assert [one.code for one in bound.faults] == ["illegal.insect"]


def test_of_a_stack_the_top_is_drawn_and_what_is_below_is_said() -> None:
    state = _after(*BEGUN, "wB1 -wQ", "bB1 bQ-", "wB1 wQ")
    rules: Any = find("hive").rules
    assert " wQ" not in "".join(_drawn(state))
    assert rules.view(state, None).extras["Ann"][""] == "wQ under wB1"


@pytest.mark.parametrize(
    ("turns", "text", "code"),
    [
        (BEGUN, "wA1 wA2-", "illegal.not-in-hive"),
        (BEGUN, "wA1 bQ-", "illegal.insect"),
        (BEGUN, "bQ wQ-", "illegal.insect"),
        (BEGUN[:2], "wS1 bS1-", "illegal.insect"),
        (BEGUN, "pass", "illegal.no-such-move"),
    ],
)
def test_what_cannot_be_played_is_answered_with_the_reason(
    turns: tuple[str, ...], text: str, code: str
) -> None:
    (fault,) = _bound(_after(*turns), text).faults
    assert fault.code == code


def test_lists_say_where_each_insect_is_by_others() -> None:
    rules: Any = find("hive").rules
    state = _after(*BEGUN, "wA1 \\wQ", "bA1 bQ/", "wA2 -wQ", "bG1 bQ\\")
    pieces = rules.view(state, None).pieces
    said = [text for one in pieces.values() for text in one]
    assert sum(" " not in text for text in said) == 1
    assert len(said) == 8
