"""Orders bound to a position: what a legal line comes to."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

from pbem.kit.maps import words
from pbem.rules.diplomacy.names import place_at
from pbem.rules.diplomacy.orders import Line, Named, Verb
from pbem.rules.diplomacy.units import Command, Spot, Unit


class Ordered(NamedTuple):
    """What a unit is commanded to do in a movement phase."""

    unit: Unit
    command: Command
    other: str = ""  #: the unit that is supported or convoyed: "A Mar"

    def __str__(self) -> str:
        return str(self.line)

    @property
    def line(self) -> Line:
        """The command as a line that anybody would understand."""
        command = self.command
        unit = named(str(self.unit))
        goals: tuple[Named, ...] = ()
        source = named(self.other) if self.other else None
        if command.target:
            goals = (named(command.target),)
        verb = Verb(command.kind.value)
        return Line(
            verb=verb, unit=unit, source=source, goals=goals, by_sea=command.by_sea
        )


class Retreated(NamedTuple):
    """Where a dislodged unit is to go, by order of wish; nowhere: it is disbanded."""

    unit: Unit
    wishes: tuple[Spot, ...]

    def __str__(self) -> str:
        if not self.wishes:
            return f"{self.unit} D"
        return f"{self.unit} R {', else '.join(self.wishes)}"


class Built(NamedTuple):
    """A unit that is to be built."""

    unit: Unit

    def __str__(self) -> str:
        return f"build {self.unit}"


class Removed(NamedTuple):
    """A unit that is to be removed."""

    unit: Unit

    def __str__(self) -> str:
        return f"remove {self.unit}"


class Waived(NamedTuple):
    """A power builds less than it may (D21)."""

    def __str__(self) -> str:
        return "waive"


class Illegal(NamedTuple):
    """An order that its unit cannot carry out, whatever others do: it holds (D14)."""

    unit: Unit
    line: Line
    code: str  #: of the fault that says why

    def __str__(self) -> str:
        return f"{self.line} (illegal: holds)"


class Ahead(NamedTuple):
    """A line for a phase to come, which is bound when that opens (D35)."""

    line: Line

    def __str__(self) -> str:
        return str(self.line)


class Voted(NamedTuple):
    """A vote for a draw, for a power to win, or for neither (D28, D29)."""

    line: Line

    def __str__(self) -> str:
        return str(self.line)


class Shorthand(NamedTuple):
    """A line for many units, such as "all hold", that stands for lines of each."""

    line: Line

    def __str__(self) -> str:
        return str(self.line)


AnyBound: TypeAlias = (
    Ordered | Illegal | Retreated | Built | Removed | Waived | Ahead | Voted | Shorthand
)
OfUnit: TypeAlias = Ordered | Retreated | Built | Removed
"""What is said of one unit."""


@cache  # a list of legal orders, which a page shows, names few places many times
def named(text: str) -> Named:
    """Return a unit or place as notation prints it, and reads it: "F Spa/sc", "Tyr"."""
    *kind, spot = text.split()
    area, _, coast = spot.partition("/")
    found = place_at(words(area))
    areas = found.areas if found else (area,)
    return Named(areas, coast, "".join(kind), text=area)
