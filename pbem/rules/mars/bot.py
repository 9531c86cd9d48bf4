"""What a bot thinks of Mars: what the search that proves the tiles would plan.

All seats see the same, so all find the same plan, and each its part in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import fsum

from pbem.chance import Chance
from pbem.protocol import Order, SearchResult, Seat
from pbem.rules.mars.orders import Plan
from pbem.rules.mars.resolve import resolve_round
from pbem.rules.mars.search.simulation import Style
from pbem.rules.mars.search.team_plan import plan_round, styles
from pbem.rules.mars.setup import another_deck
from pbem.rules.mars.state import State

PLAYOUTS_A_GAME = 500  #: a game that is played to its end stands for so many playouts
MAX_ROUNDS = 40  #: of such a game
MAX_DECKS = 255  #: in whose order tiles are met


def worth(state: State, seat: Seat) -> float:
    """Return how much of the module is done, and how much sand is left for the rest."""
    done = len(state.domes) / state.settings.module
    return 0.9 * done + 0.1 * min(1.0, state.sand / state.settings.timer)


def searched(
    state: State, seat: Seat, playouts: int, chance: Chance
) -> Iterator[SearchResult[Order]]:
    """Yield a seat's plan in the style that does best in games played to their end.

    A step is a plan in each style first, then a game in each with the same tiles.
    """
    plan_styles, games = styles(state), playouts // PLAYOUTS_A_GAME
    if games < 2:
        yield SearchResult(plan_round(state, plan_styles[0])[seat], playouts)
        return
    plan_styles = plan_styles[:games]
    tries = min(games // len(plan_styles), MAX_DECKS)
    plans = list[tuple[Style, dict[Seat, Plan]]]()
    for style in plan_styles:
        plans.append((style, plan_round(state, style)))
        yield SearchResult(plans[0][1][seat], 0)
    worths: list[list[float]] = [[] for _ in plans]
    for number in range(tries):
        deck = another_deck(state, Chance(chance.key + bytes([number])))
        for found, one in zip(worths, plans, strict=True):
            found.append(_played(state, deck, *one))
        sums = [fsum(found) for found in worths]
        best = plans[sums.index(max(sums))][1]
        yield SearchResult(best[seat], playouts * (number + 1) // tries)


def _played(
    state: State, deck: tuple[str, ...], style: Style, plans: dict[Seat, Plan]
) -> float:
    """Return what a game comes to that goes on with these plans and in this style."""
    state = replace(state, deck=deck)
    for _ in range(MAX_ROUNDS):
        state = resolve_round(state, plans).state
        if state.ended:
            break
        plans = plan_round(state, style)
    return 1.0 if state.ended == "home" else 0.5 * worth(state, state.seats[0])
