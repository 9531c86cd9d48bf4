"""The map that tiles make, and its drawing."""

from __future__ import annotations

import random

import pytest

from pbem.rules.mars.board_text import draw
from pbem.rules.mars.map.board import Laid, board_of, quarters
from pbem.rules.mars.map.places import STEP
from pbem.rules.mars.map.tiles import POINTS, standard_box, turned


def layouts(seed: int) -> tuple[Laid, ...]:
    """A random map, tile laid to tile wherever a side is open."""
    dice = random.Random(seed)
    names = [name for name in standard_box().tiles if name != "start"]
    dice.shuffle(names)
    laid: tuple[Laid, ...] = (("start", 0, 0, 0),)
    for name in names:
        board = board_of(standard_box(), laid)
        spots = [s for s in board.open() if s.beyond is not None]
        if not spots:
            break
        spot = dice.choice(spots)
        side = next(
            n % 10
            for n in spot.names
            if n % 10 in STEP and spot.beyond == _beyond(laid, n)
        )
        assert spot.beyond is not None
        turn = quarters(standard_box().tiles[name].entrances[0], side)
        laid = (*laid, (name, *spot.beyond, turn))
    return laid


def _beyond(laid: tuple[Laid, ...], name: int) -> tuple[int, int]:
    _, x, y, _ = laid[name // 10 - 1]
    dx, dy = STEP[name % 10]
    return x + dx, y + dy


@pytest.mark.parametrize("seed", range(40))
def test_platforms_are_one_exactly_where_they_are_drawn_in_one_place(seed: int) -> None:
    """Z5 by another way: halves are one if they have the same coordinates."""
    laid = layouts(seed)
    board = board_of(standard_box(), laid)
    drawn: dict[tuple[int, int], set[int]] = {}
    for number, (name, x, y, turn) in enumerate(laid, 1):
        for platform in standard_box().tiles[name].platforms:
            key = turned(platform.number, turn)
            dx, dy = POINTS[key]
            drawn.setdefault((x * 20 + dx, y * 8 + dy), set()).add(number * 10 + key)
    assert {frozenset(spot.names) for spot in board.spots.values()} == {
        frozenset(names) for names in drawn.values()
    }
    for names in drawn.values():
        assert {board.at[name] for name in names} == {min(names)}
    cells = {(x, y) for _, x, y, _ in laid}
    for spot in board.open():
        assert len(spot.names) == 1
        assert spot.beyond not in cells


@pytest.mark.parametrize("seed", range(20))
def test_the_map_fits_and_shows_every_platform(seed: int) -> None:
    laid = layouts(seed)
    strips = draw(board_of(standard_box(), laid))
    assert all(len(line) <= 70 for strip in strips for line in strip)
    text = "\n".join(line for strip in strips for line in strip)
    for number in range(1, len(laid) + 1):
        assert f"T{number}" in text
    platforms = board_of(standard_box(), laid).spots.values()
    factories = sum(bool(spot.factory) for spot in platforms)
    assert text.count("+b") + text.count("+o") >= 2
    assert sum(text.count(f"+{c}") for c in "bogwyp") == factories
