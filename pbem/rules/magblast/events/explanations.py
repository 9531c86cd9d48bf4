"""How an order is read, before it is done: for receipts and previews."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Event, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant(Event):
    """What an order will do; `kind` says which fields it fills."""

    kind: str
    cards: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    ship: str = ""
    berth: str = ""
    target: Seat = ""
    what: str = ""
    where: str = ""
    zone: str = ""
    zones: tuple[str, ...] = ()
    noise: str = ""
    damage: int = 0
    left: int = 0
    count: int = 0
    when: str = ""
    rule: str = ""
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried(Event):
    """A standing order tried against a sort of card, as things are now.

    `why` is empty where it would act; else why not: a condition ("damage",
    "target" ...) or what is missing ("no-card", "no-carrier" ...).
    """

    card: str
    why: str
    at: tuple[str, ...] = ()  #: what it would protect, of what is in danger
    by: tuple[Seat, ...] = ()  #: whose ships could do it now


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedNever(Event):
    """A standing order that can never act."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedCalm(Event):
    """Nothing that a standing order is about is in danger now."""
