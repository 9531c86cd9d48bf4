"""What a player of Magma may write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, TypeAlias

from pbem.protocol import Order, Token

Span: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Order):
    """Move a piece from the first cell to the last; others spell the chain."""

    cells: tuple[str, ...]
    spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        return "-".join(self.cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter(Order):
    """Bring a new piece in, on the vacant home or by jumps to the last cell."""

    cells: tuple[str, ...] = ()
    spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)

    def without_home(self, home: str) -> Enter:
        """Return the entry without the home that its chain may begin with."""
        if len(self.cells) > 1 and self.cells[0] == home:
            return Enter(cells=self.cells[1:], spans=self.spans[1:])
        return self

    def __str__(self) -> str:
        return f"enter {'-'.join(self.cells)}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Order):
    """Pass; `late` when the deadline brought it (M22)."""

    late: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True, kw_only=True)
class Agree(Order):
    """Ask to end the game (M10)."""

    anytime: ClassVar[bool] = True

    def __str__(self) -> str:
        return "agree"


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagree(Order):
    """Take back one's agreement (M18)."""

    anytime: ClassVar[bool] = True

    def __str__(self) -> str:
        return "disagree"


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove(Order):
    """Take a piece of the player who was late off the board, or none (M15)."""

    cell: str | None
    spans: tuple[Span, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        return f"remove {self.cell or 'none'}"


AnyOrder: TypeAlias = Move | Enter | Pass | Agree | Disagree | Remove


@dataclass(frozen=True, slots=True)
class PiecesLine:
    """A line of a position: the pieces of a colour."""

    colour: str
    cells: tuple[str, ...]
    spans: tuple[Span, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class FactLine:
    """Any other line of a position: its key, its words, where they stand."""

    key: str  #: "to move", "reserve", "passed", "agreed" or "sand"
    words: str
    start: int = field(default=0, compare=False)


PositionLine: TypeAlias = PiecesLine | FactLine


def cell(text: str) -> str:
    """Return a cell as we write it, however it was written.

    >>> cell("d04"), cell("A0")
    ('D4', 'A0')
    """
    return f"{text[0].upper()}{int(text[1:])}"


def _cells(tokens: tuple[Token, ...]) -> tuple[tuple[str, ...], tuple[Span, ...]]:
    names = tuple(cell(token) for token in tokens)
    return names, tuple((token.start_pos, token.end_pos) for token in tokens)


def _move(*tokens: Token) -> Move:
    names, spans = _cells(tokens)
    return Move(cells=names, spans=spans)


def _enter(*tokens: Token | None) -> Enter:
    names, spans = _cells(tuple(token for token in tokens if token is not None))
    return Enter(cells=names, spans=spans)


def _remove(token: Token) -> Remove:
    span = ((token.start_pos, token.end_pos),)
    return Remove(cell=cell(token) if token[-1].isdigit() else None, spans=span)


def _fact_line(key: str, words: Token) -> FactLine:
    return FactLine(key, str(words).strip(), words.start_pos)


READERS: Mapping[str, Callable[..., Any]] = {
    "order": lambda order: order,
    "position": lambda line: line,
    "move": _move,
    "enter": _enter,
    "pass_": Pass,
    "agree": Agree,
    "disagree": Disagree,
    "remove": _remove,
    "pieces": lambda colour, *cells: PiecesLine(colour.lower(), *_cells(cells)),
    "to_move": partial(_fact_line, "to move"),
    "reserve": partial(_fact_line, "reserve"),
    "passed": partial(_fact_line, "passed"),
    "agreed": partial(_fact_line, "agreed"),
    "sand": partial(_fact_line, "sand"),
}
"""What builds orders and lines, by grammar rule."""
