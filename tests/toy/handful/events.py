"""What happens in Handful."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Event, Seat, secret


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(Event):
    """A seat drew a card; only that seat is told which."""

    seat: Seat
    card: str | None = secret()


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Event):
    """A card turned face up."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tied(Event):
    """The highest card was played twice."""

    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocked(Event):
    """A shield was laid on the stack."""

    seat: Seat
    against: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Wasted(Event):
    """A claim or a shield came to nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Event):
    """A claim stood."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lazy(Event):
    """A standing order was given or taken back; only its seat knows."""

    seat: Seat
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Left(Event):
    """A seat left the game."""

    seat: Seat
