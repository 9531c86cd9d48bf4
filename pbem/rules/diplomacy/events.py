"""What is told of a game, besides the verdicts on orders."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.protocol import Event, PartEvent, Seat
from pbem.rules.diplomacy.units import Area, Power, Spot


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
class Dislodging(Event):
    """A unit was dislodged, and may go to some places."""

    power: Power
    unit: str
    by: str  #: the unit that dislodged it
    open: tuple[Spot, ...]
    barred: tuple[tuple[Spot, str], ...]  #: "occupied", "standoff" or "attacker"


@dataclass(frozen=True, slots=True, kw_only=True)
class Retreat(Event):
    """A dislodged unit went somewhere."""

    power: Power
    unit: str
    spot: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Disbanded(Event):
    """A dislodged unit is no more (D19).

    `why` is "nowhere", "ordered", "silent", "clash" (two went to one place) or
    "disorder" (nobody plays its power).
    """

    power: Power
    unit: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured(Event):
    """A centre has a new owner (D20)."""

    area: Area
    title: str
    power: Power
    before: Power | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Build(Event):
    """A power built a unit."""

    power: Power
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unbuilt(Event):
    """A power built less than it might have."""

    power: Power
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal(Event):
    """A power removed a unit, or it was removed because nobody said which (D23)."""

    power: Power
    unit: str
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
