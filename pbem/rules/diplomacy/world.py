"""Maps of Diplomacy: the kit's map, with powers, centres and a beginning."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
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
    seas: frozenset[Area]  #: where only fleets go, and no coast is
    begin: str  #: the first phase: "Spring 1901 movement"
    victory: int  #: centres that win (D25)
    players: Mapping[int, tuple[str, ...]]  #: powers of each seat, by their number
    outlines: Mapping[str, Any]  #: the table of its picture

    def stands(self, unit: Unit) -> bool:
        """Return whether a unit of its kind can be in its place (D2, D3)."""
        return unit.spot in self.atlas.roads[unit.road]


@cache  # read once by a process: an order is bound hundreds of times in a window
def world(name: str) -> World:
    """Return a map by the name of its file. Raises FileNotFoundError."""
    return built(name, table_of(map_file(name)))


def built(name: str, table: Mapping[str, Any]) -> World:
    """Return a map by its table, which has all that a map needs."""
    areas = {area: _without_of(one) for area, one in table["area"].items()}
    atlas = Atlas({**table, "area": areas}, ("army", "fleet"))
    nations = {power: _nation(power, one) for power, one in table["power"].items()}
    every = table["area"].items()
    centres = frozenset(area for area, one in every if one.get("centre"))
    seas = frozenset(area for area, one in every if one["kind"] == "sea")
    players = {int(n): tuple(one) for n, one in table.get("players", {}).items()}
    drawn = outlines_of(table["outlines"])
    rest = table["begin"], table["victory"], players, drawn
    return World(name, atlas, nations, centres, seas, *rest)


def _without_of(area: Mapping[str, Any]) -> dict[str, Any]:
    """Return the table of an area with names as orders are read, without "of", too."""
    called = (area["name"], *area.get("aliases", ()))
    short = (one.replace(" of ", " ") for one in called if " of " in one)
    return {**area, "aliases": [*area.get("aliases", ()), *short]}


def map_files() -> tuple[Path, ...]:
    """Return the files of all maps of the box."""
    return tuple(sorted((folder("games") / _MAPS).glob("*.toml")))


def map_file(name: str) -> Path:
    """Return the file of a map of the box."""
    return folder("games") / _MAPS / f"{name}.toml"


def table_of(file: Path) -> dict[str, Any]:
    """Return the table of a map; a map that uses another has its changes only.

    Raises OSError, UnicodeDecodeError, TOMLDecodeError.
    """
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return merged(table_of(map_file(table["use"])), table) if "use" in table else table


def outlines_of(name: str) -> dict[str, Any]:
    """Return the table of outlines. Raises FileNotFoundError."""
    return table_of(folder("games") / _MAPS / "outlines" / f"{name}.toml")


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
