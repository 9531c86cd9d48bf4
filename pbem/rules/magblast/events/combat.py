"""What can happen in combat: shots, squadrons, damage and repairs.

Ships are told by type and berth ("B1").
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Seat
from pbem.rules.magblast.events.shared import OfBerth, OfCard, OfCards, OfSeat, OfShot


@dataclass(frozen=True, slots=True, kw_only=True)
class Fired(OfShot):
    """A ship fired a blast."""

    target: Seat
    what: str  #: the target's type, or "flagship"
    where: str  #: its berth
    noise: str
    again: bool = False  #: after a Direct Hit


class FiredSilently(OfShot):
    """A blast was fired without a noise, and missed (B1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck(OfCard):
    """A blast or a squadron did damage; `total` of `hull` is used up."""

    target: Seat
    what: str
    where: str
    damage: int
    total: int
    hull: int


class Fizzled(OfCard):
    """A card had no effect any more: its target was gone."""


class Withdrawn(OfCard):
    """A card on its way was lost with a fleet that left (B39)."""


class Destroyed(OfBerth):
    """A ship was destroyed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Eliminated(OfSeat):
    """A flagship was destroyed, and its player is out."""

    flagship: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchedWing(OfCard):
    """A ship launched squadrons."""

    count: int
    ship: str
    berth: str
    target: Seat
    what: str
    where: str


class CameHome(OfCards):
    """Squadrons returned to the hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Countered(OfCard):
    """Temporal Flux or Evasive Action was played against a card."""

    against: str
    whose: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled(OfCard):
    """A card came to nothing: "flux", "evasive", "jol-nar", "yssaril"."""

    by: Seat
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DefendersSent(OfSeat):
    """Fighters rose against attacking squadrons."""

    count: int
    against: str
    whose: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotDown(OfCard):
    """A defending fighter brought down a squadron; `both`: and was lost."""

    by: Seat
    both: bool


class Fitted(OfShot):
    """An upgrade was fitted to a ship."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clouded(OfCard):
    """A Minefield or Asteroids came to lie on a fleet."""

    target: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CloudLifted(OfCard):
    """A Minefield or Asteroids was lifted (B12)."""

    target: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired(OfBerth):
    """Blast cards were taken from beneath a ship."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectHitStood(OfSeat):
    """A Direct Hit stands: a second blast or a critical may follow."""

    target: Seat
    what: str
    where: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Boarded(OfBerth):
    """A ship was stolen."""

    victim: Seat
    was: str


class BridgeStruck(OfCards):
    """A hand was discarded by a Bridge Hit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Jammed(OfCard):
    """An EMP Cannon cost a random card."""

    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Transferred(OfBerth):
    """Naalu's blast cards went from a ship to another."""

    target: Seat
    what: str
    where: str
    damage: int
