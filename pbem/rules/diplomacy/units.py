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


class Verb(StrEnum):
    """What a line says, or a command: the first four."""

    HOLD = "hold"
    MOVE = "move"
    SUPPORT = "support"
    CONVOY = "convoy"
    RETREAT = "retreat"
    DISBAND = "disband"
    BUILD = "build"
    REMOVE = "remove"
    WAIVE = "waive"
    NAME = "name"  #: a unit and nothing else, which is asked about
    ALL = "all"  #: every unit holds; with a unit, every one of its kind
    REST = "rest"  #: those that have no order hold
    SAME = "same"  #: the orders of the last turn
    CANCEL = "cancel"  #: the order of a unit, or all, is taken back
    DRAW = "draw"  #: a vote for a draw (D28)
    CONCEDE = "concede"  #: a vote to let one power win (D29)
    AGAINST = "against"  #: a vote for neither
    HEADING = "heading"  #: what follows is for a phase (D35)
    TAKE = "take"  #: what a plan may wait for: some unit gets there


class Command(NamedTuple):
    """A legal order of a unit in a movement phase.

    A support without a target helps its source to hold; a convoy carries an army.
    """

    verb: Verb
    source: Area = ""  #: of the unit that is supported or convoyed
    target: Spot = ""  #: where the unit goes, or the one supported or convoyed
    by_sea: bool = False  #: an army that goes by convoy (D11)


HOLD = Command(Verb.HOLD)
HELPS = (Verb.SUPPORT, Verb.CONVOY)
