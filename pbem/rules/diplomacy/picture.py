"""What the picture of a map shows: owners, units, and what became of their orders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple, Protocol

from pbem.kit import arrows
from pbem.kit.maps import area_of
from pbem.kit.outlines import Outlines, Point
from pbem.protocol import Event
from pbem.rules.diplomacy.events import Build, Disbanded, Orders, Removal, Retreat
from pbem.rules.diplomacy.units import Area, Power, Spot
from pbem.rules.diplomacy.verdicts import Ruling, Verdict
from pbem.rules.diplomacy.world import Nation, World, world

RIM = 15  #: from the middle of a unit to where arrows begin, a sheet being 1200 wide
SHY = 34  #: how far before its goal an arrow ends at least that did not get there
RING = 12  #: the half of the ring there, which covers no name if that can be had
NAME = (24, 12)  #: halves of a name, and of the plate that a centre's stands on
PLATE = (33, 13)
OFFSET = (17, 15)  #: how far from its place a dislodged unit is drawn

_ORDER = re.compile(
    r" (?:- (?P<goal>\w\S*)(?P<sea> via convoy)?"
    r"|S (?:[AF] )?(?P<helped>\w\S*)(?: - (?P<into>\S+))?"
    r"|C (?:A )?(?P<army>\w\S*) - (?P<to>\S+))"
)


class Shown(Protocol):
    """What a reader may know of a position: the fields of a view."""

    @property
    def map(self) -> str: ...
    @property
    def units(self) -> Mapping[Power, Sequence[str]]: ...
    @property
    def centres(self) -> Mapping[Power, Sequence[Area]]: ...
    @property
    def dislodged(self) -> Mapping[Power, Sequence[str]]: ...
    @property
    def retreats(self) -> Mapping[str, Sequence[Spot]]: ...
    @property
    def seen(self) -> Sequence[Area] | None: ...


class Look(StrEnum):
    """How a way on the map is drawn."""

    MOVE = "move"
    FAILED = "failed"  #: a move that did not get there
    SUPPORT = "support"
    CUT = "cut"  #: a support that did not count
    CONVOY = "convoy"  #: an order to convoy that no army used
    RETREAT = "retreat"
    OPEN = "open"  #: where a dislodged unit may go


class Way(NamedTuple):
    """A line from somewhere to somewhere."""

    look: Look
    power: Power
    shaft: str
    head: str
    start: Point
    middle: Point
    end: Point


class Piece(NamedTuple):
    """A unit."""

    power: Power
    fleet: bool
    x: float
    y: float
    lost: bool = False  #: dislodged: drawn beside its place
    fresh: bool = False  #: it was not there before
    gone: bool = False  #: it is no more


class Sheet(NamedTuple):
    """The parts of a map's picture that are the same in every game."""

    outlines: Outlines
    shapes: Mapping[Area, str]  #: of land
    coasts: str
    land_borders: str
    sea_borders: str
    nobodys: str  #: land that no unit can enter


class Chart(NamedTuple):
    """The data of the map picture: shapes, units, owners and arrows."""

    sheet: Sheet
    nations: Mapping[Power, Nation]
    owners: Mapping[Area, Power]
    centres: frozenset[Area]
    seas: frozenset[Area]
    hidden: tuple[str, ...]  #: shapes of what is out of sight (D37)
    ways: tuple[Way, ...]
    pieces: tuple[Piece, ...]


@cache  # a map is read once by a process, as its table is
def sheet(name: str) -> Sheet:
    """Return the lasting parts of the picture of a map, by the map's name."""
    on = world(name)
    outlines = Outlines(on.outlines)
    seas = on.seas | {"water"}
    land = {*on.atlas.areas, "land"} - seas

    def coast(one: str, other: str) -> bool:
        return (one in land and other in seas) or (one in seas and other in land)

    return Sheet(
        outlines,
        {area: outlines.shape(area) for area in sorted(land - {"land"})},
        outlines.drawn(coast),
        outlines.drawn(lambda one, other: one in land and other in land),
        outlines.drawn(lambda one, other: one in seas and other in seas),
        outlines.shape("land"),
    )


def chart(view: Shown, events: Iterable[Event]) -> Chart:
    """Return the map as a reader may see it, with what was done last."""
    on = world(view.map)
    every, lines = {*on.atlas.areas}, sheet(view.map).outlines
    hidden = set() if view.seen is None else every.difference(view.seen)
    # The moderator is told all of it once, and in part for each who sees a part.
    shown = [x for x in events if hidden or not getattr(x, "partial", False)]
    drawn = _Drawing(view, on, lines, shown)
    return Chart(
        sheet(view.map),
        on.nations,
        {area: power for power, areas in view.centres.items() for area in areas},
        on.centres,
        on.seas,
        tuple(lines.shape(area) for area in sorted(hidden)),
        tuple(drawn.ways()),
        tuple(drawn.pieces()),
    )


