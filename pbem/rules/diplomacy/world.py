"""Maps of Diplomacy: the kit's map, with powers, centres and a beginning."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from pbem.kit.maps import Atlas, merged, words
from pbem.rules.diplomacy.units import Area, Power, Unit
from pbem.system.resources import folder

_MAPS = "diplomacy/maps"


class Nation(NamedTuple):
    """A power as a map has it."""

    name: Power
    names: tuple[tuple[str, ...], ...]  #: what it may be called, word by word
    homes: tuple[Area, ...]
    units: tuple[Unit, ...]  #: at the beginning
    colour: str  #: by the name that pictures have for it
    letter: str  #: stands beside the colour


class World(NamedTuple):
    """A map with all that a game on it needs to know."""

    name: str
    atlas: Atlas
    nations: Mapping[Power, Nation]
    centres: frozenset[Area]
    begin: str  #: the first phase: "Spring 1901 movement"
    victory: int  #: centres that win (D25)
    players: Mapping[int, tuple[str, ...]]  #: powers of each seat, by their number
    outlines: Mapping[str, Any]  #: the table of its picture

    def unit(self, power: Power, text: str) -> Unit:
        """Return a unit of a power as a map or a record writes it: "F Stp/sc"."""
        kind, _, spot = text.partition(" ")
        return Unit(power, kind, spot)

    def flaws(self) -> Iterator[str]:
        """Yield what is wrong with the map, for its author, a sentence each."""
        yield from self.atlas.flaws()
        for nation in self.nations.values():
            for home in nation.homes:
                if home not in self.centres:
                    yield f"{nation.name}: its home {home} is no centre"
            for unit in nation.units:
                if not self.stands(unit):
                    yield f"{nation.name}: {unit} cannot stand there"
        for area in sorted(self.centres):
            if not any(self.atlas.spots(road, area) for road in self.atlas.roads):
                yield f"{area}: no unit can get to this centre"
        for count, seats in self.players.items():
            named = [one for seat in seats for one in seat.split("+")]
            if len(seats) != count or len({*named}) != len(named):
                yield f"players: {count} needs {count} entries, each power once"
            for one in named:
                if one not in self.nations:
                    yield f"players: there is no power {one}"

    def stands(self, unit: Unit) -> bool:
        """Return whether a unit of its kind can be in its place (D2, D3)."""
        return unit.spot in self.atlas.roads[unit.road]


@cache  # read once by a process: an order is bound hundreds of times in a window
def world(name: str) -> World:
    """Return a map by the name of its file. Raises FileNotFoundError."""
    table = _table(name)
    atlas = Atlas(table, ("army", "fleet"))
    nations = {power: _nation(power, one) for power, one in table["power"].items()}
    every = table["area"].items()
    centres = frozenset(area for area, one in every if one.get("centre"))
    players = {int(n): tuple(one) for n, one in table.get("players", {}).items()}
    rest = table["begin"], table["victory"], players, _outlines(table)
    return World(name, atlas, nations, centres, *rest)


@cache
def names() -> tuple[World, ...]:
    """Return all maps of the box, whose names any order may use."""
    files = (folder("games") / _MAPS).glob("*.toml")
    return tuple(world(file.stem) for file in sorted(files))


def _table(name: str) -> dict[str, Any]:
    """Return the table of a map; one that uses another has its changes only."""
    file = folder("games") / _MAPS / f"{name}.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return merged(_table(table["use"]), table) if "use" in table else table


def _outlines(table: Mapping[str, Any]) -> dict[str, Any]:
    file = folder("games") / _MAPS / "outlines" / f"{table['outlines']}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _nation(power: Power, table: Mapping[str, Any]) -> Nation:
    called = (power, table["adjective"], *table.get("short", ()))
    units = (text.partition(" ") for text in table["units"])
    return Nation(
        power,
        tuple(words(one) for one in called),
        tuple(table["homes"]),
        tuple(Unit(power, kind, spot) for kind, _, spot in units),
        table["colour"],
        table["letter"],
    )
