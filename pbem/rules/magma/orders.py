"""What a player of Magma may write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

from pbem.kit import turns
from pbem.kit.places import Span, span
from pbem.protocol import Order, Token


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
class Pass(turns.Pass):
    """Pass; `late` when the deadline brought it (M22)."""

    late: bool = field(default=False, compare=False)


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


def cell(text: str) -> str:
    """Return a cell as we write it, however it was written.

    >>> cell("d04"), cell("A0")
    ('D4', 'A0')
    """
    return f"{text[0].upper()}{int(text[1:])}"


def _move(*tokens: Token) -> Move:
    return Move(cells=tuple(map(cell, tokens)), spans=tuple(map(span, tokens)))


def _enter(*cells: Token | None) -> Enter:
    tokens = [token for token in cells if token is not None]
    return Enter(cells=tuple(map(cell, tokens)), spans=tuple(map(span, tokens)))


def _remove(token: Token) -> Remove:
    named = cell(token) if token[-1].isdigit() else None
    return Remove(cell=named, spans=(span(token),))


READERS: Mapping[str, Callable[..., Any]] = {
    "move": _move,
    "enter": _enter,
    "pass_": Pass,
    "agree": Agree,
    "disagree": Disagree,
    "remove": _remove,
}
"""What builds orders, by grammar rule."""
