"""What is hidden on Mars: the order of the deck, and nothing else."""

from __future__ import annotations

import random
from dataclasses import replace

from pbem.rules.mars.state import State

TWINS: dict[str, str] = {}


def permuted(state: State, seat: str | None, rng: random.Random) -> State:
    """The same table with its deck shuffled anew."""
    deck = list(state.deck)
    rng.shuffle(deck)
    return replace(state, deck=tuple(deck))
