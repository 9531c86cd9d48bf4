"""Other worlds of games with hidden hands, made apart from what `imagine` does."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from pbem.chance import Chance
from pbem.testing.worlds import Permuted


def _again(state: Any, actions: list[int]) -> Any:
    """The state with these actions of chance and players, one after the other."""
    engine = state.engine.get_game().new_initial_state()
    for action in actions:
        assert action in engine.legal_actions()
        engine.apply_action(action)
    chance = None if state.chance is None else Chance(b"another")
    return replace(state.on(engine), chance=chance)


def _over(state: Any) -> bool:
    return bool(state.resigned or state.engine.is_terminal())


def cards(state: Any, seat: str | None, rng: random.Random) -> Any:
    """Others hold cards that neither the seat nor the table has."""
    if _over(state):
        return state
    players = len(state.seats)
    own = -1 if seat is None else state.player(seat)
    steps = [*state.steps]
    drawn = [at for at, (player, _) in enumerate(steps) if player < 0]
    mine = {steps[drawn[own]][1]} if own >= 0 else set()
    open_cards = {steps[at][1] for at in drawn[players:]}
    count = (players + 1) * (2 if "leduc" in str(state.engine.get_game()) else 1)
    free = [one for one in range(count) if one not in mine | open_cards]
    rng.shuffle(free)
    for at in drawn[:players]:
        if at != own:
            steps[at] = -1, free.pop()
    return _again(state, [action for _, action in steps])


def dice(state: Any, seat: str | None, rng: random.Random) -> Any:
    """Others have thrown anything."""
    if _over(state):
        return state
    own = -1 if seat is None else state.player(seat)
    thrown = sum(player < 0 for player, _ in state.steps) // 2
    return _again(state, [
        rng.randrange(6) if player < 0 and at // thrown != own else action
        for at, (player, action) in enumerate(state.steps)
    ])  # fmt: skip


def order(state: Any, seat: str | None, rng: random.Random) -> Any:
    """What comes next is another card; all that was played lies open."""
    return replace(state, chance=Chance(rng.randbytes(8)))


def _squares(number: int, action: int) -> set[int]:
    length, step = (2, 3, 3, 4, 5)[number], 1 if action < 200 else 10
    return {action % 100 + step * at for at in range(length)}


def ships(state: Any, seat: str | None, rng: random.Random) -> Any:
    """A ship of somebody else that was not hit lies where nobody has shot."""
    if _over(state) or not state.steps:
        return state
    own = -1 if seat is None else state.player(seat)
    actions = [action for _, action in state.steps]
    for owner in {0, 1} - {own}:
        shots = {action for player, action in state.steps[10:] if player != owner}
        for number in rng.sample(range(5), 5):
            others = [
                _squares(x, actions[2 * x + owner]) for x in range(5) if x != number
            ]
            if _squares(number, actions[2 * number + owner]) & shots:
                continue
            places = [
                place
                for place in (*range(100, 200), *range(200, 300))
                if _fits(number, place) and not _squares(number, place) & shots
                and not any(_squares(number, place) & other for other in others)
            ]  # fmt: skip
            actions[2 * number + owner] = rng.choice(places)
    return _again(state, actions)


def _fits(number: int, place: int) -> bool:
    length, row, column = (2, 3, 3, 4, 5)[number], place % 100 // 10, place % 10
    return (column if place < 200 else row) + length <= 10


PERMUTED: dict[str, Permuted] = {
    "battleship": ships,
    "goofspiel": order,
    "kuhn-poker": cards,
    "leduc-poker": cards,
    "liars-dice": dice,
}
