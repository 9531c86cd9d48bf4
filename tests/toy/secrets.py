"""The secrets of the toy game: hands, standing orders, and what chance holds."""

from __future__ import annotations

import random
from dataclasses import replace

from pbem.chance import Chance
from tests.toy.handful.state import State


def permuted(state: State, seat: str | None, rng: random.Random) -> State:
    """The same table with other cards in all hands but this seat's."""
    pool = list(state.deck)
    for other, hand in state.hands.items():
        if other != seat:
            pool.extend(hand)
    rng.shuffle(pool)
    hands = {}
    for other, hand in state.hands.items():
        if other == seat:
            hands[other] = hand
        else:
            hands[other] = tuple(sorted(pool.pop() for _ in hand))
    lazy = {one for one in state.seats if rng.random() < 0.5 and one != seat}
    if seat in state.lazy:
        lazy.add(str(seat))
    return replace(
        state,
        hands=hands,
        deck=tuple(sorted(pool)),
        lazy=frozenset(lazy),
        chance=Chance(rng.randbytes(8)),
    )
