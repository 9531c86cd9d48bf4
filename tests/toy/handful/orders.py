"""What a player of Handful may write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.protocol import Order


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Order):
    """A card for the round, face down."""

    card: str

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Block(Order):
    """A shield against what lies on top of the stack."""

    def __str__(self) -> str:
        return "block"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(Order):
    """Lets what lies on top of the stack happen."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True, kw_only=True)
class Always(Order):
    """A standing order: passes from now on, or no more."""

    anytime: ClassVar[bool] = True
    on: bool

    def __str__(self) -> str:
        return "always pass" if self.on else "never pass"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Order):
    """Leaves the game at once."""

    anytime: ClassVar[bool] = True

    def __str__(self) -> str:
        return "leave"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A line of a position: what a seat holds."""

    seat: str
    cards: tuple[str, ...]
    points: int


def _dealt(name: str, *words: str) -> Dealt:
    *cards, points = words
    hand = tuple(sorted(card.lower() for card in cards))
    return Dealt(name.strip(), hand, int(points[:-2]))


READERS: Mapping[str, Callable[..., Any]] = {
    "order": lambda order: order,
    "play": lambda card: Play(card=str(card)),
    "block": Block,
    "pass": Pass,
    "always": lambda: Always(on=True),
    "never": lambda: Always(on=False),
    "leave": Leave,
    "position": _dealt,
}
