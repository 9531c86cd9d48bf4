"""The verdict on each order of a movement phase, with what made it so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from pbem.kit.maps import area_of
from pbem.rules.diplomacy.adjudicator import Settled
from pbem.rules.diplomacy.bound import Illegal, Ordered
from pbem.rules.diplomacy.events import OfUnit
from pbem.rules.diplomacy.units import Area, Command, Kind, Unit


class Ruling(StrEnum):
    """What became of an order."""

    MOVES = "moves"
    HOLDS = "holds"
    SUPPORTS = "supports"
    CONVOYS = "convoys"
    BOUNCES = "bounces"  #: another unit wanted to go there, too
    FAILS = "fails"  #: anyone who was there stayed
    CUT = "cut"
    VOID = "void"  #: legal, but it does not fit what was ordered elsewhere
    DISRUPTED = "disrupted"  #: the convoy was
    PARADOX = "paradox"
    DISLODGED = "dislodged"
    ILLEGAL = "illegal"  #: it could not be done, whatever others did
    NO_ORDER = "no order"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(OfUnit):
    """What became of the order of a unit, and why.

    Where strengths decided, `strength` met `against`, that of the units in `by`: the
    first stood or went there, the others supported it. `helped` supported this one.
    """

    order: str  #: as notation prints it: "A Par - Bur"; "" for none
    verdict: Ruling
    strength: int = 0
    against: int = 0
    by: tuple[str, ...] = ()  #: units, with their powers: "Germany's A Mun"
    helped: tuple[str, ...] = ()
    failed: str = ""  #: what became of the order of a unit that was dislodged
    why: str = ""  #: of an illegal order: the code of what is wrong, "too-far"

    @property
    def reason(self) -> str:
        """Why an order failed, in short: its strength, the strength against it and the
        units in its way ("2:2 A Mun, A Ber"), or the words of `why`."""
        if self.why:
            return self.why.replace("-", " ")
        numbers = f"{self.strength}:{self.against} " if self.strength else ""
        return (numbers + ", ".join(self.by)).strip()


def verdicts(
    settled: Settled,
    units: Mapping[Area, Unit],
    orders: Mapping[Area, Ordered | Illegal],
) -> Iterator[Verdict]:
    """Yield the verdict on every unit, by power and province."""
    judge = _Judge(settled, units, orders)
    for unit in sorted(units.values()):
        found = judge.verdict(unit)
        source = settled.dislodger(unit.area)
        yield judge.dislodged(found, unit, source) if source else found


class _Judge:
    """Says of one order after the other what became of it."""

    def __init__(
        self,
        settled: Settled,
        units: Mapping[Area, Unit],
        orders: Mapping[Area, Ordered | Illegal],
    ) -> None:
        self._settled, self._units, self._orders = settled, units, orders

    def verdict(self, unit: Unit) -> Verdict:
        """Return what became of the order of a unit."""
        none = Verdict(
            power=unit.power, unit=str(unit), order="", verdict=Ruling.NO_ORDER
        )
        match self._orders.get(unit.area):
            case Illegal() as order:
                why, text = order.code.partition(".")[2], str(order.line)
                return replace(none, order=text, verdict=Ruling.ILLEGAL, why=why)
            case Ordered() as order:
                return self._ordered(
                    replace(none, order=str(order)), unit, order.command
                )
            case _:
                return none

    def dislodged(self, found: Verdict, unit: Unit, source: Area) -> Verdict:
        """Return the verdict on a unit that one from `source` dislodged."""
        return replace(
            found,
            verdict=Ruling.DISLODGED,
            strength=self._settled.defence(source).least,
            against=self._settled.attack(source).least,
            by=(str(self._units[source]), *self._supporters(source, unit.area)),
            helped=(),
            failed=found.verdict,
            why="",
        )

    def _ordered(self, one: Verdict, unit: Unit, command: Command) -> Verdict:
        """Return a verdict with what became of a command."""
        area, settled = unit.area, self._settled
        match command.kind:
            case Kind.MOVE:
                return self._move(one, area, area_of(command.target))
            case Kind.HOLD:
                helped = self._supporters(area, area)
                return replace(one, verdict=Ruling.HOLDS, helped=helped)
            case _ if not settled.matched(area):
                return replace(one, verdict=Ruling.VOID, by=self._other(command))
            case Kind.SUPPORT if not settled.stands(area):
                return replace(one, verdict=Ruling.CUT, by=self._cutters(unit))
            case Kind.SUPPORT:
                return replace(one, verdict=Ruling.SUPPORTS)
            case _:
                paradox = area in settled.paradox
                return replace(
                    one, verdict=Ruling.PARADOX if paradox else Ruling.CONVOYS
                )

    def _supporters(self, area: Area, target: Area) -> tuple[str, ...]:
        return tuple(map(str, self._settled.supporters(area, target)))

    def _other(self, command: Command) -> tuple[str, ...]:
        """Return what the unit did that an order was meant for; nothing where there
        was none, which somebody in fog cannot know (D37)."""
        unit = self._units.get(command.source)
        other = self._orders.get(command.source)
        if isinstance(other, Ordered):
            return (str(other),)
        return () if unit is None else (str(unit),)

    def _cutters(self, unit: Unit) -> tuple[str, ...]:
        """Return the units that attacked a supporter."""
        found = (
            one
            for one in self._settled.moves_to.get(unit.area, ())
            if self._units[one].power != unit.power and self._settled.path(one)
        )
        return tuple(str(self._units[one]) for one in found)

    def _move(self, one: Verdict, area: Area, goal: Area) -> Verdict:
        settled = self._settled
        if not settled.path(area):
            fleets = settled.fleets.get(area, ())
            lost = filter(settled.dislodger, fleets)
            stopped = settled.paradox.intersection(fleets)
            verdict = Ruling.PARADOX if stopped else Ruling.DISRUPTED
            units = (str(self._units[x]) for x in (sorted(stopped) or lost))
            return replace(one, verdict=verdict, by=tuple(units))
        meets, by, verdict = self._met(area, goal)
        return replace(
            one,
            verdict=Ruling.MOVES if settled.moves(area) else verdict,
            strength=settled.attack(area).least,
            against=meets,
            by=by,
            helped=self._supporters(area, goal),
        )

    def _met(self, area: Area, goal: Area) -> tuple[int, tuple[str, ...], Ruling]:
        """Return the strongest that a move met, and whether it stayed or came, too."""
        settled, units = self._settled, self._units
        found: list[tuple[int, tuple[str, ...], Ruling]] = []
        defence = settled.defence(area).least
        if defence or (goal in units and not settled.moves(goal)):
            aim = area if settled.opponent(area) else goal
            by = (str(units[goal]), *self._supporters(goal, aim))
            found.append((defence, by, Ruling.FAILS))
        for rival in settled.rivals(area):
            if prevents := settled.prevent(rival).least:
                by = (str(units[rival]), *self._supporters(rival, goal))
                found.append((prevents, by, Ruling.BOUNCES))
        return max(found, key=lambda one: one[0], default=(0, (), Ruling.FAILS))
