"""What a bot of Mag-Blast thinks of first, and what its quickness must not tell."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from pbem import referee
from pbem.bots.levels import Level
from pbem.bots.rehearsal import worthwhile
from pbem.bots.search import think
from pbem.chance import Chance
from pbem.plugins.games import find
from pbem.protocol import Seat, Window
from pbem.rules.magblast import RULES, bot, bot_first
from pbem.rules.magblast.check.limits import after_moves
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import MOVEMENT, State

LEVEL = Level("short", 35, 1000.0)  # seven are done
YELLOW, BLUE = 0, 9  #: the first berths of two zones


def _guessed(seed: int) -> list[tuple[State, Window]]:
    """Positions of a game in which everybody does what a bot thinks of first."""
    options = find("magblast").read_options({})
    found: list[tuple[State, Window]] = []
    key = Chance(b"bot %d" % seed)
    state = referee.begin(RULES, ("Ann", "Bob"), options, key).state
    while len(found) < 60 and (window := RULES.window(state)) is not None:
        orders = {}
        for seat in window.seats:
            guesses = bot.sensible(state, seat, [*RULES.legal(state, seat)])
            bound = RULES.bind(state, seat, guesses[0]).order
            assert bound is not None
            orders[seat] = bound
        found.append((state, window))
        state = RULES.resolve(state, orders).state
    return found


def _asked(*, empty: bool) -> tuple[State, Seat]:
    """A position in which a seat has nothing but to pass, or something besides."""
    for state, window in (one for seed in range(9) for one in _guessed(seed)):
        seat = window.seats[0]
        passes = [isinstance(one, o.Pass) for one in RULES.legal(state, seat)]
        if window.discreet and all(passes) == empty:
            return state, seat
    raise AssertionError("no such position in nine games")


@pytest.mark.parametrize("empty", [True, False])
def test_who_lets_a_card_pass_may_still_object_to_the_next(empty: bool) -> None:
    state, seat = _asked(empty=empty)
    thoughts = bot.sensible(state, seat, [*RULES.legal(state, seat)])
    assert o.Pass() in thoughts
    assert o.Pass(all=True) not in thoughts
    assert (len(thoughts) == 1) == empty


@pytest.mark.parametrize("empty", [True, False])
def test_an_answer_takes_as_long_when_there_is_nothing_to_choose(empty: bool) -> None:
    state, seat = _asked(empty=empty)
    clock = count()
    thought = think(RULES, state, seat, LEVEL, b"", lambda: float(next(clock)))
    assert (thought.playouts, thought.cut) == (worthwhile(LEVEL.playouts), False)
    # Without a clock nobody waits for it.
    alone = think(RULES, state, seat, LEVEL, b"")
    assert alone == (thought._replace(playouts=0) if empty else thought)


def test_the_first_guess_is_what_is_sensible_first() -> None:
    found = set()
    for state, window in (one for seed in range(8) for one in _guessed(seed)):
        for seat in window.seats:
            first = bot.sensible(state, seat, [*RULES.legal(state, seat)])[0]
            assert bot_first.first_guess(state, seat) == first
            found.add(type(first))
    assert found > {o.Draw, o.Discard, o.Resources, o.Move, o.Fire, o.Launch, o.End}


def test_ships_move_to_where_they_are_missing_and_then_stay() -> None:
    filled = 0
    for state, window in (one for seed in range(6) for one in _guessed(seed)):
        if window.name != "turn" or state.phase > MOVEMENT:
            continue
        mover, steps = window.seats[0], 0
        me = state.seat(mover)
        # The blue ship stands in the yellow zone, too.
        ships = [*state.fleets[me].ships]
        ships[BLUE], ships[YELLOW + 1] = None, ships[BLUE]
        fleet = replace(state.fleets[me], ships=tuple(ships))
        state = state.with_fleet(me, fleet)
        stood = [[*map(one.in_zone, range(4))] for one in state.fleets]
        only = stood[me].count(0) == 1 and 0 not in stood[1 - me]
        while True:
            guesses = bot.sensible(state, mover, [*RULES.legal(state, mover)])
            end = guesses.index(o.End())
            moves = [one for one in guesses[:end] if isinstance(one, o.Move)]
            if not moves:
                break
            steps += 1
            assert steps < 5
            bound = RULES.bind(state, mover, moves[0])
            assert bound.order is not None
            state = RULES.resolve(state, {mover: bound.order}).state
        # With two gaps, or one of the other's, ships may be missed elsewhere more.
        if steps and only:
            assert after_moves(state).fleets[me].in_zone(3)
            filled += 1
    assert filled
