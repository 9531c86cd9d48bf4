"""Orders compared in the same worlds: luck is no merit, and the answer counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from pbem.bots.levels import EASY, FAIR, STRONG
from pbem.bots.rehearsal import Rehearsal, worthwhile
from pbem.chance import Chance
from pbem.protocol import Bound, Order, Outcome, Step, Window


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(Order):
    """An order that is a word."""

    word: str


WORDS = tuple(Say(word=word) for word in ("first", "same", "bold", "good"))
GAINS = {"first": 0.0, "same": 0.0, "bold": 0.3, "good": 0.02}
PRICES = {"bold": 0.4}  #: when the other has answered


class Place(NamedTuple):
    """A position: what luck has brought, and what was said."""

    luck: float
    said: tuple[str, ...] = ()


class Talk:
    """A game in which Ann says a word, Bob answers, and luck does most of it."""

    def __init__(self) -> None:
        self.played: list[Place] = []

    def window(self, state: Place) -> Window:
        return Window("turn", (("Ann", "Bob")[len(state.said) % 2],))

    def legal(self, state: Place, seat: str) -> Iterator[Say]:
        return iter(WORDS)

    def sensible(self, state: Place, seat: str, orders: Any) -> Any:
        return orders

    def first_guess(self, state: Place, seat: str) -> None:
        return None

    def bind(self, state: Place, seat: str, order: Say) -> Bound[Say]:
        return Bound(order)

    def resolve(self, state: Place, orders: dict[str, Say]) -> Step[Place]:
        words = (one.word for one in orders.values())
        return Step(state._replace(said=(*state.said, *words)))

    def outcome(self, state: Place) -> Outcome | None:
        return None

    def worth(self, state: Place, seat: str) -> float:
        self.played.append(state)
        price = PRICES.get(state.said[0], 0.0) if len(state.said) > 1 else 0.0
        return state.luck + GAINS[state.said[0]] - price


def world(number: int) -> Place:
    """A world of its own, good or bad."""
    value, _ = Chance(b"%d" % number).below(1000, "luck")
    return Place(value / 2000)


def rehearsed(orders: tuple[Say, ...], playouts: int) -> tuple[str, int, Talk]:
    """What is found to be best, in how many playouts, and the game."""
    game: Any = Talk()
    rehearsal = Rehearsal(game, game, "Ann", world)
    order, done, cut = rehearsal.run(orders, playouts, lambda: False)
    assert not cut
    assert isinstance(order, Say)
    return order.word, done, game


@pytest.mark.parametrize("playouts", [60, 200])
def test_what_is_a_little_better_is_found_though_luck_weighs_more(
    playouts: int,
) -> None:
    found, done, _ = rehearsed(WORDS, playouts)
    assert (found, done) == ("good", playouts)


@pytest.mark.parametrize("playouts", [5, 7, 30, 101])
def test_the_first_guess_stays_where_nothing_is_better(playouts: int) -> None:
    found, done, _ = rehearsed((WORDS[0], WORDS[2], WORDS[1]), playouts)
    assert (found, done) == ("first", playouts)


def test_positions_are_judged_when_it_is_ones_turn_again() -> None:
    *_, game = rehearsed(WORDS, 60)
    assert {len(place.said) for place in game.played} == {2}


def test_every_order_is_tried_in_the_same_worlds() -> None:
    *_, game = rehearsed(WORDS, 60)
    worlds = {word.word: list[float]() for word in WORDS}
    for place in game.played:
        worlds[place.said[0]].append(place.luck)
    longest = max(worlds.values(), key=len)
    for met in worlds.values():
        assert met
        assert met == longest[: len(met)]


def test_what_was_found_counts_when_time_is_over() -> None:
    game: Any = Talk()
    left = iter([False] * 11)
    rehearsal = Rehearsal(game, game, "Ann", world)
    order, done, cut = rehearsal.run(WORDS, 1000, lambda: next(left, True))
    assert (done, cut) == (12, True)
    assert order == WORDS[0]  # nothing is sure after three worlds


def test_each_level_tries_more_than_the_one_below_at_a_thirtieth_too() -> None:
    for share in (1, 30):
        parts = [level.part(share).playouts for level in (EASY, FAIR, STRONG)]
        easy, fair, strong = map(worthwhile, parts)
        assert easy * 3 < fair < strong / 5
