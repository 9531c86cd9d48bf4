"""What a bot thinks of Mars: what the search that proves the tiles would plan.

All seats see the same, so all find the same plan, and each its part in it.
"""

from __future__ import annotations

from dataclasses import replace

from pbem.chance import Chance
from pbem.protocol import Order, Seat
from pbem.rules.mars.orders import Plan
from pbem.rules.mars.resolve import resolve_round
from pbem.rules.mars.search.simulation import Style
from pbem.rules.mars.search.team_plan import plan_round, styles
from pbem.rules.mars.setup import another_deck
from pbem.rules.mars.state import State

PLAYOUTS_A_GAME = 500  #: a game that is played to its end stands for so many playouts
MAX_ROUNDS = 40  #: of such a game


def worth(state: State, seat: Seat) -> float:
    """Return how much of the module is done, and how much sand is left for the rest."""
    done = len(state.domes) / state.settings.module
    return 0.9 * done + 0.1 * min(1.0, state.sand / state.settings.timer)


def searched(state: State, seat: Seat, playouts: int, chance: Chance) -> Order:
    """Return a seat's plan in the style that does best in games played to their end."""
    ways, games = styles(state), playouts // PLAYOUTS_A_GAME
    if games < 2:
        return plan_round(state, ways[0])[seat]
    ways = ways[:games]
    tries = games // len(ways)
    decks = [
        another_deck(state, Chance(chance.key + bytes([number])))
        for number in range(min(tries, 255))
    ]
    plans = [(style, plan_round(state, style)) for style in ways]
    tried = [sum(_played(state, deck, *one) for deck in decks) for one in plans]
    return plans[tried.index(max(tried))][1][seat]


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
