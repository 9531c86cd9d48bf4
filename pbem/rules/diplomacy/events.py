"""What is told of a game, besides the verdicts on orders."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Event, PartEvent, Seat
from pbem.rules.diplomacy.units import Area, Power, Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class OfPower(Event):
    """What happens to a power, and in fog is told to those who see it (D37)."""

    power: Power
    #: Whether it says less than there is to say, for those who see a part.
    partial: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OfUnit(OfPower):
    """What happens to a unit of a power."""

    unit: str  #: "A Par"


@dataclass(frozen=True, slots=True, kw_only=True)
class Began(Event):
    """A power is played by somebody, or by nobody (D24)."""

    power: Power
    seat: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders(Event):
    """The orders of a phase lie open: a step of the replay, before they are carried
    out."""

    phase: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dislodging(OfUnit):
    """A unit was dislodged, and may go to some places."""

    by: str  #: the unit that dislodged it
    open: tuple[Spot, ...]
    barred: tuple[tuple[Spot, str], ...]  #: "occupied", "standoff" or "attacker"


@dataclass(frozen=True, slots=True, kw_only=True)
class Retreat(OfUnit):
    """A dislodged unit went somewhere."""

    spot: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Disbanded(OfUnit):
    """A dislodged unit is no more (D19).

    `why` is "nowhere", "ordered", "silent", "clash" (two went to one place),
    "disorder" (nobody plays its power), or "" for those who are not told.
    """

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured(OfPower):
    """A centre has a new owner (D20)."""

    area: Area
    title: str
    before: Power | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Build(OfUnit):
    """A power built a unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unbuilt(OfPower):
    """A power built less than it might have."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal(OfUnit):
    """A power removed a unit, or it was removed because nobody said which (D23)."""

    ordered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Eliminated(Event):
    """A power has neither units nor centres."""

    power: Power


@dataclass(frozen=True, slots=True, kw_only=True)
class Poll(Event):
    """What a vote came to, as far as the game tells it (D28, D29).

    `yes` and `of` count seats; both are 0 where no numbers are told.
    """

    what: str  #: "draw" or "concede"
    powers: tuple[Power, ...]  #: who would share, or win
    passed: bool
    yes: int = 0
    of: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Event):
    """Nobody had a choice in a phase, so it was passed over (D1)."""

    phase: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood(PartEvent):
    """How a line of an order was understood, for its receipt."""
