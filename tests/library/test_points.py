"""Go and Hex: the count, the swap, and what is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.library.events import Swapped
from pbem.notation.parser import NotUnderstood
from pbem.pages.wording import words
from pbem.plugins.games import find
from pbem.protocol import Event

SEATS = ("Ann", "Bob")


def _begun(name: str, **options: Any) -> tuple[Any, Any]:
    rules: Any = find(name).rules
    terms = rules.options(roles=("Black", "White"), **options)
    return rules, rules.setup(SEATS, terms, None).state


def _play(name: str, state: Any, *texts: str) -> tuple[Any, tuple[Event, ...]]:
    game = find(name)
    rules: Any = game.rules
    events: tuple[Event, ...] = ()
    for text in texts:
        (seat,) = rules.window(state).seats
        bound = rules.bind(state, seat, game.notation.parse(text))
        assert bound.order is not None, (text, bound.faults)
        state, events = rules.resolve(state, {seat: bound.order})
    return state, events


def test_area_is_counted_with_komi() -> None:
    rules, state = _begun("go", size="9", komi="5.5")
    column = [f"E{row}" for row in range(1, 10)], [f"F{row}" for row in range(1, 10)]
    turns = [text for pair in zip(*column, strict=True) for text in pair]
    state, events = _play("go", state, *turns, "pass", "pass")
    assert events[-1].points == {"Ann": 45.0, "Bob": 41.5}  # type: ignore[attr-defined]
    assert rules.outcome(state).winners == ("Ann",)
    assert rules.outcome(state).reason == "area"


@pytest.mark.parametrize("seed", range(6))
def test_our_count_and_the_engines_name_the_same_winner(seed: int) -> None:
    rules, state = _begun("go", size="9", komi="7.5")
    rng = random.Random(seed)
    for _ in range(60):
        (seat,) = rules.window(state).seats
        turns = [str(one) for one in rules.legal(state, seat) if str(one) != "pass"]
        state, _events = _play("go", state, rng.choice(turns))
    state, _events = _play("go", state, "pass", "pass")
    black, white = rules.style.points(state.engine)
    assert rules.outcome(state).winners == (SEATS[white > black],)


def test_a_game_of_as_many_moves_as_it_may_have_is_counted() -> None:
    rules, state = _begun("go", size="9", komi="0.5")
    rng = random.Random(1)
    while (window := rules.window(state)) is not None:
        (seat,) = window.seats
        turns = [turn for turn in rules.legal(state, seat) if str(turn) != "pass"]
        turn = rules.bind(state, seat, rng.choice(turns)).order
        state = rules.resolve(state, {seat: turn}).state
    black, white = rules.style.points(state.engine)
    outcome = rules.outcome(state)
    assert (outcome.reason, outcome.winners) == ("too-long", (SEATS[white > black],))
    assert "is counted: " in words(find("go")).ending(outcome, rules.view(state, None))


def test_a_stone_is_taken_and_may_not_be_taken_back_at_once() -> None:
    rules, state = _begun("go", size="9", komi="0")
    turns = ("A2", "D2", "B3", "C3", "B1", "C1", "J9", "B2")
    state, events = _play("go", state, *turns, "C2")
    assert events[0].taken == 1  # type: ignore[attr-defined]
    bound = rules.bind(state, "Bob", find("go").notation.parse("B2"))
    assert [fault.code for fault in bound.faults] == ["illegal.no-such-move"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I5", "illegal.no-column"),
        ("K5", "illegal.off-board"),
        ("D4", "illegal.taken"),
    ],
)
def test_a_point_that_cannot_be_played_is_answered_with_the_reason(
    text: str, code: str
) -> None:
    rules, state = _begun("go", size="9", komi="0")
    state, _ = _play("go", state, "d4")
    (fault,) = rules.bind(state, "Bob", find("go").notation.parse(text)).faults
    assert fault.code == code


@pytest.mark.parametrize(
    ("name", "first", "there"), [("hex", "C2", "B3"), ("havannah", "C2", "C2")]
)
def test_a_swap_takes_the_first_stone_over_where_it_lies_the_same_for_the_second(
    name: str, first: str, there: str
) -> None:
    rules, state = _begun(name, size=5, swap=True)
    state, _ = _play(name, state, first)
    (fault,) = rules.bind(state, "Bob", find(name).notation.parse(first)).faults
    assert fault.code == "illegal.taken"
    state, (event,) = _play(name, state, "swap")
    assert isinstance(event, Swapped)
    assert rules.view(state, None).pieces == {"Ann": (), "Bob": (there,)}
    (fault,) = rules.bind(state, "Ann", find(name).notation.parse("swap")).faults
    assert fault.code == "illegal.no-such-move"


@pytest.mark.parametrize(("text", "first"), [("swap", "D1"), ("pass", "D4")])
def test_twixt_knows_no_pass_and_no_swap_of_a_peg_in_a_border_row(
    text: str, first: str
) -> None:
    rules, state = _begun("twixt", size=8)
    state, _ = _play("twixt", state, first)
    (fault,) = rules.bind(state, "Bob", find("twixt").notation.parse(text)).faults
    assert (fault.code, fault.given["written"]) == ("illegal.no-such-move", text)


@pytest.mark.parametrize(
    ("name", "could"),
    [("go", '"pass"'), ("hex", '"swap"'), ("gomoku", '"accept draw"')],
)
def test_what_could_stand_in_a_line_is_what_the_game_knows(
    name: str, could: str
) -> None:
    with pytest.raises(NotUnderstood) as error:
        find(name).notation.parse("zz")
    named = error.value.fault.given["expected"]
    assert could in named
    shared = {'"pass"', '"swap"', '"accept draw"'}
    assert shared.isdisjoint({*named} - {could})


def test_who_can_take_at_checkers_is_told_so() -> None:
    rules: Any = find("checkers").rules
    state = rules.setup(SEATS, rules.options(roles=("a", "b")), None).state
    state, _ = _play("checkers", state, "c3-d4", "f6-e5")  # and d4-f6, the only turn
    (fault,) = rules.bind(state, "Bob", find("checkers").notation.parse("h6-g5")).faults
    assert fault.code == "illegal.must-take"
    assert fault.given["some"] == ("e7-g5", "g7-e5")
