"""The 24 faces of the three dice, and which of them fit where.

A face is told by the colours of its four corners, clockwise from the
north-west. The body joins two opposite corners through the die; the other two
have one of the other colours each. So a die is right where it agrees with
every corner point that it touches, and no more need be known of it.

A face is a number from 0 to 23; `face >> 3` is the die that shows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import TypeAlias

COLOURS = ("red", "green", "blue")
INITIALS = "rgb"
LETTERS = "abcdefghijklmnopqrstuvwx"
CORNERS = ("north-west", "north-east", "south-east", "south-west")


def _corners() -> tuple[tuple[int, int, int, int], ...]:
    """Return the corner colours of a..x, in the order of the letters."""
    faces = []
    for body in range(3):
        first, second = (colour for colour in range(3) if colour != body)
        for one, other, turns in (
            (first, first, 2),
            (second, second, 2),
            (first, second, 4),
        ):
            face = (one, body, other, body)
            for _ in range(turns):
                faces.append(face)
                face = (face[3], *face[:3])  # a quarter clockwise
    return tuple(faces)


FACES = _corners()
"""Corner colours of each face: north-west, north-east, south-east, south-west."""

SPELT = tuple(
    "".join(
        INITIALS[colour].upper() if colour == face // 8 else INITIALS[colour]
        for colour in corners
    )
    for face, corners in enumerate(FACES)
)
"""The corners of each face as people write them, the body in capitals."""


def side(face: int) -> int:
    """Return which of the die's sides a face is: 0 and 1 of two colours, 2 of three.

    >>> [side(LETTERS.index(letter)) for letter in "bde"]
    [0, 1, 2]
    """
    return min((face & 7) >> 1, 2)


SIDES = tuple(
    tuple(
        tuple(face for face in range(body * 8, body * 8 + 8) if side(face) == which)
        for which in range(3)
    )
    for body in range(3)
)
"""The faces (rotations) of each side of each die."""


def leans_right(face: int) -> bool:
    """Return whether the body runs from south-west to north-east.

    >>> leans_right(LETTERS.index("a")), leans_right(LETTERS.index("b"))
    (True, False)
    """
    return FACES[face][1] == face >> 3


Corners: TypeAlias = tuple[int | None, ...]
"""Colours of corners, clockwise from the north-west; None where any will do."""


def _fits() -> dict[Corners, tuple[int, ...]]:
    return {
        known: tuple(
            face
            for face, corners in enumerate(FACES)
            if all(
                there in (None, colour)
                for there, colour in zip(known, corners, strict=True)
            )
        )
        for known in product((None, 0, 1, 2), repeat=4)
    }


FITS: Mapping[Corners, tuple[int, ...]] = _fits()
"""The faces that agree with known corners."""


def spelt(word: str) -> tuple[int, ...]:
    """Return the faces that a word names: a letter, or four corner colours.

    One face, or two where both dice show these corners and no capital tells
    the body; none where no die shows them.

    >>> [[LETTERS[face] for face in spelt(word)] for word in ("K", "rgrb")]
    [['k'], ['f']]
    >>> [[LETTERS[face] for face in spelt(word)] for word in ("grgr", "gRgR", "rrgb")]
    [['a', 'j'], ['a'], []]
    """
    small = word.lower()
    if len(word) == 1:
        return (LETTERS.index(small),) if small in LETTERS else ()
    if len(word) != 4 or not set(small) <= set(INITIALS):
        return ()
    found = FITS[tuple(INITIALS.index(letter) for letter in small)]
    capital = {INITIALS.index(letter.lower()) for letter in word if letter.isupper()}
    if len(found) == 2 and len(capital) == 1:
        return tuple(face for face in found if face >> 3 in capital)
    return found
