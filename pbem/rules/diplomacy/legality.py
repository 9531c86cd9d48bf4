"""Which commands could be carried out at all, whatever others do (D14), and the legal
lines of each phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.kit.maps import area_of
from pbem.protocol import Seat
from pbem.rules.diplomacy import adjustments
from pbem.rules.diplomacy.bound import Ordered, named
from pbem.rules.diplomacy.orders import Line
from pbem.rules.diplomacy.phases import Phase
from pbem.rules.diplomacy.routes import needed, shores
from pbem.rules.diplomacy.state import State
from pbem.rules.diplomacy.units import ROADS, Area, Command, Spot, Unit, Verb


class Board:
    """Units on a map, and what they could do there."""

    def __init__(self, state: State, unseen: frozenset[Area] = frozenset()) -> None:
        """`unseen` are provinces where any unit may be (D37)."""
        self.atlas, self._seas = state.world.atlas, state.world.seas
        self.units, self._unseen = state.units, unseen

    def _fleets(self) -> frozenset[Area]:
        """Return where fleets could convoy, or may be for all that is seen."""
        return self._seas.intersection(self.units) | (self._seas & self._unseen)

    def there(self, area: Area) -> tuple[Unit, ...]:
        """Return the unit of a province; where none is seen, those of no power that may
        be there."""
        if area in self.units:
            return (self.units[area],)
        return tuple(
            Unit("", kind, spot)
            for kind, road in ROADS.items()
            if area in self._unseen
            for spot in self.atlas.spots(road, area)
        )

    def steps(self, unit: Unit) -> tuple[Spot, ...]:
        """Return the spots that a unit can step to (D2, D3)."""
        return self.atlas.adjacent(unit.road, unit.spot)

    def reaches(self, unit: Unit, area: Area) -> bool:
        """Return whether a unit can step to a province, on any coast (D8)."""
        return area in self.atlas.adjacent_areas(unit.road, unit.spot)

    def sails(self, unit: Unit, area: Area, without: Area = "") -> bool:
        """Return whether fleets stand that could convoy an army to a province."""
        if unit.kind != "A" or area == unit.area:
            return False
        if not self.atlas.spots("army", area):
            return False
        return area in shores(self.atlas, self._fleets() - {without}, unit.area)

    def wrong(self, unit: Unit, command: Command) -> str:
        """Return the fault code of an illegal command; "" for a legal one."""
        match command.verb:
            case Verb.HOLD:
                return ""
            case Verb.MOVE:
                return self._wrong_move(unit, command)
            case Verb.SUPPORT:
                return self._wrong_support(unit, command)
            case _:
                return self._wrong_convoy(unit, command)

    def _wrong_move(self, unit: Unit, command: Command) -> str:
        goal = area_of(command.target)
        if goal == unit.area:
            return "illegal.own-place"
        if command.by_sea:
            return "" if self.sails(unit, goal) else "illegal.no-convoy"
        return "" if command.target in self.steps(unit) else "illegal.too-far"

    def _wrong_support(self, unit: Unit, command: Command) -> str:
        there = self.there(command.source)
        aim = area_of(command.target) or command.source
        if not there:
            return "illegal.nobody-there"
        if command.source == unit.area:
            return "illegal.self"
        if aim == unit.area:
            return "illegal.own-place"
        if not self.reaches(unit, aim):
            return "illegal.out-of-reach"
        if not command.target:
            return ""
        for helped in there if aim != command.source else ():
            exact = "/" in command.target and helped.kind == "F"
            by_land = command.target in self.steps(helped)
            by_land = by_land or (not exact and self.reaches(helped, aim))
            if by_land or self.sails(helped, aim, unit.area):
                return ""
        return "illegal.cannot-go"

    def _wrong_convoy(self, unit: Unit, command: Command) -> str:
        source, goal = command.source, area_of(command.target)
        if unit.area not in self._seas:
            return "illegal.not-at-sea"
        there = self.there(source)
        if not there:
            return "illegal.nobody-there"
        if all(one.kind != "A" for one in there):
            return "illegal.carries-armies"
        if goal == source or not self.atlas.spots("army", goal):
            return "illegal.cannot-go"
        if not needed(self.atlas, self._fleets(), unit.area, source, goal):
            return "illegal.no-route"
        return ""

    def commands(self, units: Iterable[Unit]) -> Iterator[tuple[Unit, Command]]:
        """Yield the legal commands of units: holds and moves of each, then helps."""
        units = [*units]
        for unit in units:
            yield unit, Command(Verb.HOLD)
            for spot in self.steps(unit):
                yield unit, Command(Verb.MOVE, unit.area, spot)
            for area in self._voyages(unit):
                yield unit, Command(Verb.MOVE, unit.area, area, by_sea=True)
        voyages = {area: self._voyages(other) for area, other in self.units.items()}
        for unit in units:
            near = self.atlas.adjacent_areas(unit.road, unit.spot)
            for source, other in self.units.items():
                if source != unit.area:
                    yield from self._supports(unit, other, near, voyages[source])
                for goal in voyages[source] if unit.area in self._seas else ():
                    convoy = Command(Verb.CONVOY, source, goal)
                    if not self._wrong_convoy(unit, convoy):
                        yield unit, convoy

    def _supports(
        self, unit: Unit, other: Unit, near: frozenset[Area], voyages: list[Area]
    ) -> Iterator[tuple[Unit, Command]]:
        """Yield the supports that a unit can give another where it reaches."""
        if other.area in near:
            yield unit, Command(Verb.SUPPORT, other.area)
        land = near & self.atlas.adjacent_areas(other.road, other.spot)
        yield from (
            (unit, Command(Verb.SUPPORT, other.area, to)) for to in sorted(land)
        )
        for goal in voyages:
            if goal in near - land and self.sails(other, goal, unit.area):
                yield unit, Command(Verb.SUPPORT, other.area, goal)

    def _voyages(self, unit: Unit) -> list[Area]:
        """Return where fleets could convoy an army."""
        if unit.kind != "A":
            return []
        found = shores(self.atlas, self._fleets(), unit.area) - {unit.area}
        return sorted(area for area in found if self.atlas.spots("army", area))


def lines(state: State, seat: Seat) -> Iterator[Line]:
    """Yield each legal line of a seat in the open phase: all holds and moves first,
    then supports and convoys."""
    match state.phase:
        case Phase.MOVEMENT:
            yield from _movement(state, seat)
        case Phase.RETREATS:
            yield from _retreats(state, seat)
        case _:
            yield from _adjustments(state, seat)


def _movement(state: State, seat: Seat) -> Iterator[Line]:
    board = Board(state)
    for unit, command in board.commands(state.units_of(seat)):
        yield Ordered.on(state.units, unit, command).line


def _retreats(state: State, seat: Seat) -> Iterator[Line]:
    for lost in state.lost_of(seat):
        unit = named(str(lost.unit))
        yield Line(verb=Verb.DISBAND, unit=unit)
        for spot in lost.open:
            yield Line(verb=Verb.RETREAT, unit=unit, goals=(named(spot),))


def _adjustments(state: State, seat: Seat) -> Iterator[Line]:
    owed = adjustments.due(state, state.powers_of(seat))
    for power, number in owed.items():
        if number > 0:
            for unit in adjustments.sites(state, power):
                yield Line(verb=Verb.BUILD, unit=named(str(unit)))
        else:
            for unit in state.units.values():
                if unit.power == power:
                    yield Line(verb=Verb.REMOVE, unit=named(str(unit)))
    if any(number > 0 for number in owed.values()):
        yield Line(verb=Verb.WAIVE)
