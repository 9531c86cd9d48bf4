"""The fast answers against slow ones, on thousands of random positions."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.kit.hexes import bits
from pbem.rules.magma import reach
from pbem.rules.magma.boards import Board, board, names
from pbem.rules.magma.reach import Reach
from tests.rules.magma import slow
from tests.rules.magma.helpers import sprinkled

POSITIONS = 200  # for each board
COLOURS = ("red", "blue", "yellow")


def homes_of(table: Board) -> dict[str, list[str]]:
    """Return both homes of every colour."""
    return {
        colour: [home for home in table.homes if table.colours[home] == colour]
        for colour in COLOURS
    }


@pytest.fixture(scope="module", params=names())
def boards(request: pytest.FixtureRequest) -> tuple[Board, slow.SlowBoard]:
    """Return a board, fast and slow."""
    return board(request.param), slow.SlowBoard(request.param)


def test_boards_are_the_shapes_that_they_say(
    boards: tuple[Board, slow.SlowBoard],
) -> None:
    fast, plain = boards
    assert set(fast.grid.names) == set(plain.place)
    assert list(fast.homes) == plain.homes
    for cell in plain.place:
        assert set(fast.grid.around(cell)) == slow.steps(plain, {}, cell)


def test_exclusive_cells_and_scores(boards: tuple[Board, slow.SlowBoard]) -> None:
    fast, plain = boards
    dice = random.Random(1)
    homes = homes_of(fast)
    for _ in range(POSITIONS):
        masks, position = sprinkled(fast.name, dice)
        shut = {colour for colour in COLOURS if dice.random() < 0.2}
        open_ = {colour: [] if colour in shut else homes[colour] for colour in COLOURS}
        gates = [fast.grid.mask(open_[colour]) for colour in COLOURS]
        tally = reach.tally(fast, masks, gates)
        alone = slow.exclusive(plain, position, open_)
        scores = slow.scores(plain, position, open_)
        for at, colour in enumerate(COLOURS):
            mine = tally.exclusive[at]
            assert set(fast.grid.tell(mine)) == alone[colour]
            counted = masks[at].bit_count(), mine.bit_count(), tally.scores[at]
            assert counted == scores[colour]


def test_landings_and_entries(boards: tuple[Board, slow.SlowBoard]) -> None:
    fast, plain = boards
    dice = random.Random(2)
    for _ in range(POSITIONS // 4):
        masks, position = sprinkled(fast.name, dice)
        vacant = fast.grid.full & ~(masks[0] | masks[1] | masks[2])
        for own, colour in zip(masks, COLOURS, strict=True):
            for index in bits(own):
                found = Reach(fast, own, vacant).landings(index)
                wanted = slow.landings(plain, position, fast.grid.name(index))
                assert set(fast.grid.tell(found)) == wanted
            for home in fast.homes:
                found = Reach(fast, own, vacant).entries(home)
                wanted = slow.entries(plain, position, colour, home)
                assert set(fast.grid.tell(found)) == wanted


def test_chains_are_shortest_and_jump_over_pieces() -> None:
    fast, plain = board("magma91"), slow.SlowBoard("magma91")
    dice = random.Random(3)
    chains = 0
    for _ in range(150):
        (own,), position = sprinkled(fast.name, dice, colours=1)
        found = Reach(fast, own, fast.grid.full & ~own)
        for index in bits(own):
            rings = _rings(plain, position, fast.grid.name(index))
            for goal in bits(found.jumps(index)):
                path = found.lifted(index).chain([index], goal)
                cells = [fast.grid.name(one) for one in path]
                assert len(cells) - 1 == rings[cells[-1]]
                for a, b in pairwise(cells):
                    lifted = {k: v for k, v in position.items() if k != cells[0]}
                    assert b in _one_jump(plain, lifted, "red", a)
                chains += len(path) > 2
    assert chains > 1000


def _one_jump(
    plain: slow.SlowBoard, position: slow.Position, colour: str, cell: str
) -> set[str]:
    found = set()
    for way in slow.WAYS:
        over = plain.name.get(slow.add(plain.place[cell], way))
        to = plain.name.get(slow.add(plain.place[cell], way, 2))
        if position.get(str(over)) == colour and to and to not in position:
            found.add(to)
    return found


def _rings(plain: slow.SlowBoard, position: slow.Position, cell: str) -> dict[str, int]:
    """Return how many jumps each landing takes."""
    lifted = {name: owner for name, owner in position.items() if name != cell}
    found, ring, count = {cell: 0}, {cell}, 0
    while ring:
        count += 1
        further = set()
        for here in ring:
            further |= _one_jump(plain, lifted, position[cell], here)
        ring = further - set(found)
        found |= dict.fromkeys(ring, count)
    return found


def turned(place: tuple[int, int], sixths: int) -> tuple[int, int]:
    """A place turned clockwise about the origin, by sixths of a full turn."""
    east, south = place
    for _ in range(sixths):
        east, south = -south, east + south
    return east, south


def moved(table: Board, sixths: int, mirror: bool) -> dict[str, str]:
    """Return where each cell comes to lie when the board is turned or mirrored."""
    grid = table.grid
    count = len(grid.names)
    middle_east = sum(place[0] for place in grid.places.values()) // count
    middle_south = sum(place[1] for place in grid.places.values()) // count
    found = {}
    for cell, (east, south) in grid.places.items():
        place = turned((east - middle_east, south - middle_south), sixths)
        if mirror:
            place = -place[0] - place[1], place[1]
        found[cell] = grid.cell_at[place[0] + middle_east, place[1] + middle_south]
    return found


@given(st.sampled_from(names()), st.integers(0, 5), st.booleans(), st.randoms())
@settings(max_examples=150, deadline=None)
def test_turning_and_mirroring_move_the_results_along(
    name: str, sixths: int, mirror: bool, dice: random.Random
) -> None:
    table = board(name)
    grid, homes = table.grid, homes_of(table)
    to = moved(table, sixths, mirror)
    masks, _ = sprinkled(name, dice)
    there = tuple(grid.mask(to[cell] for cell in grid.tell(own)) for own in masks)
    before = reach.tally(table, masks, [grid.mask(homes[one]) for one in COLOURS])
    after = reach.tally(
        table,
        there,
        [grid.mask(to[home] for home in homes[colour]) for colour in COLOURS],
    )
    pairs = zip(
        (*before.exclusive, before.contested),
        (*after.exclusive, after.contested),
        strict=True,
    )
    for old, new in pairs:
        assert new == grid.mask(to[cell] for cell in grid.tell(old))
    assert after.scores == before.scores


def test_turning_a_board_by_a_sixth_moves_each_home_to_the_next() -> None:
    for name in names():
        table = board(name)
        to = moved(table, 1, False)
        assert [to[home] for home in table.homes] == [
            *table.homes[1:],
            table.homes[0],
        ]
