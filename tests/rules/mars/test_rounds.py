"""What holds in every round: nothing is lost, nobody shares a platform."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import msgspec
import pytest

from pbem.rules.mars import RULES
from pbem.rules.mars.actions.exploring import Make
from pbem.rules.mars.events import ActionEvent, Made, RoundEnded, Stuck
from pbem.rules.mars.map.colours import COLOURS, RESOURCES
from pbem.rules.mars.orders import Plan
from pbem.rules.mars.resolve import resolve_round
from pbem.rules.mars.state import TIMER_TICKS, Settings, State, supply
from tests.rules.mars.helpers import opening, wander

GAMES = [
    (1 + seed % 5, 1 + seed // 5 % 6, seed) for seed in range(30)
]  #: every module with every number of players, twice
ROUNDS = 260
NO_REST = Settings(rest=0)


def conserved(state: State) -> None:
    """Every pawn is on the map or in the supply, and each has a platform."""
    board = state.board
    places = [place for place, _ in state.pawns]
    assert len(set(places)) == len(places)
    for place in places:
        assert board.at[place] == place, "a platform has one name only"
    kinds = Counter(pawn for _, pawn in state.pawns)
    left = supply(state.settings, dict(state.pawns), state.aboard)
    for pawn in RESOURCES:
        assert kinds[pawn] + left[pawn] == 2
    assert kinds["trash"] + left["trash"] == state.settings.trash
    assert kinds["slug"] + left["slug"] == state.settings.slugs
    assert all(number >= 0 for number in left.values())
    colonists = kinds["colonist"] + state.aboard
    assert colonists == (state.settings.module if state.landed else 0)
    assert 0 <= state.sand <= TIMER_TICKS
    assert len(state.laid) + len(state.deck) == _tiles(state)
    colours = [colour for _, _, colour in state.bridges]
    assert len(set(colours)) == len(colours) <= 6
    assert len(state.domes) <= state.settings.module
    assert state.landed == (len(state.domes) == state.settings.module)
    assert sorted(c for hand in state.hands for c in hand) == sorted(
        c for hand in opening(1, len(state.seats), 0).hands for c in hand
    )


def _tiles(state: State) -> int:
    return 1 + (4, 6, 8, 10, 12)[state.settings.module - 1] + state.settings.x


@pytest.mark.parametrize(("module", "seats", "seed"), GAMES)
def test_random_rounds_conserve_everything(module: int, seats: int, seed: int) -> None:
    state = opening(module, seats, seed, experts=bool(seed % 2))
    conserved(state)
    for before, plans, after, events in wander(state, seed, ROUNDS):
        conserved(after)
        ticks = [e.tick for e in events if isinstance(e, ActionEvent)]
        told = [
            e.tick
            for e in events
            if isinstance(e, ActionEvent) and type(e) is not Stuck
        ]
        assert told == sorted(told)
        [end] = [e for e in events if isinstance(e, RoundEnded)]
        assert max(told, default=0) <= end.ticks + 1
        assert min(ticks, default=1) >= 1
        assert after.clock - before.clock in (
            end.ticks + end.rest,
            end.ticks - 1,  # the tick in which the game is won takes no sand
        )
        assert end.sand == after.sand
        assert set(plans) == set(before.seats)


@pytest.mark.parametrize(("module", "seats", "seed"), GAMES[1::4])
def test_the_order_of_arrival_does_not_matter(
    module: int, seats: int, seed: int
) -> None:
    for before, plans, after, events in wander(opening(module, seats, seed), seed, 25):
        shown = repr(before)
        backwards = dict(reversed(plans.items()))
        step = resolve_round(before, backwards)
        assert (step.state, step.events) == (after, events)
        assert repr(before) == shown


@pytest.mark.parametrize(("module", "seats", "seed"), GAMES[2::5])
def test_nobody_sees_the_deck(module: int, seats: int, seed: int) -> None:
    for state, _, _, _ in wander(opening(module, seats, seed), seed, 12):
        other = replace(state, deck=state.deck[::-1])
        for seat in (None, *state.seats):
            seen = msgspec.to_builtins(RULES.view(state, seat))
            assert seen == msgspec.to_builtins(RULES.view(other, seat))
            assert "deck_order" not in seen
        assert msgspec.to_builtins(RULES.truth(state))["deck_order"] == state.deck


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_every_seat_comes_first_equally_often(count: int) -> None:
    """All want the one free platform; who gets it goes round the table."""
    fresh = opening(1, count, 0)
    hands = tuple(COLOURS for _ in range(count))
    plan = Plan((Make("leaf", 13),))
    first = []
    for clock in range(count * 2):
        state = replace(fresh, hands=hands, clock=clock, settings=NO_REST)
        events = resolve_round(state, dict.fromkeys(state.seats, plan)).events
        first += [event.seat for event in events if isinstance(event, Made)]
    assert Counter(first) == dict.fromkeys(fresh.seats, 2)
