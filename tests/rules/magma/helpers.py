"""Short ways to play Magma in tests."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from pbem.plugins.games import find
from pbem.protocol import Step
from pbem.rules.magma import RULES
from pbem.rules.magma.boards import board
from pbem.rules.magma.orders import AnyOrder
from pbem.rules.magma.state import State, Terms
from pbem.testing.matches import bound

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")


def start(players: int = 2, **options: Any) -> State:
    """Return a fresh game."""
    chosen = find("magma").read_options({k: str(v) for k, v in options.items()})
    return RULES.setup(NAMES[:players], Terms(**chosen), None).state


def read(text: str) -> AnyOrder:
    """Return an order from its text."""
    order: AnyOrder = find("magma").notation.parse(text)
    return order


def mover(state: State) -> str:
    """Return the seat that may speak."""
    window = RULES.window(state)
    assert window is not None
    return window.seats[0]


def play(state: State, moves: Iterable[str]) -> State:
    """Return the state after some orders, each legal."""
    for text in moves:
        order = read(text)
        assert RULES.bind(state, mover(state), order).faults == (), text
        state = done(state, order).state
    return state


def done(state: State, order: AnyOrder) -> Step[State]:
    """Return what an order of the seat to move brings."""
    seat = mover(state)
    return RULES.resolve(state, bound(RULES, state, {seat: order}))


def turns(state: State) -> list[AnyOrder]:
    """Return all legal orders of the seat to move that take its turn."""
    return [one for one in RULES.legal(state, mover(state)) if not one.anytime]


def sprinkled(
    name: str, dice: random.Random, colours: int = 3
) -> tuple[tuple[int, ...], dict[str, str]]:
    """Return a random position: masks by colour, and the same as cell to colour."""
    grid = board(name).grid
    share = dice.choice((0.05, 0.15, 0.3, 0.5, 0.75))
    cells = dice.sample(grid.names, max(colours, int(share * len(grid.names))))
    names = ("red", "blue", "yellow")[:colours]
    masks = tuple(grid.mask(cells[at::colours]) for at in range(colours))
    position = {cell: names[at % colours] for at, cell in enumerate(cells)}
    return masks, position
