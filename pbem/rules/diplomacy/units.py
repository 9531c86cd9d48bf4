"""Units, and what they are commanded to do."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, TypeAlias

from pbem.kit.maps import area_of

Power: TypeAlias = str
Area: TypeAlias = str
"""A province by its short name: "Spa"."""
Spot: TypeAlias = str
"""Where a unit stands: a province, or one of its coasts: "Spa/nc" (D3)."""

ROADS = {"A": "army", "F": "fleet"}
"""The kind of road of the map that each kind of unit takes."""


class Unit(NamedTuple):
    """An army or a fleet of a power.

    >>> unit = Unit("France", "F", "Spa/sc")
    >>> str(unit), unit.area, unit.road
    ('F Spa/sc', 'Spa', 'fleet')
    """

    power: Power
    kind: str  #: "A" or "F"
    spot: Spot

    @property
    def area(self) -> Area:
        """The province that it stands in."""
        return area_of(self.spot)

    @property
    def road(self) -> str:
        """The kind of road that it takes."""
        return ROADS[self.kind]

    def __str__(self) -> str:
        return f"{self.kind} {self.spot}"


class Kind(StrEnum):
    """What a unit is commanded to do in a movement phase."""

    HOLD = "hold"
    MOVE = "move"
    SUPPORT = "support"
    CONVOY = "convoy"


class Command(NamedTuple):
    """A legal order of a unit in a movement phase.

    A support without a target helps its source to hold; a convoy carries an army.
    """

    kind: Kind
    source: Area = ""  #: of the unit that is supported or convoyed
    target: Spot = ""  #: where the unit goes, or the one supported or convoyed
    by_sea: bool = False  #: an army that goes by convoy (D11)


HOLD = Command(Kind.HOLD)
