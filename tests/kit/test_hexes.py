"""Hexagons: distances, and boards as bit masks."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from pbem.kit.hexes import DIRECTIONS, Grid, bits

GRID = Grid(["  . . .", " . . . .", ". .   . .", " . . . .", "  . . ."])


def test_cells_are_as_far_apart_as_steps_lead() -> None:
    whole = Grid([" " * abs(row) + ". " * (7 - abs(row)) for row in range(-3, 4)])
    for cell in whole.names:
        reached, steps = whole.bit[cell], 0
        while reached != whole.full:
            fresh = whole.spread(reached) & ~reached
            reached, steps = reached | fresh, steps + 1
            for other in whole.tell(fresh):
                assert whole.apart(cell, other) == whole.apart(other, cell) == steps
        assert whole.apart(cell, cell) == 0


def test_the_directions_go_round_clockwise() -> None:
    for way, after in zip(DIRECTIONS, DIRECTIONS[1:] + DIRECTIONS[:1], strict=True):
        assert after == (-way[1], way[0] + way[1])


@given(st.integers(0, 1 << 300))
def test_bits_are_those_that_are_set(mask: int) -> None:
    assert sum(1 << index for index in bits(mask)) == mask


@given(st.sets(st.sampled_from(GRID.names)))
def test_masks_hold_their_cells(cells: set[str]) -> None:
    mask = GRID.mask(cells)
    assert set(GRID.tell(mask)) == cells
    assert list(GRID.tell(mask)) == [name for name in GRID.names if name in cells]
    near = {other for cell in cells for other in GRID.around(cell)}
    assert set(GRID.tell(GRID.spread(mask))) == near


def test_a_board_may_have_a_hole() -> None:
    assert GRID.lengths == {"A": 3, "B": 4, "C": 4, "D": 4, "E": 3}
    assert GRID.around("C2") == ("D2", "D1", "C1", "B1", "B2")
    assert GRID.beyond("C1", "C2") is None  # the hole
    assert GRID.beyond("B1", "B2") == "B3"
    assert GRID.flood(GRID.bit["A1"]) == GRID.full
    within = GRID.mask(["A1", "A2", "E3"])
    assert GRID.tell(GRID.flood(GRID.bit["A1"], within)) == ("A1", "A2")


def test_clockwise_begins_at_the_top() -> None:
    ring = ["A1", "A3", "C4", "E3", "E1", "C1"]
    for seed in range(20):
        names = random.Random(seed).sample(ring, 6)
        assert GRID.clockwise(names) == tuple(ring)
