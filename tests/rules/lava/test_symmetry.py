"""A position turned, mirrored or in other colours gives what the first one does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest

from pbem.rules.lava.board import Board
from pbem.rules.lava.faces import LETTERS
from pbem.rules.lava.grid import cell, coordinates
from tests.rules.lava import slow
from tests.rules.lava.helpers import board_of, dice_of, walk

At = tuple[int, int]
BY_CORNERS = {corners: letter for letter, corners in slow.FACES.items()}


def turned(at: At) -> At:
    """Return a cell turned by a quarter clockwise."""
    return at[1], -at[0]


def mirrored(at: At) -> At:
    """Return a cell with east and west exchanged."""
    return -at[0], at[1]


def face_turned(face: str) -> str:
    """Return a face turned by a quarter clockwise."""
    corners = slow.FACES[face]
    return BY_CORNERS[corners[3] + corners[:3]]


def face_mirrored(face: str) -> str:
    """Return a face in a mirror."""
    nw, ne, se, sw = tuple(slow.FACES[face])
    return BY_CORNERS[ne + nw + sw + se]


def recoloured(colours: str) -> Callable[[str], str]:
    """Return what makes other colours of red, green and blue."""
    table = str.maketrans("rgbRGB", colours + colours.upper())
    return lambda face: BY_CORNERS[slow.FACES[face].translate(table)]


CHANGES: dict[str, tuple[Callable[[At], At], Callable[[str], str], str]] = {
    "turned": (turned, face_turned, "rgb"),
    "mirrored": (mirrored, face_mirrored, "rgb"),
    **{
        "".join(colours): (
            lambda at: at,
            recoloured("".join(colours)),
            "".join(colours),
        )
        for colours in permutations("rgb")
    },
}


def known(board: Board) -> dict[At, tuple[frozenset[str], bool]]:
    """Return what fits on each empty cell, and whether it is forced."""
    return {
        coordinates(where): (
            frozenset(LETTERS[face] for face in board.fitting(where)),
            board.forced_face(where) is not None,
        )
        for where in board.touched()
    }


def shapes(board: Board, colours: str = "rgb") -> Counter[tuple[str, int, int, bool]]:
    """Return the blobs, but for where they are."""
    return Counter(
        (colours[blob.colour], blob.necks, blob.extent, not board.open_at(blob))
        for blob in board.blobs.values()
    )


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_position_has_changed_results(change: str) -> None:
    move, face, colours = CHANGES[change]
    stock, positions = (99, 99, 99), 0
    for seed in range(6):
        for state in walk(seed, 30, 2, blob_extent=0, blob_size=48):
            board, dice = state.board, dice_of(state.board)
            other = board_of({move(at): face(letter) for at, letter in dice.items()})
            assert known(other) == {
                move(at): (frozenset(map(face, fits)), forced)
                for at, (fits, forced) in known(board).items()
            }
            assert shapes(other) == shapes(board, colours)
            spots = [(at, face) for at in board.edge() for face in board.fitting(at)]
            for where, number in spots[seed::9]:
                after, *_ = board.played(where, number, stock)
                spot = cell(*move(coordinates(where)))
                same = LETTERS.index(face(LETTERS[number]))
                follows, *_ = other.played(spot, same, stock)
                assert dice_of(follows) == {
                    move(at): face(letter) for at, letter in dice_of(after).items()
                }
            positions += 1
    assert positions > 75
