"""Whole turns, worked out again from what the report says of them."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.plugins.games import find
from pbem.rules.arena.events import Acted, Removed, Struck
from pbem.rules.arena.magics import MAGICS
from pbem.rules.arena.orders import Act
from pbem.rules.arena.state import Fighter, Settings, State
from pbem.testing.matches import bound
from tests.rules.arena import oracle

ARENA = find("arena")
RULES = ARENA.rules
KEYS = {magic.name: key for key, magic in MAGICS.items()}
HEAL = {"H1": 1, "H2": 3, "H3": 5, "H4": 8}
SEATS = ("Ann", "Bob", "Cid", "Dot")

options = st.builds(
    Settings,
    hp=st.integers(1, 40),
    board=st.sampled_from((4, 6, 8, 10)),
    types=st.just("all"),
    level1=st.sampled_from(("own", "all")),
    healing=st.booleans(),
    storms=st.booleans(),
    stack=st.booleans(),
    overheal=st.booleans(),
)
types = st.sets(st.sampled_from(("air", "earth", "fire", "water")), min_size=1)
words = st.builds(
    lambda key, number, target: f"{key}{number}{target}",
    st.sampled_from(("F", "W", "E", "A", "H", "", "B")),
    st.sampled_from(("", "1", "2", "3", "4", "5", "6")),
    st.sampled_from(("", "N", "SE", "SW", "NE", "1", "C", "B2", "D4", "H8", "J10")),
)


@st.composite
def turns(draw: st.DrawFn) -> tuple[State, dict[str, Act]]:
    """A state and a turn of everybody in it."""
    chosen = draw(options)
    squares = st.integers(0, chosen.size**2 - 1)
    fighters = tuple(
        Fighter(
            seat,
            tuple(
                draw(
                    st.sets(
                        st.sampled_from(("air", "earth", "fire", "water")), min_size=1
                    )
                )
            ),
            draw(squares),
            draw(st.integers(1, chosen.hp)),
            draw(st.integers(0, 60)),
        )
        for seat in SEATS
    )
    moves = st.sampled_from(("-", "A1", "B2", "C3", "D4", "E5", "F6", "H8", "Z9"))
    orders = {
        seat: ARENA.notation.parse(
            " ".join((draw(moves), *draw(st.lists(words, max_size=6))))
        )
        for seat in SEATS
    }
    return State(chosen, SEATS, 3, fighters), orders


@given(turns())
@settings(max_examples=300, deadline=None)
def test_points_are_kept_account_of(turn: tuple[State, dict[str, Act]]) -> None:
    state, orders = turn
    step = RULES.resolve(state, bound(RULES, state, orders))
    acted = {event.seat: event for event in step.events if isinstance(event, Acted)}
    for before in state.fighters:
        after = step.state.fighter(before.seat)
        event = acted[before.seat]
        assert event.spent == sum(cast.cost for cast in event.casts)
        assert 0 <= event.spent <= before.mp
        income = 0 if after.out else 5
        assert after.mp == before.mp - event.spent + income
        for cast in event.casts:
            if cast.name:
                assert cast.cost == oracle.COSTS[KEYS[cast.name]]


@given(turns())
@settings(max_examples=300, deadline=None)
def test_everybody_is_hit_by_what_the_report_says(
    turn: tuple[State, dict[str, Act]],
) -> None:
    state, orders = turn
    chosen = state.settings
    step = RULES.resolve(state, bound(RULES, state, orders))
    acted = [event for event in step.events if isinstance(event, Acted)]
    struck = {event.seat: event for event in step.events if isinstance(event, Struck)}
    removed = {event.seat for event in step.events if isinstance(event, Removed)}
    for before in state.fighters:
        after = step.state.fighter(before.seat)
        damage = _damage(before.seat, acted, chosen)
        own = next(event for event in acted if event.seat == before.seat)
        healing = sum(HEAL.get(cast.magic, 0) for cast in own.casts if not cast.name)
        hp = before.hp - damage + healing
        if not chosen.overheal:
            hp = min(hp, chosen.hp)
        assert after.hp == hp
        assert (after.out is not None) == (hp <= 0) == (before.seat in removed)
        if damage or healing:
            event = struck[before.seat]
            assert (event.damage, event.healing) == (damage, healing)
        else:
            assert before.seat not in struck


def _damage(seat: str, acted: list[Any], chosen: Settings) -> int:
    """What hits a seat, each cast by itself, from where everybody ended."""
    here = next(oracle.read(event.square) for event in acted if event.seat == seat)
    total = 0
    for event in acted:
        if event.seat == seat:
            continue
        blows: dict[str, list[int]] = {}
        for cast in event.casts:
            key = KEYS.get(cast.name, "")
            if not key or not MAGICS[key].damage:
                continue
            caster = oracle.read(event.square)
            blow = oracle.hurt(key, cast.target, caster, here, chosen.size)
            assert (blow > 0) == (seat in cast.hit)
            blows.setdefault(key, []).append(blow)
        for each in blows.values():
            total += sum(each) if chosen.stack else max(each)
    return total


@given(turns())
@settings(max_examples=200, deadline=None)
def test_nobody_goes_further_than_the_rules_let_them(
    turn: tuple[State, dict[str, Act]],
) -> None:
    state, orders = turn
    size = state.settings.size
    for event in RULES.resolve(state, bound(RULES, state, orders)).events:
        if not isinstance(event, Acted):
            continue
        x, y = oracle.read(event.start)
        x2, y2 = oracle.read(event.square)
        assert 1 <= x2 <= size
        assert 1 <= y2 <= size
        names = {cast.name for cast in event.casts}
        if event.walked:
            assert not names & {"Sail", "Fly", "Burrow"}
            assert max(abs(x - x2), abs(y - y2)) in (1, 2)
            assert event.square == event.walked
        elif not names & {"Sail", "Fly", "Burrow"}:
            assert event.square == event.start
