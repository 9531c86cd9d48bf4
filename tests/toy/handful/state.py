"""The state of a game of Handful, and what each seat may see of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.chance import Chance
from pbem.protocol import Options, Seat

SHIELD = "shield"
DECK = (*"112233445566778899", *[SHIELD] * 6)
HAND = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms(Options):
    """The options of a game."""

    rounds: int = 6


@dataclass(frozen=True, slots=True)
class State:
    """Who holds what, and what lies on the stack: a claim, then shields."""

    seats: tuple[Seat, ...]  #: still in
    hands: Mapping[Seat, tuple[str, ...]]
    points: Mapping[Seat, int]
    deck: tuple[str, ...]  #: sorted; what is drawn is decided by chance
    chance: Chance
    left: int  #: rounds to play
    stack: tuple[Seat, ...] = ()  #: whose claim, and whose shields upon it
    lazy: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everybody may see."""

    left: int
    points: dict[Seat, int]
    cards: dict[Seat, int]
    stack: tuple[Seat, ...]
    deck: int


@dataclass(frozen=True, slots=True)
class SeatView(PublicView):
    """What one seat may see."""

    seat: Seat
    hand: tuple[str, ...]
    lazy: bool


@dataclass(frozen=True, slots=True)
class Truth(PublicView):
    """What a moderator may see."""

    hands: dict[Seat, tuple[str, ...]]
