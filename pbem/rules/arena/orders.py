"""What a player of Magic Arena may write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.kit.places import Span, span
from pbem.kit.turns import Resign
from pbem.protocol import Order, Token
from pbem.rules.arena.magics import NAMES


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a turn after the move, as the grammar reads it, in capitals.

    With neither magic nor healing it is a target that stands apart; with no
    target either it is a word that cannot be read.
    """

    text: str  #: as it is printed
    magic: str = ""  #: "F1"; "1" where its letter is left out; "W" and "B"
    target: str = ""  #: written right behind the magic, or standing apart
    heal: int = 0  #: the level of a healing; 0: none
    span: Span = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Order):
    """Turn 0: the types of magic, and the square to begin on."""

    types: tuple[str, ...]
    square: str
    span: Span = field(default=(0, 0), compare=False)

    def __str__(self) -> str:
        return " ".join((*self.types, self.square))


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Order):
    """A turn: a square to go to ("-" to stay), then magics."""

    move: str
    parts: tuple[Part, ...] = ()
    span: Span = field(default=(0, 0), compare=False)

    def __str__(self) -> str:
        return " ".join((self.move, *(part.text for part in self.parts)))


def _start(*words: Token) -> Start:
    *types, square = words
    return Start(
        types=tuple(word.lower() for word in types),
        square=square.upper(),
        span=span(*words),
    )


def _act(move: Token, *parts: Part) -> Act:
    place = move.upper() if move[0].isalpha() else "-"
    return Act(move=place, parts=parts, span=span(move))


def _cast(magic: Token, target: Token | None = None) -> Part:
    key = magic.upper()
    aim = target.upper() if target else ""
    return Part(key + aim, key, aim, 0, span(magic, target))


def _named(name: Token) -> Part:
    text = " ".join(name.upper().replace(",", " ").split())
    # A letter without a capital in ASCII (İ, say) leaves it no name.
    return Part(text, NAMES.get(text, ""), span=span(name))


READERS: Mapping[str, Callable[..., Any]] = {
    "start": _start,
    "act": _act,
    "cast": _cast,
    "named": _named,
    "storm": lambda key: Part(key.upper(), key.upper(), span=span(key)),
    "heal": lambda word: Part(word.upper(), heal=int(word[1]), span=span(word)),
    "aim": lambda word: Part(word.upper(), target=word.upper(), span=span(word)),
    "unread": lambda word: Part(word.upper(), span=span(word)),
    "resign": lambda _: Resign(),
}
