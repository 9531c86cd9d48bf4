"""Whole games, compared with the slow ones after every die.

More of them: python -m tests.rules.lava.test_against_slow 100
"""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

from pbem.rules.lava import RULES
from pbem.rules.lava.board import Board
from pbem.rules.lava.bot import gaps
from pbem.rules.lava.faces import COLOURS, LETTERS
from pbem.rules.lava.grid import coordinates
from pbem.rules.lava.state import State
from tests.rules.lava import slow
from tests.rules.lava.helpers import dice_of, done, slow_start, start, walk

VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"blob_extent": 4, "num_dice": 30},
    {"blob_extent": 0, "num_dice": 30},
    {"blob_size": 1, "num_dice": 30},
    {"blob_size": 4, "blob_extent": 0, "num_dice": 24},
    {"lose_own_colour": "no", "num_dice": 30},
    {"dice_own": "yes", "num_dice": 18},
    {"dice_per_turn": 2, "num_dice": 24},
    {"dice_per_turn": 2, "adjacent": "yes", "num_dice": 24, "blob_size": 9},
    {"lose_own_colour": "no", "blob_extent": 3, "dice_own": "yes"},
)


def names(state: State) -> set[str]:
    """Return what may be played, as text."""
    return {str(order) for order in RULES.legal(state, state.mover or "")}


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_random_games_go_the_same_way(variant: int, players: int) -> None:
    assert compare(variant, players, 2)


def compare(variant: int, players: int, games: int) -> set[str]:
    """Play so many games both ways; return how they ended."""
    options = VARIANTS[variant]
    endings = set()
    for seed in range(games):
        chooser = random.Random(f"{variant} {players} {seed}")
        state, other = start(players, **options), slow_start(players, **options)
        while state.mover is not None:
            assert names(state) == set(other.moves())
            after = {
                order: done(state, order).state
                for order in RULES.legal(state, state.mover)
            }
            orders = list(after)
            if seed % 2:  # half of the games avoid an early end
                orders = [o for o in orders if after[o].mover] or orders
            order = chooser.choice(orders)
            assert RULES.bind(state, state.mover, order).faults == ()
            state, other = after[order], other.after(str(order))
            assert dice_of(state.board) == other.dice
            assert dict(zip("rgb", state.stock, strict=True)) == other.stock
            assert (state.mover, state.out) == (other.mover, other.out)
        assert state.result is not None
        assert state.result.winners == other.winners
        assert state.result.reason == other.reason
        endings.add(other.reason)
    return endings


def blobs_of(board: Board) -> set[slow.Blob]:
    """Return the blobs that a board keeps, as the search gives them."""
    return {
        slow.Blob(
            COLOURS[blob.colour][0],
            frozenset((x, y + 1) for x, y in map(coordinates, blob.points)),
            blob.necks,
            not board.open_at(blob),
        )
        for blob in board.blobs.values()
    }


@pytest.mark.parametrize("seed", range(12))
def test_what_a_board_keeps_is_what_a_search_finds(seed: int) -> None:
    options = {"blob_extent": 0, "blob_size": 48}
    seen = 0
    for state in walk(seed, 48 if seed % 4 == 0 else 24, 2, **options):
        board, dice = state.board, dice_of(state.board)
        assert blobs_of(board) == slow.blobs(dice)
        assert {coordinates(at) for at in board.edge()} == slow.empty_cells(dice)
        for at in board.touched():
            fits = "".join(LETTERS[face] for face in board.fitting(at))
            assert fits == slow.fitting(dice, coordinates(at))
        forced = [
            (coordinates(at), LETTERS[face])
            for at in sorted(board.touched())
            if (face := board.forced_face(at)) is not None
        ]
        assert forced == slow.forced_cells(dice)
        extents = {(b.points, b.extent) for b in slow.blobs(dice)}
        for blob in board.blobs.values():
            points = frozenset((x, y + 1) for x, y in map(coordinates, blob.points))
            assert (points, blob.extent) in extents
        views = iter(RULES.view(state, None).blobs)
        left = gaps(board)
        for number, blob in sorted(board.blobs.items()):
            pairs = [
                near
                for x, y in map(coordinates, blob.points)
                for near in slow.round_point((x, y + 1))
            ]
            around = set(pairs)
            assert left[number] == sum(near not in dice for near in pairs)
            reading_order = sorted(around - dice.keys(), key=lambda at: (-at[1], at[0]))
            if blob.necks or not reading_order:
                assert list(next(views).open_at) == reading_order
        assert not [*views]
        seen += 1
    assert seen > 8


if __name__ == "__main__":
    many = int((sys.argv[1:] or ["100"])[0])
    for each in range(len(VARIANTS)):
        print(each, [sorted(compare(each, seats, many)) for seats in (2, 3)])
    for number in range(many):
        test_what_a_board_keeps_is_what_a_search_finds(number)
