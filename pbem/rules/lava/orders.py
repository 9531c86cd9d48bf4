"""The orders of Lava, and what builds them out of a player's words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from pbem.kit.places import Span, span
from pbem.kit.turns import Resign
from pbem.protocol import Order, Token
from pbem.rules.lava.faces import LETTERS, spelt

MAX_NUMBER = 10**12  #: farther out, one cell is as good as another
NUMBERS = {letter: face for face, letter in enumerate(LETTERS)}
_PLAIN = re.compile("(-?[0-9]{1,4}),(-?[0-9]{1,4})")  # as nearly everybody writes it
_SIDES = {
    **{"east": (1, 0), "right": (1, 0), "west": (-1, 0), "left": (-1, 0)},
    **{"north": (0, 1), "above": (0, 1), "south": (0, -1)},
    **{"below": (0, -1), "under": (0, -1)},
}
_NUMBERS = re.compile("[-+\N{MINUS SIGN}\N{EN DASH}]?[0-9]+")


@dataclass(frozen=True, slots=True)
class Spot:
    """A face and a cell; `word` is the letter, or what could not be one."""

    word: str
    x: int
    y: int
    face_span: Span = field(default=(0, 0), compare=False)
    cell_span: Span = field(default=(0, 0), compare=False)

    @property
    def face(self) -> int:
        """Number of the face, or -1 where the word names no single one."""
        return NUMBERS.get(self.word, -1)

    @property
    def at(self) -> tuple[int, int]:
        """x and y of the cell."""
        return self.x, self.y

    @property
    def span(self) -> Span:
        """Where it stands in the order's text: first offset and end."""
        ends = (*self.face_span, *self.cell_span)
        return min(ends), max(ends)

    def __str__(self) -> str:
        return f"{self.word} {self.x},{self.y}"


@dataclass(frozen=True, slots=True)
class Place(Order):
    """Lay a die, or both dice of a turn that has two (L19).

    >>> str(Place((Spot("k", 3, -2),)))
    'k 3,-2'
    """

    spots: tuple[Spot, ...]

    def __str__(self) -> str:
        return "; ".join(map(str, self.spots))


@dataclass(frozen=True, slots=True)
class Tumble(Order):
    """Name the die that the referee is to roll (L18)."""

    word: str
    span: Span = field(default=(0, 0), compare=False)

    def __str__(self) -> str:
        return self.word


AnyOrder: TypeAlias = Place | Tumble | Resign


def number(token: str) -> int:
    """Return a signed number, whatever kind of minus a telephone makes of it.

    >>> number("-2"), number("\N{EN DASH}2"), number("+3"), number("9" * 5000)
    (-2, -2, 3, 1000000000000)
    """
    digits = token.lstrip("+-\N{MINUS SIGN}\N{EN DASH}").lstrip("0")
    size = MAX_NUMBER if len(digits) > 12 else int(digits or "0")
    return -size if token[0] in "-\N{MINUS SIGN}\N{EN DASH}" else size


def _spot(word: Token, cell: _Cell) -> Spot:
    face = NUMBERS.get(word)
    if face is None:
        faces = spelt(str(word))
        name = LETTERS[faces[0]] if len(faces) == 1 else str(word).lower()
    else:
        name = LETTERS[face]
    return Spot(name, cell.x, cell.y, span(word), cell.span)


class _Cell(NamedTuple):
    """A cell as it was written, and where."""

    x: int
    y: int
    span: Span


def _cell(side: Token | None, cell: Token) -> _Cell:
    """Return a cell, or the one on a side of it: "west of 4,-2"."""
    plain = _PLAIN.fullmatch(cell)
    x, y = map(int, plain.groups()) if plain else map(number, _NUMBERS.findall(cell))
    text = (side or "").casefold()
    for name, (east, north) in _SIDES.items():
        if name in text:
            x, y = x + east, y + north
    return _Cell(x, y, span(side or cell, cell))


READERS: Mapping[str, Callable[..., Any]] = {
    "cell": _cell,
    "face_first": _spot,
    "cell_first": lambda cell, word: _spot(word, cell),
    "placement": lambda *spots: Place(spots),
    "tumble": lambda word: Tumble(str(word).lower(), span(word)),
    "resign": lambda _: Resign(),
}
"""What builds orders, by grammar rule or alternative."""
