"""Whole games between bots of several levels, and those that move by lot."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from pbem import referee
from pbem.bots.levels import Level
from pbem.bots.search import think
from pbem.chance import Chance
from pbem.plugins.games import find
from pbem.protocol import Closes, Order, Outcome, Seat

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
#: A level of bots, somebody with a mind of their own, or one who orders by lot.
Player: TypeAlias = Level | Callable[[Any, Seat], Order] | None
MOST = 800  #: windows of one game


def play(
    name: str,
    levels: Mapping[Seat, Player],
    seed: str,
    given: Mapping[str, Any] | None = None,
    seen: list[Any] | None = None,
) -> Outcome | None:
    """Return how a game between these seats ends; None: it goes on for ever."""
    game, luck = find(name), random.Random(seed)
    rules = game.rules
    options = game.read_options({}) | dict(given or {})
    key = random.Random(seed).randbytes(16)
    chance = Chance(key) if game.needs_chance(options) else None
    state = referee.begin(rules, tuple(levels), options, chance).state
    for serial in range(MOST):
        window = rules.window(state)
        if window is None:
            break
        seats = window.seats[:1] if window.closes is Closes.FIRST else window.seats
        orders = {}
        for seat in seats:
            order = _order(rules, state, seat, levels[seat], luck, f"{seed} {serial}")
            orders[seat] = rules.bind(state, seat, order).order
        state = rules.resolve(state, orders).state
    if seen is not None:
        seen.append(state)
    return rules.outcome(state)


def _order(
    rules: Any,
    state: Any,
    seat: Seat,
    level: Player,
    luck: random.Random,
    key: str,
) -> Order:
    if level is None:
        legal: Sequence[Order] = [
            one for one in rules.legal(state, seat) if not one.anytime
        ]
        found = luck.choice(legal) if legal else rules.default(state, seat)
    elif not isinstance(level, Level):
        found = level(state, seat)
    else:
        found = think(rules, state, seat, level, key.encode()).order
    assert isinstance(found, Order), (seat, state)
    return found
