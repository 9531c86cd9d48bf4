"""What can happen in combat: shots, squadrons, damage and repairs.

Ships are told by type and berth ("B1").
"""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Event, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Fired(Event):
    """A ship fired a blast."""

    seat: Seat
    card: str
    ship: str
    berth: str
    target: Seat
    what: str  #: the target's type, or "flagship"
    where: str  #: its berth
    noise: str
    again: bool = False  #: after a Direct Hit


@dataclass(frozen=True, slots=True, kw_only=True)
class FiredSilently(Event):
    """A blast was fired without a noise, and missed (B1)."""

    seat: Seat
    card: str
    ship: str
    berth: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck(Event):
    """A blast or a squadron did damage; `total` of `hull` is used up."""

    seat: Seat
    card: str
    target: Seat
    what: str
    where: str
    damage: int
    total: int
    hull: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fizzled(Event):
    """A card had no effect any more: its target was gone."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn(Event):
    """A card on its way was lost with a fleet that left (B39)."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Destroyed(Event):
    """A ship was destroyed."""

    seat: Seat
    ship: str
    berth: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Eliminated(Event):
    """A flagship was destroyed, and its player is out."""

    seat: Seat
    flagship: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchedWing(Event):
    """A ship launched squadrons."""

    seat: Seat
    card: str
    count: int
    ship: str
    berth: str
    target: Seat
    what: str
    where: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CameHome(Event):
    """Squadrons returned to the hand."""

    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Countered(Event):
    """Temporal Flux or Evasive Action was played against a card."""

    seat: Seat
    card: str
    against: str
    whose: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled(Event):
    """A card came to nothing: "flux", "evasive", "jol-nar", "yssaril"."""

    seat: Seat
    card: str
    by: Seat
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DefendersSent(Event):
    """Fighters rose against attacking squadrons."""

    seat: Seat
    count: int
    against: str
    whose: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotDown(Event):
    """A defending fighter brought down a squadron; `both`: and was lost."""

    seat: Seat
    card: str
    by: Seat
    both: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted(Event):
    """An upgrade was fitted to a ship."""

    seat: Seat
    card: str
    ship: str
    berth: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Clouded(Event):
    """A Minefield or Asteroids came to lie on a fleet."""

    seat: Seat
    card: str
    target: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CloudLifted(Event):
    """A Minefield or Asteroids was lifted (B12)."""

    seat: Seat
    card: str
    target: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired(Event):
    """Blast cards were taken from beneath a ship."""

    seat: Seat
    ship: str
    berth: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectHitStood(Event):
    """A Direct Hit stands: a second blast or a critical may follow."""

    seat: Seat
    target: Seat
    what: str
    where: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Boarded(Event):
    """A ship was stolen."""

    seat: Seat
    ship: str
    berth: str
    victim: Seat
    was: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BridgeStruck(Event):
    """A hand was discarded by a Bridge Hit."""

    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Jammed(Event):
    """An EMP Cannon cost a random card."""

    seat: Seat
    card: str
    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Transferred(Event):
    """Naalu's blast cards went from a ship to another."""

    seat: Seat
    ship: str
    berth: str
    target: Seat
    what: str
    where: str
    damage: int