class _Drawing:
    """Finds places and ways for units and orders."""

    def __init__(
        self, view: Shown, on: World, outlines: Outlines, events: Sequence[Event]
    ) -> None:
        self.view, self.on, self.outlines, self.events = view, on, outlines, events
        self.unit = outlines.width / 1200
        self.verdicts = [one for one in events if isinstance(one, Verdict)]
        #: Whether the orders are shown on the position before they were carried out.
        self.before = any(isinstance(one, Orders) for one in events)
        self.orders = {
            one.unit: found
            for one in self.verdicts
            if (found := _ORDER.fullmatch(one.order.removeprefix(one.unit)))
        }

        self.names = [
            (at, PLATE if area in on.centres else NAME)
            for area, at in outlines.labels.items()
        ]

    def pieces(self) -> Iterator[Piece]:
        """Yield the units, those that are no more among them."""
        fresh = set() if self.before else {*self._fresh()}
        for power, units in self.view.units.items():
            for unit in units:
                yield self._piece(power, unit)._replace(fresh=(power, unit) in fresh)
        lost = {(p, unit) for p, every in self.view.dislodged.items() for unit in every}
        gone = {
            (one.power, one.unit)
            for one in self.events
            if isinstance(one, (Disbanded, Removal))
        }
        for power, unit in sorted(lost | gone):
            piece = self._piece(power, unit)
            x, y = self._offset(unit) if self._occupied(unit) else piece[2:4]
            over = (power, unit) in gone
            yield piece._replace(x=x, y=y, lost=not over, gone=over)

    def _piece(self, power: Power, unit: str) -> Piece:
        kind, _, spot = unit.partition(" ")
        return Piece(power, kind == "F", *self.outlines.spot(spot))

    def _offset(self, unit: str) -> Point:
        """Return where a unit is drawn beside its place, away from the name there."""
        (x, y), (a, b) = self._at(unit[2:]), self.outlines.labels[area_of(unit[2:])]
        dx, dy = (step * self.unit for step in OFFSET)
        return x + (dx if a <= x else -dx), y + (dy if b <= y else -dy)

    def _occupied(self, unit: str) -> bool:
        """Return whether another unit stands in the area of this one."""
        area = area_of(unit[2:])
        every = (one for units in self.view.units.values() for one in units)
        return any(area_of(one[2:]) == area for one in every)

    def _fresh(self) -> Iterator[tuple[Power, str]]:
        for one in self.events:
            match one:
                case Verdict(verdict=Ruling.MOVES) if one.unit in self.orders:
                    yield one.power, f"{one.unit[:2]}{self.orders[one.unit]['goal']}"
                case Retreat():
                    yield one.power, f"{one.unit[:2]}{one.spot}"
                case Build():
                    yield one.power, one.unit

    def ways(self) -> Iterator[Way]:
        """Yield lines for orders and retreats, those of supports first."""
        moves = [one for one in self.verdicts if self._order(one, "goal")]
        for one in self.verdicts:
            if one not in moves and one.unit in self.orders:
                yield from self._help(one)
        for one in moves:
            went = one.verdict is Ruling.MOVES
            look, route = Look.MOVE if went else Look.FAILED, self._route(one)
            yield self._way(look, one.power, route, RIM if went else self._shy(route))
        for event in self.events:
            if isinstance(event, Retreat) and event.spot[:1].isalpha():
                route = (self._at(event.unit[2:]), self._at(event.spot))
                yield self._way(Look.RETREAT, event.power, route, RIM)
        for power, units in self.view.dislodged.items():
            for unit in units:
                for spot in self.view.retreats[unit]:
                    route = (self._at(unit[2:]), self._at(spot))
                    yield self._way(Look.OPEN, power, route, RIM)

    def _shy(self, route: Sequence[Point]) -> float:
        """Return how far before its goal a way ends, so that its ring hides no name."""
        whole = arrows.length(route)
        for before in range(SHY, max(SHY + 1, int(0.75 * whole / self.unit)), 3):
            x, y = arrows.along(route, whole - before * self.unit)
            if not any(
                abs(x - a) < (wide + RING) * self.unit
                and abs(y - b) < (high + RING) * self.unit
                for (a, b), (wide, high) in self.names
            ):
                return before
        return SHY

    def _order(self, one: Verdict, part: str) -> Spot:
        order = self.orders.get(one.unit)
        return (order[part] or "") if order else ""

    def _at(self, spot: Spot) -> Point:
        return self.outlines.spot(spot)

    def _route(self, one: Verdict) -> tuple[Point, ...]:
        """Return the way of a move, over the fleets that carry it."""
        start, goal = self._at(one.unit[2:]), self._at(self._order(one, "goal"))
        fleets = (
            self._at(other.unit[2:])
            for other in self.verdicts
            if self._order(other, "army") == one.unit[2:]
            and area_of(self._order(other, "to")) == area_of(self._order(one, "goal"))
        )
        dx, dy = goal[0] - start[0], goal[1] - start[1]
        ranked = sorted(fleets, key=lambda at: at[0] * dx + at[1] * dy)
        return (start, *ranked, goal)

    def _help(self, one: Verdict) -> Iterator[Way]:
        """Yield the line of a support, or of a convoy that carries nobody."""
        helped = self._order(one, "helped") or self._order(one, "army")
        into = self._order(one, "into") or self._order(one, "to")
        mover = next((v for v in self.verdicts if v.unit[2:] == helped), None)
        follows = mover is not None and area_of(self._order(mover, "goal")) == area_of(
            into
        )
        here = self._at(one.unit[2:])
        if self._order(one, "army"):
            if not follows:
                yield self._way(Look.CONVOY, one.power, (here, self._at(helped)), RIM)
            return
        route: tuple[Point, ...] = (self._at(helped), self._at(into or helped))
        if follows and into and mover is not None:
            route = self._route(mover)
        goal = arrows.along(route, arrows.length(route) * 0.55)
        counts = one.verdict is Ruling.SUPPORTS or one.failed == Ruling.SUPPORTS
        look = Look.SUPPORT if counts else Look.CUT
        yield self._way(look, one.power, (here, goal), 0 if into else RIM)

    def _way(self, look: Look, power: Power, route: Sequence[Point], end: float) -> Way:
        way = arrows.trimmed(route, RIM * self.unit, end * self.unit)
        return Way(
            look,
            power,
            arrows.path(way),
            arrows.head(way, 15 * self.unit),
            way[0],
            arrows.along(way, arrows.length(way) / 2),
            way[-1],
        )
