"""What events have in common."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Event, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class OfSeat(Event):
    """What a seat did, or what befell it."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class OfCard(OfSeat):
    """What a card of a seat did, or what befell it."""

    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfShot(OfCard):
    """What a card did in a ship of its seat."""

    ship: str
    berth: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfCards(OfSeat):
    """Where cards of a seat went."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfBerth(OfSeat):
    """What befell a ship in its berth."""

    ship: str
    berth: str
