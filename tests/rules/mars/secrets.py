"""What is hidden on Mars: the order of the deck, and which X tiles are in it."""

from __future__ import annotations

import random
from dataclasses import replace

from pbem.rules.mars.state import State


def permuted(state: State, seat: str | None, rng: random.Random) -> State:
    """The same table with its deck shuffled anew, and other X tiles drawn for it."""
    laid = {name for name, *_ in state.laid}
    extra = [name for name in state.box.of("X") if name not in laid]
    deck = [name for name in state.deck if name not in extra]
    deck += rng.sample(extra, len(state.deck) - len(deck))
    rng.shuffle(deck)
    return replace(state, deck=tuple(deck))
