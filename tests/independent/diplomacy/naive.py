"""A movement phase of Diplomacy, adjudicated by trying everything.

Every way in which moves could succeed or fail is tried, and kept where each success and
failure follows from the others. It reads the map file of the game and imports nothing
of pbem.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from itertools import product
from pathlib import Path
from typing import NamedTuple

MAP = Path(__file__).parents[3] / "games/diplomacy/maps/standard.toml"
AREAS = tomllib.loads(MAP.read_text(encoding="utf-8"))["area"]


class Unit(NamedTuple):
    """A unit, and what it is told."""

    power: str
    kind: str  #: "A" or "F"
    at: str  #: "Spa/sc"
    verb: str = "H"  #: "H", "M", "S" or "C"
    other: str = ""  #: province of the unit that is helped
    to: str = ""  #: where it goes, or the other one
    via: bool = False

    @property
    def text(self) -> str:
        """The unit with its order, as people write it."""
        name = f"{self.kind} {self.at}"
        if self.verb == "H":
            return f"{name} H"
        if self.verb == "M":
            return f"{name} - {self.to}" + (" via convoy" if self.via else "")
        goal = f" - {self.to}" if self.to else ""
        return f"{name} {self.verb} {self.other}{goal}"


class Result(NamedTuple):
    """What a movement comes to."""

    moved: frozenset[str]  #: provinces whose units moved
    dislodged: dict[str, frozenset[str]]  #: by province, where they may go


def province(spot: str) -> str:
    """Return the province of a coast."""
    return spot[:3]


def steps(kind: str, at: str) -> list[str]:
    """Return the spots beside one."""
    area = AREAS[province(at)]
    if kind == "A":
        return list(area.get("army", []))
    key = "fleet_" + at[4:] if "/" in at else "fleet"
    return list(area.get(key, []))


def reaches(unit: Unit, area: str) -> bool:
    """Return whether a unit could step to a province."""
    return area in map(province, steps(unit.kind, unit.at))


def sea(area: str) -> bool:
    """Return whether a province is a sea."""
    return bool(AREAS[area]["kind"] == "sea")


def coastal(area: str) -> set[str]:
    """Return the seas beside a province."""
    table = AREAS[area]
    keys = ["fleet", *("fleet_" + coast for coast in table.get("coasts", []))]
    found = {province(one) for key in keys for one in table.get(key, [])}
    return {one for one in found if sea(one)}


def ferried(fleets: Iterable[str], start: str, goal: str) -> bool:
    """Return whether these fleets make a chain from one coast to another."""
    left = set(fleets)
    here = coastal(start) & left
    while here:
        if here & coastal(goal):
            return True
        left -= here
        here = {one for one in left if any(one in coastal(sea) for sea in here)}
    return False


def legal(units: Mapping[str, Unit], unit: Unit) -> bool:
    """Return whether an order could be carried out, whatever others do."""
    fleets = {a for a, one in units.items() if one.kind == "F" and sea(a)}
    home, goal = province(unit.at), province(unit.to) if unit.to else ""

    def sails(who: Unit, to: str, without: str = "") -> bool:
        start = province(who.at)
        land = AREAS[to]["kind"] != "sea" and AREAS[start]["kind"] != "sea"
        chain = fleets - {without}
        return who.kind == "A" and start != to and land and ferried(chain, start, to)

    if unit.verb == "M":
        by_land = not unit.via and unit.to in steps(unit.kind, unit.at)
        return by_land or sails(unit, goal)
    if unit.verb == "S":
        other = units.get(unit.other)
        aim = goal or unit.other
        if other is None or unit.other == home or aim == home:
            return False
        if not reaches(unit, aim):
            return False
        if not goal:
            return True
        exact = unit.to in steps(other.kind, other.at)
        loose = "/" not in unit.to and reaches(other, goal)
        return exact or loose or sails(other, goal, home)
    if unit.verb == "C":
        other = units.get(unit.other)
        if other is None or other.kind != "A" or home not in fleets:
            return False
        if unit.other == goal or not sails(other, goal):
            return False
        return any(
            home in chain
            and not any(ferried(set(chain) - {one}, unit.other, goal) for one in chain)
            for chain in chains(fleets, unit.other, goal)
        )
    return True


def chains(fleets: set[str], start: str, goal: str) -> list[list[str]]:
    """Return all ways over seas with these fleets."""
    found, left = [], [[one] for one in coastal(start) & fleets]
    while left:
        chain = left.pop()
        if chain[-1] in coastal(goal):
            found.append(chain)
        left += [[*chain, n] for n in coastal(chain[-1]) & fleets if n not in chain]
    return found


class Phase:
    """Legal orders of a movement phase, with some convoys that only hold."""

    def __init__(self, units: Mapping[str, Unit], holding: Iterable[str] = ()) -> None:
        self.units = dict(units)
        for area in holding:
            self.units[area] = self.units[area]._replace(verb="H", other="", to="")
        self.movers = [a for a, one in self.units.items() if one.verb == "M"]
        self.by_sea = {a for a in self.movers if self._by_sea(self.units[a])}

    def _by_sea(self, unit: Unit) -> bool:
        if unit.kind == "F":
            return False
        if unit.via or unit.to not in steps("A", unit.at):
            return True
        return any(
            one.verb == "C"
            and (one.other, one.to) == (province(unit.at), unit.to)
            and one.power == unit.power
            for one in self.units.values()
        )

    def solutions(self) -> list[frozenset[str]]:
        """Return all sets of moves that can succeed together, the others failing."""
        every = (
            frozenset(a for a, yes in zip(self.movers, choice, strict=True) if yes)
            for choice in product((False, True), repeat=len(self.movers))
        )
        return [one for one in every if self._holds(one)]

    def _holds(self, moved: frozenset[str]) -> bool:
        taken = [province(self.units[a].to) for a in moved]
        if len({*taken}) < len(taken):
            return False
        return all((a in moved) == self._wins(a, moved) for a in self.movers)

    def _lost(self, area: str, moved: frozenset[str]) -> bool:
        goals = [province(self.units[one].to) for one in moved]
        return area not in moved and area in goals

    def way(self, area: str, moved: frozenset[str]) -> bool:
        """Return whether a move has a way."""
        if area not in self.by_sea:
            return True
        army = self.units[area]
        fleets = [
            f
            for f, one in self.units.items()
            if one.verb == "C"
            and one.other == area
            and one.to == army.to
            and not self._lost(f, moved)
        ]
        return ferried(fleets, area, province(army.to))

    def _force(self, area: str, moved: frozenset[str], against: str = "") -> int:
        """Return the strength of a unit with the support that stands for its order."""
        unit, total = self.units[area], 1
        for where, one in self.units.items():
            if one.verb != "S" or one.other != area or one.power == against:
                continue
            if unit.verb == "M":
                fits = one.to in (unit.to, province(unit.to))
            else:
                fits = not one.to
            total += fits and not self._cut(where, moved)
        return total

    def _cut(self, area: str, moved: frozenset[str]) -> bool:
        unit = self.units[area]
        aim = province(unit.to) if unit.to else unit.other
        for one in self.movers:
            if province(self.units[one].to) != area:
                continue
            foreign = self.units[one].power != unit.power
            if one in moved or (foreign and one != aim and self.way(one, moved)):
                return True
        return False

    def _facing(self, area: str) -> str:
        """Return who comes the other way by land."""
        goal = province(self.units[area].to)
        other = self.units.get(goal)
        if other is None or other.verb != "M" or province(other.to) != area:
            return ""
        return "" if self.by_sea & {area, goal} else goal

    def _wins(self, area: str, moved: frozenset[str]) -> bool:
        if not self.way(area, moved):
            return False
        unit = self.units[area]
        goal = province(unit.to)
        there, facing = self.units.get(goal), self._facing(area)
        if there is not None and (facing or goal not in moved):
            if there.power == unit.power:
                return False
            attack = self._force(area, moved, there.power)
            held = 1
            if facing or there.verb != "M":
                held = self._force(goal, moved)
            if attack <= held:
                return False
        else:
            attack = self._force(area, moved)
        return all(
            attack > self.keeps_out(one, moved)
            for one in self.movers
            if one != area and province(self.units[one].to) == goal
        )

    def keeps_out(self, area: str, moved: frozenset[str]) -> int:
        """Return the strength with which a move keeps others out."""
        facing = self._facing(area)
        if not self.way(area, moved) or (facing and facing in moved):
            return 0
        return self._force(area, moved)

    def result(self, moved: frozenset[str]) -> Result:
        """Return what such moves come to."""
        after = {a for a in self.units if a not in moved and not self._lost(a, moved)}
        after |= {province(self.units[a].to) for a in moved}
        fought = {
            province(self.units[a].to)
            for a in self.movers
            if a not in moved and self.keeps_out(a, moved)
        }
        lost = {}
        for area, unit in self.units.items():
            if self._lost(area, moved):
                attacker = next(a for a in moved if province(self.units[a].to) == area)
                barred = after | fought
                barred |= set() if attacker in self.by_sea else {attacker}
                open_ = (x for x in steps(unit.kind, unit.at) if x[:3] not in barred)
                lost[area] = frozenset(open_)
        return Result(moved, lost)
