"""Who has missed so many turns that the seat is lost, one question at a time."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.server.game import missed_turns
from pbem.server.states import SilencePolicy


def _session(policy: SilencePolicy, misses: dict[str, int], most: int = 2) -> Any:
    """As much of a game as the question is about."""
    rows = [SimpleNamespace(name=name, misses=n) for name, n in misses.items()]
    game = SimpleNamespace(silence=policy, misses=most)
    return SimpleNamespace(game=game, manned=lambda: rows)


@pytest.mark.parametrize(
    ("misses", "missing", "lost"),
    [
        ({"Ann": 2, "Bob": 2}, ["Bob"], ["Bob"]),
        ({"Ann": 9, "Bob": 1}, ["Bob"], []),
        ({"Ann": 9, "Bob": 3}, [], []),
        ({"Ann": 1, "Bob": 3}, ["Ann", "Bob"], ["Bob"]),
        ({"Bob": 3, "Ann": 2}, ["Ann", "Bob"], ["Bob", "Ann"]),
    ],
)
def test_only_who_is_silent_now_and_was_too_often_loses_the_seat(
    misses: dict[str, int], missing: list[str], lost: list[str]
) -> None:
    session = _session(SilencePolicy.REPLACE, misses)
    assert missed_turns.to_be_replaced(session, missing) == lost


@pytest.mark.parametrize("policy", sorted({*SilencePolicy} - {SilencePolicy.REPLACE}))
def test_nobody_is_replaced_where_nothing_says_so(policy: SilencePolicy) -> None:
    assert missed_turns.to_be_replaced(_session(policy, {"Ann": 9}), ["Ann"]) == []


class _Order(str):
    anytime = False


class _Aside(str):
    anytime = True


def _story(legal: list[Any], seed: bytes | None = b"s" * 32, serial: int = 4) -> Any:
    """As much of a game as is asked before an order is drawn."""
    rules = SimpleNamespace(legal=lambda state, seat: iter(legal))
    return SimpleNamespace(
        game=SimpleNamespace(rules=rules),
        table=SimpleNamespace(state=None, serial=serial),
        header=SimpleNamespace(seed=seed, words={}),
    )


def test_an_order_is_drawn_among_those_that_answer_the_window() -> None:
    legal = [_Aside("stare"), _Order("D4"), _Aside("wave")]
    assert str(missed_turns.drawn(_story(legal), "Ann")) == "D4"
    assert missed_turns.drawn(_story([_Aside("stare")]), "Ann") is None
    assert missed_turns.drawn(_story([]), "Ann") is None
    assert missed_turns.drawn(_story([_Order("D4")], None), "Ann") is None


def test_another_turn_and_another_seat_draw_anew() -> None:
    legal = [_Order(str(number)) for number in range(500)]
    drawn = {
        missed_turns.drawn(_story(legal, serial=serial), seat)
        for serial in (4, 5)
        for seat in ("Ann", "Bob")
    }
    assert len(drawn) == 4
    again = missed_turns.drawn(_story(legal), "Ann")
    assert again == missed_turns.drawn(_story(legal), "Ann")


def test_no_more_than_so_many_orders_are_looked_at() -> None:
    seen = []

    def endless(state: object, seat: str) -> Any:
        while True:
            seen.append(seat)
            yield _Order(str(len(seen)))

    story = _story([])
    story.game.rules.legal = endless
    assert missed_turns.drawn(story, "Ann") is not None
    assert len(seen) == missed_turns.MAX_LEGAL == 2000
