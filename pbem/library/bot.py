"""Bots of the library: the engine's own tree search, a block of playouts at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pyspiel

from pbem.chance import Chance

MOST_AT_ONCE = 500  #: playouts between two looks at the clock
FEWEST = 16  #: playouts at a time
BLOCKS = 12  #: in which playouts are done, where they are few
_EXPLORES = 1.4  #: the constant of UCT
_MEMORY = 200  #: megabytes of a search tree


def searched(
    state: Any, playouts: int, chance: Chance, chains: bool
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the steps of the turn that promises most so far, and how many playouts that
    took. Where a turn is a chain of steps, it is searched for step by step."""
    done: tuple[int, ...] = ()
    player, spent, best = state.current_player(), 0, 0
    state = state.clone()
    while True:
        visits: Counter[int] = Counter()
        share = max(1, playouts if not done else playouts // 4)
        block = min(MOST_AT_ONCE, max(FEWEST, share // BLOCKS))
        count = 0
        while count < share and len(state.legal_actions()) > 1:
            (seed,), chance = chance.draws((1 << 31,), "bot")
            visits.update(_visits(state, block, seed))
            count += block
            spent += block
            best = max(visits, key=lambda action: (visits[action], -action))
            last = _finished(state, best) if chains else (best,)
            yield (*done, *last), min(spent, playouts)
        actions = state.legal_actions()
        best = actions[0] if len(actions) == 1 else best
        done = (*done, best)
        state.apply_action(best)
        if not chains or state.is_terminal() or state.current_player() != player:
            yield done, playouts
            return


def _visits(state: Any, playouts: int, seed: int) -> dict[int, int]:
    """Return how often each action was tried in a search."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(
        state.get_game(), evaluator, _EXPLORES, playouts, _MEMORY, True, seed, False
    )
    root = bot.mcts_search(state)
    return {child.action: child.explore_count for child in root.children}


def _finished(state: Any, action: int) -> tuple[int, ...]:
    """Return an action with first steps that end the turn, where it goes on."""
    player, done, state = state.current_player(), [action], state.child(action)
    while not state.is_terminal() and state.current_player() == player:
        done.append(state.legal_actions()[0])
        state.apply_action(done[-1])
    return tuple(done)
