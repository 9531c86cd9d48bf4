"""What the rules of every game must do, tested by random play."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem import referee
from pbem.notation import NotUnderstood
from pbem.protocol import Closes, Standing
from pbem.record import replay, turn_file
from pbem.referee import Written
from tests.rules.contract import NAMES, Match, bound, game, legal, whole_truth
from tests.toy.game import present

every_game = pytest.mark.parametrize("name", NAMES)
seeds = st.integers(0, 1 << 32)
lengths = st.integers(0, 16)
quick = settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with present():
        yield


def _match(name: str, seed: int, windows: int) -> Match:
    match = Match(game(name), random.Random(seed))
    match.play(windows)
    return match


@every_game
@given(seed=seeds, windows=lengths)
@quick
def test_a_window_is_open_unless_the_game_is_over(
    name: str, seed: int, windows: int
) -> None:
    match = _match(name, seed, windows)
    rules = match.game.rules
    for state in (*(one.after for one in match.played), match.state):
        window, outcome = rules.window(state), rules.outcome(state)
        assert (window is None) == (outcome is not None)
        if window is not None:
            assert window.seats
            assert set(window.seats) <= set(match.seats)
        if outcome is not None:
            assert outcome.reason in match.game.facts["endings"]
            assert set(outcome.winners) <= set(match.seats)


@every_game
@given(seed=seeds, windows=lengths)
@quick
def test_legal_orders_and_automatic_ones_pass_check(
    name: str, seed: int, windows: int
) -> None:
    match = _match(name, seed, windows)
    rules, state = match.game.rules, match.state
    window = rules.window(state)
    for seat in window.seats if window else ():
        orders = legal(match.game, state, seat, match.rng)[:40]
        default = rules.default(state, seat)
        orders += [] if default is None else [default]
        if isinstance(rules, Standing) and (left := rules.standing(state, seat)):
            orders.append(left)
        for order in orders:
            faults = rules.bind(state, seat, order).faults
            assert not [fault for fault in faults if fault.refuses], (seat, order)
    if window is not None and window.closes is Closes.FIRST:
        others = set(match.seats) - set(window.seats)
        for seat in others:
            for order in legal(match.game, state, seat, match.rng):
                assert order.anytime, (seat, order)


@every_game
@given(seed=seeds, windows=lengths)
@quick
def test_every_order_reads_as_it_is_written(name: str, seed: int, windows: int) -> None:
    match = _match(name, seed, windows)
    rules, state = match.game.rules, match.state
    window = rules.window(state)
    for seat in window.seats if window else ():
        orders = legal(match.game, state, seat, match.rng)[:40]
        orders += [order for order in (rules.default(state, seat),) if order]
        for order in orders:
            assert match.game.notation.parse(str(order)) == order


@every_game
@given(seed=seeds, windows=lengths)
@quick
def test_resolving_changes_nothing_it_was_given(
    name: str, seed: int, windows: int
) -> None:
    match = _match(name, seed, windows)
    rules, state = match.game.rules, match.state
    window = rules.window(state)
    if window is None:
        return
    orders = match.answers(window.seats)
    if not orders or (window.closes is Closes.ALL and len(orders) < len(window.seats)):
        return
    orders = bound(rules, state, orders)
    before = repr(state), repr(orders)
    step, again = rules.resolve(state, orders), rules.resolve(state, orders)
    for seat in (None, *match.seats):
        rules.view(state, seat)
    whole_truth(rules, state)
    assert (repr(state), repr(orders)) == before
    assert step == again
    assert repr(step) == repr(again)


@every_game
@given(seed=seeds, windows=lengths)
@quick
def test_the_order_of_arrival_makes_no_difference(
    name: str, seed: int, windows: int
) -> None:
    match = _match(name, seed, windows)
    rules = match.game.rules
    window = rules.window(match.state)
    if window is None or window.closes is Closes.FIRST:
        return
    orders = match.answers(window.seats)
    results = []
    for seats in (list(orders), list(reversed(orders))):
        table = match.table
        for seat in seats:
            sheet = [Written(orders[seat], str(orders[seat]))]
            table, refused = referee.offer(rules, table, seat, sheet)
            assert not [one for one in refused if one.fault.refuses]
        settled = referee.settle(rules, table)
        results.append((settled.table.state, [one.events for one in settled.played]))
    assert results[0] == results[1]


@every_game
@given(seed=seeds, windows=st.integers(0, 30))
@quick
def test_the_record_read_again_is_the_game_that_was_played(
    name: str, seed: int, windows: int
) -> None:
    match = _match(name, seed, windows)
    played: list[Any] = []
    story = replay.play(turn_file.read(match.record()), played.append)
    assert story.table.serial == match.table.serial
    assert story.table.state == match.state
    assert story.opening == match.opening
    assert [one.events for one in played] == [one.events for one in match.played]
    assert story.awaited() == referee.awaited(match.game.rules, match.table)


@every_game
@given(seed=seeds, windows=lengths)
@quick
def test_all_that_is_told_goes_into_json(name: str, seed: int, windows: int) -> None:
    match = _match(name, seed, windows)
    rules = match.game.rules
    for state in {id(s): s for s in (match.state, *_states(match))}.values():
        for shown in (whole_truth(rules, state), *_views(match, state)):
            document = msgspec.to_builtins(shown)
            assert isinstance(document, dict)
            assert json.loads(json.dumps(document, allow_nan=False))
    for played in match.played[-6:]:
        for event in played.events:
            json.dumps(msgspec.to_builtins(event), allow_nan=False)


def _states(match: Match) -> list[Any]:
    return [one.after for one in match.played[-2:]]


def _views(match: Match, state: Any) -> list[Any]:
    return [match.game.rules.view(state, seat) for seat in (None, *match.seats)]


@every_game
@given(seed=seeds, windows=lengths)
@quick
def test_a_seat_that_gave_up_does_not_stop_the_others(
    name: str, seed: int, windows: int
) -> None:
    match = _match(name, seed, windows)
    try:
        order = match.game.notation.parse("resign")
    except NotUnderstood:
        return
    if not order.anytime or match.game.rules.window(match.state) is None:
        return
    match.send(match.rng.choice(match.seats), "resign")
    match.play(8)
    replay.play(turn_file.read(match.record()))
