"""Hexagons: distances, turns and mirrors, and boards as bit masks."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from pbem.kit.hexes import (
    DIRECTIONS,
    Grid,
    Hex,
    bits,
    distance,
    straight,
    turned,
)

places = st.tuples(st.integers(-50, 50), st.integers(-50, 50))
GRID = Grid(["  . . .", " . . . .", ". .   . .", " . . . .", "  . . ."])


def mirrored(place: Hex) -> Hex:
    """A place mirrored left to right."""
    east, south = place
    return -east - south, south


@given(places, places, places)
def test_distance_is_one(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(places, places, st.integers(-12, 12))
def test_turning_and_mirroring_keep_distances_and_lines(
    a: Hex, b: Hex, sixths: int
) -> None:
    there = turned(a, sixths), turned(b, sixths)
    assert distance(*there) == distance(a, b)
    assert straight(*there) == straight(a, b)
    assert distance(mirrored(a), mirrored(b)) == distance(a, b)
    assert turned(turned(a, sixths), -sixths) == a
    assert mirrored(mirrored(a)) == a
    assert (mirrored((1, 0)), mirrored((0, 1))) == ((-1, 0), (-1, 1))
    assert mirrored(turned(a, sixths)) == turned(mirrored(a), -sixths)


def test_the_directions_go_round_clockwise() -> None:
    for at, way in enumerate(DIRECTIONS):
        assert turned(DIRECTIONS[0], at) == way
        assert distance((0, 0), way) == 1


@given(places, st.sampled_from(DIRECTIONS), st.integers(1, 9))
def test_a_line_is_straight(start: Hex, way: Hex, length: int) -> None:
    end = start[0] + length * way[0], start[1] + length * way[1]
    assert straight(start, end)
    assert distance(start, end) == length


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
