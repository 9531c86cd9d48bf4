"""What a player of Magic Arena may write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

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


class Placement(NamedTuple):
    """A line of a position: who stands where with what."""

    seat: str
    types: tuple[str, ...]
    square: str
    hp: int
    mp: int
    out: int | None  #: the turn of removal


def _span(token: Token) -> tuple[int, int]:
    return token.start_pos, token.end_pos


def _start(*words: Token) -> Start:
    *types, square = words
    return Start(
        types=tuple(word.lower() for word in types),
        square=square.upper(),
        span=(words[0].start_pos, square.end_pos),
    )


def _act(move: Token, *parts: Part) -> Act:
    place = move.upper() if move[0].isalpha() else "-"
    return Act(move=place, parts=parts, span=_span(move))


def _cast(magic: Token, target: Token | None = None) -> Part:
    key = magic.upper()
    if target is None:
        return Part(key, key, span=_span(magic))
    aim = target.upper()
    return Part(key + aim, key, aim, span=(magic.start_pos, target.end_pos))


def _named(name: Token) -> Part:
    text = " ".join(name.upper().replace(",", " ").split())
    # A letter without a capital in ASCII (İ, say) leaves it no name.
    return Part(text, NAMES.get(text, ""), span=_span(name))


def _placement(name: Token, *words: Token) -> Placement:
    out = words[-1].lower().startswith("out")
    *types, square, hp, mp = words[:-1] if out else words
    return Placement(
        name.strip(),
        tuple(word.lower() for word in types),
        square.upper(),
        int(hp[:-2]),
        int(mp[:-2]),
        int(words[-1][3:]) if out else None,
    )


READERS: Mapping[str, Callable[..., Any]] = {
    "order": lambda order: order,
    "start": _start,
    "act": _act,
    "cast": _cast,
    "named": _named,
    "storm": lambda key: Part(key.upper(), key.upper(), span=_span(key)),
    "heal": lambda word: Part(word.upper(), heal=int(word[1]), span=_span(word)),
    "aim": lambda word: Part(word.upper(), target=word.upper(), span=_span(word)),
    "unread": lambda word: Part(word.upper(), span=_span(word)),
    "resign": lambda _: Resign(),
    "position": _placement,
}
