"""What is made of the turn before is the same as what is made from nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from pbem.rules.lava import board_text, view
from pbem.rules.lava.earlier import MOST_TABLES, tables
from pbem.rules.lava.empty_cells import DEAD, Special
from pbem.rules.lava.faces import LETTERS
from pbem.rules.lava.state import State, Tile
from tests.rules.lava.helpers import walk

VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"dice_own": "yes", "num_dice": 30},
    {"dice_per_turn": 2, "num_dice": 60},
    {"num_dice": 9},
)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_touched_up_is_what_is_made_from_nothing(seed: int) -> None:
    options = {"blob_extent": 0, "blob_size": 48, **VARIANTS[seed % 4]}
    states = list(walk(seed, 60, 2 + seed % 2, **options))
    assert len(states) > 5
    afresh = []
    for state in states:
        forget()
        afresh.append(seen(state))
    forget()
    assert [seen(state) for state in states] == afresh
    forget()
    for number in random.Random(seed).choices(range(len(states)), k=2 * len(states)):
        assert seen(states[number]) == afresh[number]


@pytest.mark.parametrize("start", [(0, 0), (-98, -98), (97, -101), (-101, 99)])
def test_a_frame_grows_on_every_side_where_labels_are_long(
    start: tuple[int, int],
) -> None:
    chooser, at, tiles = random.Random(sum(start)), start, list[Tile]()
    for _ in range(40):
        tiles.append(Tile(at, chooser.choice(LETTERS), "Ann", chooser.random() < 0.3))
        x, y = chooser.choice(tiles).at
        dx, dy = chooser.choice(((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1)))
        at = x + dx, y + dy
        while at in {tile.at for tile in tiles}:
            at = at[0] + dx, at[1] + dy
    tables = [
        (tuple(tiles[:count]), 1, marked(tiles[:count])) for count in range(1, 41)
    ]
    afresh = []
    for table in tables:
        forget()
        afresh.append(board_text.panels(*table))
    forget()
    assert [board_text.panels(*table) for table in tables] == afresh
    assert len({len(part[0]) for part in afresh}) > 3


def marked(tiles: Sequence[Tile]) -> list[Special]:
    """Return the empty cells east of dice, each as one that is dead."""
    taken = {tile.at for tile in tiles}
    beside = {(x + 1, y) for x, y in taken} - taken
    return [Special(at, DEAD, "") for at in beside]


def seen(state: State) -> tuple[object, ...]:
    """Return the board as it is drawn, and what is told of cells and blobs."""
    found = view.build(state)
    drawn = (found.tiles, len(found.latest), found.cells)
    wide, narrow = board_text.panels(*drawn), board_text.panels(*drawn, columns=5)
    return wide, narrow, found.cells, found.blobs


def forget() -> None:
    """Forget what was made of other turns."""
    tables.clear()


def test_few_are_kept_and_two_of_a_game_that_goes_on() -> None:
    forget()
    for state in walk(1, 40, blob_extent=0, blob_size=48):
        seen(state)
    assert len(tables) == 2
    assert all(
        one.before is None or one.before.before is None for one in tables.values()
    )
    forget()
    for seed in range(MOST_TABLES):
        for state in walk(seed, 4):
            seen(state)
    assert len(tables) == MOST_TABLES
