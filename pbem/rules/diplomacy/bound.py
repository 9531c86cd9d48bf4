"""Orders bound to a position: what a legal line comes to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from pbem.kit.maps import words
from pbem.protocol import Compound, Seat
from pbem.rules.diplomacy.names import place_at
from pbem.rules.diplomacy.orders import Line, Named
from pbem.rules.diplomacy.units import HELPS, Area, Command, Spot, Unit, Verb


class Ordered(NamedTuple):
    """What a unit is commanded to do in a movement phase."""

    unit: Unit
    command: Command
    other: str = ""  #: the unit that is supported or convoyed: "A Mar"

    def __str__(self) -> str:
        return str(self.line)

    @classmethod
    def on(cls, units: Mapping[Area, Unit], unit: Unit, command: Command) -> Ordered:
        """Return a command with the unit that it helps, where all are seen."""
        helps = command.verb in HELPS
        return cls(unit, command, str(units[command.source]) if helps else "")

    @property
    def line(self) -> Line:
        """The command as a line that anybody would understand."""
        command = self.command
        return Line(
            verb=command.verb,
            unit=named(str(self.unit)),
            source=named(self.other) if self.other else None,
            goals=(named(command.target),) if command.target else (),
            by_sea=command.by_sea,
        )


class Retreated(NamedTuple):
    """Where a dislodged unit is to go, by order of wish; nowhere: it is disbanded."""

    unit: Unit
    wishes: tuple[Spot, ...]

    def __str__(self) -> str:
        if not self.wishes:
            return f"{self.unit} D"
        return f"{self.unit} R {', else '.join(self.wishes)}"


class Adjusted(NamedTuple):
    """A unit that is to be built or removed."""

    verb: Verb  #: BUILD or REMOVE
    unit: Unit

    def __str__(self) -> str:
        return f"{self.verb} {self.unit}"


class Illegal(NamedTuple):
    """An order that its unit cannot carry out, whatever others do: it holds (D14)."""

    unit: Unit
    line: Line
    code: str  #: of the fault that says why

    def __str__(self) -> str:
        return f"{self.line} (illegal: holds)"


class Said(NamedTuple):
    """A line that commands no unit now.

    It is a vote (D28, D29), a build that is waived (D21), a line for many units, such
    as "all hold", or one for a phase to come, which is bound when that opens (D35).
    """

    line: Line

    def __str__(self) -> str:
        return str(self.line)


AnyBound: TypeAlias = Ordered | Illegal | Retreated | Adjusted | Said
ForUnit: TypeAlias = Ordered | Retreated | Adjusted
"""What is said of one unit."""
BoundOrders: TypeAlias = Mapping[Seat, Compound[AnyBound]]


# A page lists legal orders in a third of the time: they name few places many times.
@cache
def named(text: str) -> Named:
    """Return a unit or place as notation prints it, and reads it: "F Spa/sc", "Tyr"."""
    *kind, spot = text.split()
    area, _, coast = spot.partition("/")
    found = place_at(words(area))
    areas = found.areas if found else (area,)
    return Named(areas, coast, "".join(kind), text=area)
