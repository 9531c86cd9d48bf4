"""What a player of Magic Arena may write."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from pbem.protocol import Order, Token


@dataclass(frozen=True, slots=True)
class Part:
    """One word of a turn after the move, as it was written, in capitals."""

    text: str
    span: tuple[int, int] = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Order):
    """Turn 0: the types of magic, and the square to begin on."""

    types: tuple[str, ...]
    square: str
    span: tuple[int, int] = field(default=(0, 0), compare=False)

    def __str__(self) -> str:
        return " ".join((*self.types, self.square))


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Order):
    """A turn: a square to go to ("-" to stay), then magics."""

    move: str
    parts: tuple[Part, ...] = ()
    span: tuple[int, int] = field(default=(0, 0), compare=False)

    def __str__(self) -> str:
        return " ".join((self.move, *(part.text for part in self.parts)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(Order):
    """Leaves the game at once."""

    anytime: ClassVar[bool] = True

    def __str__(self) -> str:
        return "resign"


class Stand(NamedTuple):
    """A line of a position: who stands where with what."""

    seat: str
    types: tuple[str, ...]
    square: str
    hp: int
    mp: int
    out: int | None


_WORD = re.compile(r"[^\s,]+")


def _span(token: Token) -> tuple[int, int]:
    return token.start_pos, token.end_pos


def _start(*words: Token) -> Start:
    *types, square = words
    return Start(
        types=tuple(word.lower() for word in types),
        square=square.upper(),
        span=(words[0].start_pos, square.end_pos),
    )


def _act(move: Token, magics: Token | None = None) -> Act:
    parts: tuple[Part, ...] = ()
    if magics is not None:
        start = magics.start_pos
        parts = tuple(
            Part(word[0].upper(), (start + word.start(), start + word.end()))
            for word in _WORD.finditer(magics)
        )
    place = move.upper() if move[0].isalpha() else "-"
    return Act(move=place, parts=parts, span=_span(move))


def _resign(_: Token) -> Resign:
    return Resign()


def _stand(name: Token, *words: Token) -> Stand:
    out = words[-1].lower().startswith("out")
    *types, square, hp, mp = words[:-1] if out else words
    return Stand(
        name.strip(),
        tuple(word.lower() for word in types),
        square.upper(),
        int(hp[:-2]),
        int(mp[:-2]),
        int(words[-1][3:]) if out else None,
    )


def _only(order: Order) -> Order:
    return order


READERS: Mapping[str, Callable[..., Any]] = {
    "order": _only,
    "start": _start,
    "act": _act,
    "resign": _resign,
    "position": _stand,
}
