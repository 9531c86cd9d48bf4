"""The verdict on each order of a movement phase, with what made it so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pbem.kit.maps import area_of
from pbem.rules.diplomacy.adjudicator import Settled
from pbem.rules.diplomacy.bound import Illegal, Ordered
from pbem.rules.diplomacy.events import OfUnit
from pbem.rules.diplomacy.units import Area, Command, Unit, Verb


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


class _Found(NamedTuple):
    """What became of an order, with the fields of a verdict that say why."""

    verdict: Ruling
    strength: int = 0
    against: int = 0
    by: tuple[str, ...] = ()
    helped: tuple[str, ...] = ()


def verdicts(
    settled: Settled,
    units: Mapping[Area, Unit],
    orders: Mapping[Area, Ordered | Illegal],
) -> Iterator[Verdict]:
    """Yield the verdict on every unit, by power and province."""
    judge = _Judge(settled, units, orders)
    return map(judge.verdict, sorted(units.values()))


class _Judge:
    """Says of one order after the other what became of it."""

    def __init__(
        self,
        settled: Settled,
        units: Mapping[Area, Unit],
        orders: Mapping[Area, Ordered | Illegal],
    ) -> None:
        self._settled, self._units, self._orders = settled, units, orders
        #: Orders as notation prints them.
        self._texts = {
            area: str(one.line if isinstance(one, Illegal) else one)
            for area, one in orders.items()
        }

    def verdict(self, unit: Unit) -> Verdict:
        """Return what became of the order of a unit."""
        area, failed, why = unit.area, "", ""
        match self._orders.get(area):
            case Illegal() as order:
                found, why = _Found(Ruling.ILLEGAL), order.code.partition(".")[2]
            case Ordered() as order:
                found = self._ordered(unit, order.command)
            case _:
                found = _Found(Ruling.NO_ORDER)
        if source := self._settled.dislodger(area):
            failed, found, why = found.verdict, self._dislodged(area, source), ""
        return Verdict(
            power=unit.power,
            unit=str(unit),
            order=self._texts.get(area, ""),
            verdict=found.verdict,
            strength=found.strength,
            against=found.against,
            by=found.by,
            helped=found.helped,
            failed=failed,
            why=why,
        )

    def _dislodged(self, area: Area, source: Area) -> _Found:
        """Return that a unit from `source` dislodged that of a province."""
        strength = self._settled.defence(source).least
        against = self._settled.attack(source).least
        by = (str(self._units[source]), *self._supporters(source, area))
        return _Found(Ruling.DISLODGED, strength, against, by)

    def _ordered(self, unit: Unit, command: Command) -> _Found:
        """Return what became of a command."""
        area, settled = unit.area, self._settled
        match command.verb:
            case Verb.MOVE:
                return self._move(area, area_of(command.target))
            case Verb.HOLD:
                return _Found(Ruling.HOLDS, helped=self._supporters(area, area))
            case _ if not settled.matched(area):
                return _Found(Ruling.VOID, by=self._other(command.source))
            case Verb.SUPPORT if not settled.stands(area):
                return _Found(Ruling.CUT, by=self._cutters(unit))
            case Verb.SUPPORT:
                return _Found(Ruling.SUPPORTS)
            case _ if area in settled.paradox:
                return _Found(Ruling.PARADOX)
            case _:
                return _Found(Ruling.CONVOYS)

    def _supporters(self, area: Area, target: Area) -> tuple[str, ...]:
        return tuple(map(str, self._settled.supporters(area, target)))

    def _other(self, area: Area) -> tuple[str, ...]:
        """Return what the unit did that an order was meant for; nothing where there
        was none, which somebody in fog cannot know (D37)."""
        if isinstance(self._orders.get(area), Ordered):
            return (self._texts[area],)
        return (str(self._units[area]),) if area in self._units else ()

    def _cutters(self, unit: Unit) -> tuple[str, ...]:
        """Return the units that attacked a supporter."""
        found = (
            one
            for one in self._settled.moves_to.get(unit.area, ())
            if self._units[one].power != unit.power and self._settled.path(one)
        )
        return tuple(str(self._units[one]) for one in found)

    def _move(self, area: Area, goal: Area) -> _Found:
        settled = self._settled
        if not settled.path(area):
            fleets = settled.fleets.get(area, ())
            stopped = sorted(settled.paradox.intersection(fleets))
            verdict = Ruling.PARADOX if stopped else Ruling.DISRUPTED
            lost = stopped or filter(settled.dislodger, fleets)
            return _Found(verdict, by=tuple(str(self._units[one]) for one in lost))
        met = self._met(area, goal)
        return met._replace(
            verdict=Ruling.MOVES if settled.moves(area) else met.verdict,
            strength=settled.attack(area).least,
            helped=self._supporters(area, goal),
        )

    def _met(self, area: Area, goal: Area) -> _Found:
        """Return the strongest that a move met, and whether it stayed or came, too."""
        settled, units = self._settled, self._units
        found: list[_Found] = []
        defence = settled.defence(area).least
        if defence or (goal in units and not settled.moves(goal)):
            aim = area if settled.opponent(area) else goal
            by = (str(units[goal]), *self._supporters(goal, aim))
            found.append(_Found(Ruling.FAILS, against=defence, by=by))
        for rival in settled.rivals(area):
            if prevents := settled.prevent(rival).least:
                by = (str(units[rival]), *self._supporters(rival, goal))
                found.append(_Found(Ruling.BOUNCES, against=prevents, by=by))
        return max(found, key=lambda one: one.against, default=_Found(Ruling.FAILS))
