"""The verdict on each order of a movement phase, with what made it so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
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
        match orders.get(unit.area):
            case Illegal() as order:
                found = Verdict(
                    power=unit.power,
                    unit=str(unit),
                    order=str(order.line),
                    verdict=Ruling.ILLEGAL,
                    why=order.code.partition(".")[2],
                )
            case Ordered() as order:
                found = judge.verdict(unit, str(order), order.command)
            case _:
                found = Verdict(
                    power=unit.power, unit=str(unit), order="", verdict=Ruling.NO_ORDER
                )
        yield (
            found
            if not settled.dislodger(unit.area)
            else _dislodged(found, settled, units, unit)
        )


def _dislodged(
    found: Verdict, settled: Settled, units: Mapping[Area, Unit], unit: Unit
) -> Verdict:
    source = settled.dislodger(unit.area)
    helpers = settled.supporters(source, unit.area)
    return Verdict(
        power=found.power,
        unit=found.unit,
        order=found.order,
        verdict=Ruling.DISLODGED,
        strength=settled.defence(source),
        against=settled.attack(source),
        by=(str(units[source]), *map(str, helpers)),
        failed=found.verdict,
    )


class _Judge:
    """Says of one order after the other what became of it."""

    def __init__(
        self,
        settled: Settled,
        units: Mapping[Area, Unit],
        orders: Mapping[Area, Ordered | Illegal],
    ) -> None:
        self._settled, self._units, self._orders = settled, units, orders

    def verdict(self, unit: Unit, order: str, command: Command) -> Verdict:
        """Return what became of an order."""
        area, settled = unit.area, self._settled
        match command.kind:
            case Kind.MOVE:
                return self._move(unit, order, command)
            case Kind.SUPPORT if not settled.matched(area):
                return self._plain(unit, order, Ruling.VOID, self._other(command))
            case Kind.SUPPORT if not settled.stands(area):
                return self._plain(unit, order, Ruling.CUT, self._cutters(unit))
            case Kind.SUPPORT:
                return self._plain(unit, order, Ruling.SUPPORTS)
            case Kind.CONVOY if not settled.matched(area):
                return self._plain(unit, order, Ruling.VOID, self._other(command))
            case Kind.CONVOY if area in settled.paradox:
                return self._plain(unit, order, Ruling.PARADOX)
            case Kind.CONVOY:
                return self._plain(unit, order, Ruling.CONVOYS)
            case _:
                helped = tuple(map(str, settled.supporters(area, area)))
                return self._plain(unit, order, Ruling.HOLDS, helped=helped)

    def _plain(
        self,
        unit: Unit,
        order: str,
        verdict: Ruling,
        by: tuple[str, ...] = (),
        helped: tuple[str, ...] = (),
    ) -> Verdict:
        return Verdict(
            power=unit.power,
            unit=str(unit),
            order=order,
            verdict=verdict,
            by=by,
            helped=helped,
        )

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
            for one in self._settled.movers(unit.area)
            if self._units[one].power != unit.power and self._settled.path(one)
        )
        return tuple(str(self._units[one]) for one in found)

    def _move(self, unit: Unit, order: str, command: Command) -> Verdict:
        area, goal = unit.area, area_of(command.target)
        settled = self._settled
        helped = tuple(map(str, settled.supporters(area, goal)))
        if not settled.path(area):
            fleets = settled.carriers(area)
            lost = tuple(str(self._units[f]) for f in fleets if settled.dislodger(f))
            stopped = settled.paradox.intersection(fleets)
            if stopped:
                by = tuple(str(self._units[one]) for one in sorted(stopped))
                return self._plain(unit, order, Ruling.PARADOX, by)
            return self._plain(unit, order, Ruling.DISRUPTED, lost)
        meets, by, verdict = self._met(area, goal)
        moves = settled.moves(area)
        return Verdict(
            power=unit.power,
            unit=str(unit),
            order=order,
            verdict=Ruling.MOVES if moves else verdict,
            strength=settled.attack(area),
            against=meets,
            by=by,
            helped=helped,
        )

    def _met(self, area: Area, goal: Area) -> tuple[int, tuple[str, ...], Ruling]:
        """Return the strongest that a move met, and whether it stayed or came, too."""
        settled, units = self._settled, self._units
        found: list[tuple[int, tuple[str, ...], Ruling]] = []
        defence = settled.defence(area)
        if defence or (goal in units and not settled.moves(goal)):
            opposed = settled.opposed(area)
            helpers = settled.supporters(goal, area if opposed else goal)
            by = (str(units[goal]), *map(str, helpers))
            found.append((defence, by, Ruling.FAILS))
        for rival in settled.movers(goal):
            if rival != area and settled.prevent(rival):
                by = (
                    str(units[rival]),
                    *map(str, settled.supporters(rival, goal)),
                )
                found.append((settled.prevent(rival), by, Ruling.BOUNCES))
        if not found:
            return 0, (), Ruling.FAILS
        return max(found, key=lambda one: one[0])
