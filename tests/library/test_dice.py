"""Backgammon and EinStein: dice from the seed, and turns as people write them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pyspiel
import pytest

from pbem.chance import Chance, Draw, Witness
from pbem.library.styles.backgammon import read, written
from pbem.plugins.games import find
from pbem.protocol import Bound
from pbem.testing import SecretsTests

SEATS = ("Ann", "Bob")


@pytest.mark.slow
class TestBackgammonSecrets(SecretsTests):
    game, count = "backgammon", 1


@pytest.mark.slow
class TestEinsteinSecrets(SecretsTests):
    game, count = "einstein", 1


def _begun(name: str, dice: tuple[int, ...], mover: str = "Ann") -> Any:
    """A game whose first dice are these, found among some keys."""
    rules: Any = find(name).rules
    for number in range(2000):
        options = rules.options(roles=("White", "Black"))
        state = rules.setup(SEATS, options, Chance(b"%d" % number)).state
        fell = rules.style.dice(state.engine)
        if sorted(fell) == sorted(dice) and rules.window(state).seats == (mover,):
            return state
    raise AssertionError(f"{dice} never fell")


def _bound(name: str, state: Any, text: str) -> Bound[Any]:
    game = find(name)
    rules: Any = game.rules
    bound: Bound[Any] = rules.bind(
        state, rules.window(state).seats[0], game.notation.parse(text)
    )
    return bound


@pytest.mark.parametrize("mover", SEATS)
@pytest.mark.parametrize("text", ["8/5 6/5", "6/5, 8/5", "31: 8/5 6/5", "8-5 6-5"])
def test_a_turn_is_read_whichever_die_comes_first(text: str, mover: str) -> None:
    bound = _bound("backgammon", _begun("backgammon", (3, 1), mover), text)
    assert bound.order is not None
    assert bound.order.text == "8/5 6/5"


def test_one_piece_goes_by_both_dice_with_or_without_its_halt() -> None:
    state = _begun("backgammon", (6, 5))
    texts = [_bound("backgammon", state, x).order for x in ("24/13", "24/18/13")]
    assert [turn.text for turn in texts if turn] == ["24/13", "24/13"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("8/5", "illegal.more-to-play"),
        ("8/4 6/5", "illegal.no-roll"),
        ("52: 8/5 6/5", "illegal.other-dice"),
        ("8/5* 6/5", "doubtful.nothing-taken"),
    ],
)
def test_a_turn_that_the_dice_do_not_allow_is_answered_with_the_reason(
    text: str, code: str
) -> None:
    (fault,) = _bound("backgammon", _begun("backgammon", (3, 1)), text).faults
    assert fault.code == code


def test_every_turn_that_is_listed_is_read_as_itself() -> None:
    rules: Any = find("backgammon").rules
    state = _begun("backgammon", (3, 1))
    for _ in range(30):
        (seat,) = rules.window(state).seats
        turns = list(rules.style.turns(state.engine))
        for turn in turns[:: max(1, len(turns) // 5)]:
            assert _bound("backgammon", state, turn.text).order == turn
        state = rules.resolve(state, {seat: turns[len(turns) // 2]}).state


def test_dice_are_drawn_as_two_dice_and_said() -> None:
    rules: Any = find("backgammon").rules
    log: list[Draw] = []
    options = rules.options(roles=("White", "Black"))
    step = rules.setup(SEATS, options, Witness(b"key", 0, log))
    assert {(draw.limit, draw.purpose) for draw in log} == {(6, "dice")}
    first, second = (draw.value + 1 for draw in log[-2:])
    assert sorted(step.events[0].dice) == sorted((first, second))
    assert step.events[0].seat == ("Ann" if first > second else "Bob")


@pytest.mark.parametrize("opening", [True, False])
def test_every_throw_of_the_engine_can_fall(opening: bool) -> None:
    style: Any = find("backgammon").rules.style  # type: ignore[attr-defined]
    state = pyspiel.load_game("backgammon").new_initial_state()
    if not opening:
        state.apply_action(0)
        state.apply_action(state.legal_actions()[0])
    fell = {style.throw(state, Chance(b"%d" % key))[0] for key in range(400)}
    assert fell == {action for action, _ in state.chance_outcomes()}


def test_cubes_lie_by_lot_and_the_die_says_which_moves() -> None:
    rules: Any = find("einstein").rules
    state = _begun("einstein", (4,), "Ann")
    texts = [str(one) for one in rules.legal(state, "Ann")]
    assert {text[0] for text in texts} == {"4"}
    (fault,) = _bound("einstein", state, "3-d4").faults
    assert (fault.code, fault.given["cubes"]) == ("illegal.cube", ("4",))


@pytest.mark.parametrize("name", ["backgammon", "einstein"])
def test_dice_to_come_are_seen_by_nobody(name: str) -> None:
    rules: Any = find(name).rules
    options = rules.options(roles=("White", "Black"))
    state = rules.setup(SEATS, options, Chance(b"1")).state
    (seat,) = rules.window(state).seats
    other = replace(state, chance=Chance(b"other"))
    turn = next(rules.legal(state, seat))
    for one in (state, other):
        assert rules.imagine(one, seat, Chance(b"2")).chance == Chance(b"2")
        assert rules.view(one, None) == rules.view(state, None)
        assert [*rules.legal(one, seat)] == [*rules.legal(state, seat)]
        bound = rules.bind(one, seat, turn).order
        assert rules.explain(one, seat, bound) == rules.explain(state, seat, bound)


def test_what_is_written_names_hits_on_the_way() -> None:
    assert written(read("13/9*/8 6/5 6/5")) == "13/9*/8 6/5(2)"
