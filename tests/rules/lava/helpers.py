"""Short ways to play Lava in tests."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

from pbem.chance import Chance
from pbem.plugins.games import find
from pbem.protocol import Event, Step
from pbem.rules.lava import RULES
from pbem.rules.lava.board import Board
from pbem.rules.lava.board_text import panels
from pbem.rules.lava.empty_cells import known_cells
from pbem.rules.lava.faces import LETTERS
from pbem.rules.lava.grid import cell, coordinates
from pbem.rules.lava.orders import AnyOrder
from pbem.rules.lava.state import LavaOptions, State
from pbem.testing.matches import bound
from tests.rules.lava.slow import SlowGame

NAMES = ("Ann", "Bob", "Cid")


def start(players: int = 2, **options: Any) -> State:
    """Return a fresh game."""
    game = find("lava")
    chosen = game.read_options({k: str(v) for k, v in options.items()})
    chance = Chance(b"a key for tests") if game.needs_chance(chosen) else None
    return RULES.setup(NAMES[:players], LavaOptions(**chosen), chance).state


def slow_start(players: int = 2, **options: Any) -> SlowGame:
    """Return the same, slowly."""
    share = int(options.get("num_dice", 48)) // 3
    return SlowGame(
        NAMES[:players],
        {},
        dict.fromkeys("rgb", share),
        NAMES[0],
        extent=int(options.get("blob_extent", 8)),
        size=int(options.get("blob_size", 0)),
        own=options.get("dice_own") == "yes",
        lose=options.get("lose_own_colour") != "no",
        two=options.get("dice_per_turn") == 2,
        adjacent=options.get("adjacent") == "yes",
    )


def read(text: str) -> AnyOrder:
    """Return an order from its text."""
    order: AnyOrder = find("lava").notation.parse(text)
    return order


def done(state: State, order: AnyOrder) -> Step[State]:
    """Return what an order of the seat to move brings."""
    assert state.mover is not None
    return RULES.resolve(state, bound(RULES, state, {state.mover: order}))


def explained(state: State, order: AnyOrder) -> tuple[Event, ...]:
    """Return what an order of the seat to move would bring."""
    assert state.mover is not None
    order_ = RULES.bind(state, state.mover, order).order
    assert order_ is not None
    return RULES.explain(state, state.mover, order_)


def play(state: State, moves: Iterable[str]) -> State:
    """Return the state after some orders, each legal."""
    for text in moves:
        assert state.mover is not None
        order = read(text)
        assert RULES.bind(state, state.mover, order).faults == (), text
        state = done(state, order).state
    return state


def walk(
    seed: int, dice: int = 48, players: int = 2, **options: Any
) -> Iterator[State]:
    """Yield the states of a random game, as long as it goes on."""
    chooser = random.Random(seed)
    state = start(players, **options)
    while state.mover is not None and len(state.laid) < dice:
        order = chooser.choice(list(RULES.legal(state, state.mover)))
        state = done(state, order).state
        yield state


def cluster(seed: int, size: int = 40) -> State:
    """Return a random state with this many dice, or one more, on the table."""
    attempt = 0
    while True:
        attempt += 1
        for state in walk(seed * 1009 + attempt, size):
            if size <= len(state.laid) <= size + 1 and state.mover is not None:
                return state


def dice_of(board: Board) -> dict[tuple[int, int], str]:
    """Return the dice of a board as the slow game has them."""
    return {coordinates(where): LETTERS[face] for where, face in board.dice.items()}


def board_of(dice: dict[tuple[int, int], str]) -> Board:
    """Return a board with these dice."""
    board = Board()
    for at, face in dice.items():
        board = board.with_die(cell(*at), LETTERS.index(face))
    return board


def board_text(state: State) -> str:
    """Return the board of a state as one text, drawn straight from the board."""
    parts = panels(state.laid, state.recent, known_cells(state).values())
    return "\n\n".join("\n".join(part) for part in parts)
