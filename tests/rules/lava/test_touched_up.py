"""What is made of the turn before is the same as what is made from nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.rules.lava import blob_views, board_text, empty_cells, view
from pbem.rules.lava.earlier import MOST_TABLES
from pbem.rules.lava.grid import cell
from pbem.rules.lava.state import State
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


def seen(state: State) -> tuple[object, ...]:
    """Return the board as it is drawn, and what is told of cells and blobs."""
    found = view._of_all.__wrapped__(state)  # type: ignore[attr-defined]
    cells = {cell(*special.at): special for special in found.cells}
    drawn = (found.tiles, len(found.latest), cells)
    wide, narrow = board_text.panels(*drawn), board_text.panels(*drawn, columns=5)
    return wide, narrow, found.cells, found.blobs


def forget() -> None:
    """Forget what was made of other turns."""
    for earlier in (board_text._drawn, blob_views._told, empty_cells._told):
        earlier._kept.clear()


def test_few_are_kept() -> None:
    forget()
    for seed in range(40):
        for state in walk(seed, 12):
            seen(state)
    assert len(board_text._drawn._kept) == MOST_TABLES
