"""Bots of the library: the engine's own tree search, a block of playouts at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pyspiel

from pbem.chance import Chance

FEWEST = 16  #: playouts of the first tree; each one after it has as many as all before
LARGEST = 4000  #: playouts of one tree
SEEN = 2  #: playouts of a tree that has branches: the first looks at its root alone
_EXPLORES = 1.4  #: the constant of UCT
_MEMORY = 200  #: megabytes of a search tree


def searched(
    state: Any, playouts: int, chance: Chance, chains: bool
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the steps of the turn that promises most so far, and how many playouts that
    took. Where a turn is a chain of steps, it is searched for step by step. No tree has
    more than LARGEST playouts: between two trees a bot looks at the clock."""
    done: tuple[int, ...] = ()
    player, spent, best = state.current_player(), 0, 0
    state = state.clone()
    while True:
        visits, rewards = Counter[int](), Counter[int]()
        share = max(SEEN, playouts if not done else playouts // 4)
        count = 0
        while count < share and len(state.legal_actions()) > 1:
            block = max(SEEN, min(LARGEST, max(FEWEST, count), share - count))
            (seed,), chance = chance.draws((1 << 31,), "bot")
            for child in _children(state, block, seed):
                visits[child.action] += _weight(child, player, block)
                rewards[child.action] += child.total_reward
            count += block
            spent += block
            best = max(visits, key=lambda x: (visits[x], rewards[x], -x))
            last = _finished(state, best) if chains else (best,)
            yield (*done, *last), min(spent, playouts)
        actions = state.legal_actions()
        best = actions[0] if len(actions) == 1 else best
        done = (*done, best)
        state.apply_action(best)
        if not chains or state.is_terminal() or state.current_player() != player:
            yield done, playouts
            return


def _children(state: Any, playouts: int, seed: int) -> Sequence[Any]:
    """Return the actions of a position as nodes of a tree that was searched."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(
        state.get_game(), evaluator, _EXPLORES, playouts, _MEMORY, True, seed, False
    )
    children: Sequence[Any] = bot.mcts_search(state).children
    return children


def _weight(child: Any, player: int, playouts: int) -> int:
    """Return how often an action was tried: all playouts of the tree for one that is
    sure to win, none for one that is sure to lose."""
    result = child.outcome[player] if child.outcome else 0
    return playouts if result > 0 else 0 if result < 0 else child.explore_count


def _finished(state: Any, action: int) -> tuple[int, ...]:
    """Return an action with first steps that end the turn, where it goes on."""
    player, done, state = state.current_player(), [action], state.child(action)
    while not state.is_terminal() and state.current_player() == player:
        done.append(state.legal_actions()[0])
        state.apply_action(done[-1])
    return tuple(done)
