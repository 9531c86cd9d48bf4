"""What a player may write: a line for each unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pbem.kit.calendar import Moment
from pbem.kit.places import Span
from pbem.protocol import Order
from pbem.rules.diplomacy.phases import Phase
from pbem.rules.diplomacy.units import Area, Power, Unit, Verb

OF_PHASE: Mapping[str, tuple[Verb, ...]] = {
    Phase.MOVEMENT: (Verb.HOLD, Verb.MOVE, Verb.SUPPORT, Verb.CONVOY),
    Phase.RETREATS: (Verb.RETREAT, Verb.MOVE, Verb.DISBAND, Verb.REMOVE),
    Phase.ADJUSTMENTS: (Verb.BUILD, Verb.REMOVE, Verb.DISBAND, Verb.WAIVE),
}
"""What may be ordered in each phase."""
VOTES = frozenset({Verb.DRAW, Verb.CONCEDE, Verb.AGAINST})


@dataclass(frozen=True, slots=True)
class Named:
    """A place, or the unit in it, as somebody named it.

    >>> str(Named(("Spa",), "sc", "F")), str(Named(("Tyr", "Tys"), text="tyr"))
    ('F Spa/sc', 'tyr')
    """

    areas: tuple[Area, ...]  #: all that may be meant
    coast: str = ""
    kind: str = ""  #: "A" or "F", where it is said
    typo: bool = False  #: nothing is called so, but what may be meant nearly is
    text: str = field(default="", compare=False)
    span: Span = field(default=(0, 0), compare=False)

    def among(self, units: Sequence[Unit]) -> list[Unit]:
        """Return the units of the kind that is said; all where there is none."""
        return [one for one in units if self.kind in ("", one.kind)] or [*units]

    def __str__(self) -> str:
        place = self.areas[0] if len(self.areas) == 1 else self.text
        coast = f"/{self.coast}" if self.coast else ""
        return f"{self.kind} {place}{coast}".strip() if self.areas else self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Order):
    """An order for one unit, or a shorthand for all."""

    verb: Verb
    unit: Named | None = None
    source: Named | None = None  #: the unit that is supported or convoyed
    #: Where it goes; of a retreat, and of a build or removal besides its unit, by
    #: order of wish.
    goals: tuple[Named, ...] = ()
    by_sea: bool = False
    through: bool = field(default=False, compare=False)  #: it named places on its way
    powers: tuple[Power, ...] = ()  #: that a vote names, or whose units all hold
    #: The phase that it is for; None: the open one. A year of 0: the next such phase.
    moment: Moment | None = None
    span: Span = field(default=(0, 0), compare=False)

    def __str__(self) -> str:
        lead = f"{self.moment}: " if self.moment else ""
        return lead + _PRINTED[self.verb](self)


def _many(line: Line) -> str:
    who = f"{line.powers[0]}: " if line.powers else ""
    kind = f"{line.unit.text} " if line.unit else ""
    return f"{who}{line.verb} {kind}hold"


def _move(line: Line) -> str:
    return f"{line.unit} - {line.goals[0]}{' via convoy' if line.by_sea else ''}"


def _towards(line: Line) -> str:
    letter = "S" if line.verb is Verb.SUPPORT else "C"
    goal = f" - {line.goals[0]}" if line.goals else ""
    return f"{line.unit} {letter} {line.source or 'self'}{goal}"


def _retreat(line: Line) -> str:
    return f"{line.unit or ''} R ".lstrip() + ", else ".join(map(str, line.goals))


def _wishes(line: Line) -> str:
    return ", else ".join(map(str, (line.unit, *line.goals)))


_PRINTED: dict[Verb, Callable[[Line], str]] = {
    Verb.HOLD: lambda line: f"{line.unit} H",
    Verb.MOVE: _move,
    Verb.SUPPORT: _towards,
    Verb.CONVOY: _towards,
    Verb.RETREAT: _retreat,
    Verb.DISBAND: lambda line: f"{line.unit or ''} D".strip(),
    Verb.BUILD: lambda line: f"build {_wishes(line)}",
    Verb.REMOVE: lambda line: f"remove {_wishes(line)}",
    Verb.WAIVE: lambda _: "waive",
    Verb.NAME: lambda line: str(line.unit),
    Verb.ALL: _many,
    Verb.REST: _many,
    Verb.SAME: lambda _: "same orders",
    Verb.CANCEL: lambda line: f"cancel {line.unit or 'all'}",
    Verb.DRAW: lambda line: f"vote draw {', '.join(line.powers)}".strip(),
    Verb.CONCEDE: lambda line: f"vote concede {', '.join(line.powers)}",
    Verb.AGAINST: lambda _: "vote no",
    Verb.HEADING: lambda _: "",
    Verb.TAKE: lambda line: f"takes {line.goals[0]}",
}
