"""What happens in Magic Arena."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.protocol import Event, PartEvent, Seat


@dataclass(frozen=True, slots=True)
class Casting:
    """A magic that was cast, with what it cost and whom it hit."""

    magic: str  #: as it was written
    name: str  #: of the magic; nothing for healing
    target: str
    cost: int  #: magic points
    hit: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Blow:
    """What one magic of one caster did to one player, all its casts together."""

    caster: Seat
    name: str
    times: int
    each: tuple[int, ...]  #: the damage of each cast that counts (A5)
    damage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Event):
    """A player chose types and a square."""

    seat: Seat
    types: tuple[str, ...]
    square: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted(Event):
    """A player moved or stayed, and cast what could be cast."""

    seat: Seat
    start: str
    walked: str  #: the square walked to, or nothing
    square: str  #: where the player ended
    casts: tuple[Casting, ...]
    spent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck(Event):
    """Damage and healing of a player in one turn, and what came of it (A7)."""

    seat: Seat
    square: str
    blows: tuple[Blow, ...]
    damage: int
    healing: int
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignored(Event):
    """A part of an order that could not be carried out (A16)."""

    seat: Seat
    part: str
    code: str
    given: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed(Event):
    """A player had no hit points left."""

    seat: Seat
    hp: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Resigned(Event):
    """A player gave up."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned(PartEvent):
    """One part of an order as the referee reads it, for its player."""

    seat: Seat
    kind: str  #: "start", "stay", "walk", "cast", "heal"
    name: str = ""
    target: str = ""
    square: str = ""
    squares: tuple[str, ...] = ()
    cost: int = 0
    left: int = 0
