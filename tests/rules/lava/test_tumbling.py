"""Tumbling dice: fair, repeatable, and never a face that fits nowhere (L18, L24)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from pbem.chance import Chance
from pbem.rules.lava import RULES
from pbem.rules.lava.events import Rolled, WouldRoll
from pbem.rules.lava.faces import LETTERS, side
from pbem.rules.lava.grid import coordinates
from pbem.rules.lava.legal import placements
from pbem.rules.lava.orders import Place, Tumble
from tests.rules.lava.helpers import done, explained, play, read, start


def test_sides_come_up_one_to_one_to_four() -> None:
    state = play(start(tumbling="yes"), ["red", "e 0,0"])
    seen: Counter[int] = Counter()
    for _ in range(3000):
        step = done(state, Tumble("blue"))
        for rolled in step.events:
            assert isinstance(rolled, Rolled)
            seen[side(LETTERS.index(rolled.letters[0]))] += 1
        state = replace(state, chance=step.state.chance)
    share = sum(seen.values()) / 6
    assert 0.85 * share < seen[0] < 1.15 * share
    assert 0.85 * share < seen[1] < 1.15 * share
    assert 3.8 * share < seen[2] < 4.2 * share


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(12))
def test_tumbling_games_come_to_an_end(seed: int, players: int) -> None:
    chooser = random.Random(seed)
    state = start(players, tumbling="yes", dice_per_turn=1 + seed % 2)
    state = replace(state, chance=Chance(bytes([seed])))
    while state.mover is not None:
        window = RULES.window(state)
        assert window is not None
        orders = list(RULES.legal(state, state.mover))
        assert orders
        for order in orders:
            assert RULES.bind(state, state.mover, order).faults == ()
            assert isinstance(order, Tumble if window.name == "roll" else Place)
        order = chooser.choice(orders)
        step = done(state, order)
        assert step == done(state, order)
        rolls = [event for event in step.events if isinstance(event, Rolled)]
        assert [event.fits for event in rolls] == [False] * (len(rolls) - 1) + [
            True
        ] * bool(rolls)
        state = step.state
    assert state.result is not None


def test_a_reading_of_a_roll_gives_nothing_away() -> None:
    state = start(tumbling="yes")
    told = explained(state, read("green"))
    assert told == (WouldRoll(seat="Ann", die="green"),)


def test_two_tumbling_dice_are_not_sent_at_once() -> None:
    """The second is named, and rolled, when the first one lies."""
    state = play(start(tumbling="yes", dice_per_turn=2), ["red", "e 0,0", "green"])
    seat = state.mover or ""
    (first, *_) = RULES.legal(state, seat)
    one = play(state, [str(first)])
    assert one.second
    word = f"{first}; a 5,5"
    (fault,) = RULES.bind(state, seat, read(word)).faults
    assert fault.code == "illegal.too-many"
    assert word[slice(*fault.span)] == "a 5,5"
    assert fault.given == {"two": True, "opening": False, "first": str(first)}
    for where, face in placements(one, seat):
        x, y = coordinates(where)
        spot = f"{LETTERS[face]} {x},{y}"
        codes = [
            f.code for f in RULES.bind(state, seat, read(f"{first}; {spot}")).faults
        ]
        assert codes == ["illegal.too-many"]
