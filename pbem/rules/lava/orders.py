"""The orders of Lava, and what builds them out of a player's words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pbem.kit.turns import Resign
from pbem.protocol import Order, Token
from pbem.rules.lava.faces import LETTERS, spelt

Span: TypeAlias = tuple[int, int]
MAX_NUMBER = 10**12  #: farther out, one cell is as good as another
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
        return LETTERS.find(self.word) if len(self.word) == 1 else -1

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


@dataclass(frozen=True, slots=True)
class DiceLine:
    """A line of a position: dice that lie, and who laid them if it says so."""

    owner: str | None
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class StockLine:
    """A line of a position: how many dice of some colours are left."""

    left: tuple[tuple[str, int, Span], ...]


@dataclass(frozen=True, slots=True)
class MoverLine:
    """A line of a position: whose turn it is."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class OutLine:
    """A line of a position: who is out."""

    names: tuple[tuple[str, Span], ...]


@dataclass(frozen=True, slots=True)
class RolledLine:
    """A line of a position: the face that was rolled, by one of its letters."""

    word: str
    span: Span


def number(token: str) -> int:
    """Return a signed number, whatever kind of minus a telephone makes of it.

    >>> number("-2"), number("\N{EN DASH}2"), number("+3"), number("9" * 5000)
    (-2, -2, 3, 1000000000000)
    """
    digits = token.lstrip("+-\N{MINUS SIGN}\N{EN DASH}").lstrip("0")
    size = MAX_NUMBER if len(digits) > 12 else int(digits or "0")
    return -size if token[0] in "-\N{MINUS SIGN}\N{EN DASH}" else size


def _span(token: Token) -> Span:
    return token.start_pos, token.end_pos


def _spot(word: Token, cell: Token) -> Spot:
    faces = spelt(str(word))
    name = LETTERS[faces[0]] if len(faces) == 1 else str(word).lower()
    x, y = _NUMBERS.findall(cell)
    return Spot(name, number(x), number(y), _span(word), _span(cell))


def _dice_line(*parts: Any) -> DiceLine:
    owner, *spots = parts
    return DiceLine(None if owner is None else str(owner)[:-1].strip(), tuple(spots))


def _stock_line(_: Token, *parts: Token) -> StockLine:
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return StockLine(
        tuple((str(word).lower(), number(size), _span(word)) for word, size in pairs)
    )


READERS: Mapping[str, Callable[..., Any]] = {
    "order": lambda order: order,
    "position": lambda line: line,
    "face_first": _spot,
    "cell_first": lambda cell, word: _spot(word, cell),
    "placement": lambda *spots: Place(spots),
    "tumble": lambda word: Tumble(str(word).lower(), _span(word)),
    "resign": lambda _: Resign(),
    "dice_line": _dice_line,
    "stock_line": _stock_line,
    "mover_line": lambda _, name: MoverLine(str(name), _span(name)),
    "out_line": lambda _, *names: OutLine(tuple((str(n), _span(n)) for n in names)),
    "rolled_line": lambda _, word: RolledLine(str(word).lower(), _span(word)),
}
"""What builds orders and lines, by grammar rule or alternative."""
