"""Maps as data: areas and their coasts, roads by kind of unit, and all their names.

A map is a table, as TOML has it:

    [area.Spa]
    name = "Spain"
    kind = "coast"
    aliases = ["spn", "esp"]
    army = ["Gas", "Mar", "Por"]
    coasts = ["nc", "sc"]
    fleet_nc = ["Gas", "Mao", "Por"]
    fleet_sc = ["Lyo", "Mao", "Mar", "Por", "Wes"]

    [ambiguous]
    tyr = ["Tyr", "Tys"]

    [coast]
    nc = ["nc", "north coast"]
    sc = ["sc", "south coast"]

    [coast_alias]
    "Spa/wc" = "Spa/sc"

A *spot* is where a unit stands: an area ("Spa"), or one of its coasts ("Spa/nc").
`army` and `fleet` are kinds of road, of which a game may have any others.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

_WORDS = re.compile(r"[^\W_]+|[-/]")


class Area(NamedTuple):
    """One area of a map."""

    name: str  #: short, as notation prints it: "Spa"
    title: str  #: in full: "Spain"
    kind: str  #: "coast"
    coasts: tuple[str, ...]  #: those that are told apart: ("nc", "sc")
    facts: Mapping[str, Any]  #: the whole table of the area


class NameMatch(NamedTuple):
    """Words that name something: how many they are, and what they may mean."""

    size: int
    found: tuple[str, ...]


class Misfit(NamedTuple):
    """What is wrong with a map, for its author."""

    key: tuple[str, ...]  #: where: ("area", "Spa", "army")
    why: str


def words(text: str) -> tuple[str, ...]:
    """Return the words of a name in small letters without accents, and its signs.

    >>> words("Mid-Atlantic"), words("St. Petersburg"), words("München")
    (('mid', '-', 'atlantic'), ('st', 'petersburg'), ('munchen',))
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(one for one in plain if not unicodedata.combining(one))
    return tuple(_WORDS.findall(plain))


def area_of(spot: str) -> str:
    """Return the area of a spot.

    >>> area_of("Spa/nc"), area_of("Par")
    ('Spa', 'Par')
    """
    return spot.partition("/")[0]


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table updated by changes: nested tables are merged, `false` deletes a
    key, other values replace.

    >>> merged({"a": {"x": 1, "y": 2}, "b": [1]}, {"a": {"x": 3, "y": False}, "b": []})
    {'a': {'x': 3}, 'b': []}
    """
    result = dict(base)
    for key, value in changes.items():
        old = result.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            value = merged(old, value)
        result[key] = value
        if value is False:
            del result[key]
    return result


class Atlas:
    """A map, read from its table; `roads` are the kinds of road that the game knows.

    >>> atlas = Atlas({"area": {
    ...     "Por": {"name": "Portugal", "kind": "coast", "army": ["Spa"],
    ...             "fleet": ["Spa/nc"]},
    ...     "Spa": {"name": "Spain", "kind": "coast", "army": ["Por"],
    ...             "coasts": ["nc"], "fleet_nc": ["Por"]},
    ... }, "coast": {"nc": ["nc", "north coast"]}}, ("army", "fleet"))
    >>> atlas.adjacent("fleet", "Por"), atlas.adjacent("fleet", "Spa/nc")
    (('Spa/nc',), ('Por',))
    >>> atlas.spots("fleet", "Spa"), atlas.spots("army", "Spa")
    (('Spa/nc',), ('Spa',))
    >>> [*atlas.defects()]
    []
    """

    def __init__(self, table: Mapping[str, Any], roads: Sequence[str]) -> None:
        self.areas: dict[str, Area] = {
            name: _area(name, one) for name, one in table["area"].items()
        }
        self.roads: dict[str, dict[str, tuple[str, ...]]] = {
            kind: dict(_roads(kind, self.areas.values())) for kind in roads
        }
        self._near = {
            kind: {spot: frozenset(map(area_of, to)) for spot, to in found.items()}
            for kind, found in self.roads.items()
        }
        self._spots = {
            kind: {name: _of_area(one, found) for name, one in self.areas.items()}
            for kind, found in self.roads.items()
        }
        self._around = {
            kind: {area: self._union(kind, area) for area in self.areas}
            for kind in roads
        }
        self.names = Names(table)

    def _union(self, road: str, area: str) -> frozenset[str]:
        near = (self._near[road][spot] for spot in self.spots(road, area))
        return frozenset[str]().union(*near)

    def adjacent(self, road: str, spot: str) -> tuple[str, ...]:
        """Return the spots that a road of a kind leads to; () from where none does."""
        return self.roads[road].get(spot, ())

    def adjacent_areas(self, road: str, spot: str) -> frozenset[str]:
        """Return the areas that a road of a kind leads to from a spot."""
        return self._near[road].get(spot, frozenset())

    def areas_around(self, road: str, area: str) -> frozenset[str]:
        """Return the areas that a road of a kind leads to from any spot of an area."""
        return self._around[road][area]

    def spots(self, road: str, area: str) -> tuple[str, ...]:
        """Return the spots of an area from which there is a road of a kind."""
        return self._spots[road][area]

    def defects(self) -> Iterator[Misfit]:
        """Yield what is wrong with the map."""
        for kind, roads in self.roads.items():
            for spot, others in roads.items():
                name, _, coast = spot.partition("/")
                key = ("area", name, f"{kind}_{coast}" if coast else kind)
                for other in others:
                    yield from self._wrong_road(key, kind, spot, other)
        for area in self.areas.values():
            if not any(self.spots(kind, area.name) for kind in self.roads):
                why = f"{area.name} has no road: give it {_either(self.roads)}."
                yield Misfit(("area", area.name), why)
            for coast in area.coasts:
                if coast not in self.names.coasts.values():
                    why = f'[coast] does not say what "{coast}" may be called.'
                    yield Misfit(("area", area.name, "coasts"), why)
        yield from self.names.defects(self.areas)

    def _wrong_road(
        self, key: tuple[str, ...], kind: str, spot: str, other: str
    ) -> Iterator[Misfit]:
        if area_of(other) not in self.areas:
            yield Misfit(key, f"It leads to {other}, and there is no such area.")
        elif area_of(other) == area_of(spot):
            yield Misfit(key, f"It leads from {spot} to itself.")
        elif other not in self.roads[kind]:
            spots = self.spots(kind, area_of(other))
            right = f"Write {_either(spots)}." if spots else f"{other} has no {kind}."
            yield Misfit(
                key, f"It leads to {other}, from where no {kind} goes. {right}"
            )
        elif spot not in self.roads[kind][other]:
            back, _, coast = other.partition("/")
            whose = f"{kind}_{coast}" if coast else kind
            why = f"It leads to {other}, but {whose} of {back} does not lead back: "
            yield Misfit(key, f'{why}add "{spot}" there, or take "{other}" away here.')


class Names:
    """Finds areas and coasts of a map by any of their names and abbreviations."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._of: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._clashes: list[Misfit] = []
        for name, area in table["area"].items():
            for called in (name, area["name"], *area.get("aliases", ())):
                known = self._of.setdefault(words(called), (name,))
                if known != (name,):
                    why = f'"{called}" is what {known[0]} is called, too: take it away '
                    why += "from one of them, or list it under [ambiguous]."
                    self._clashes.append(Misfit(("area", name), why))
        self.ambiguous = {
            words(called): tuple(found)
            for called, found in table.get("ambiguous", {}).items()
        }
        self._of.update(self.ambiguous)
        self.coasts = {
            words(called): coast
            for coast, every in table.get("coast", {}).items()
            for called in every
        }
        self._other_coasts: Mapping[str, str] = table.get("coast_alias", {})
        self._longest = max(map(len, self._of))
        self._longest_coast = max(map(len, self.coasts), default=0)

    def match(self, found: Sequence[str]) -> NameMatch | None:
        """Return the longest name at the beginning of these words, None for none.

        Several areas are found where a name is ambiguous. The words are folded as
        `words` does it.
        """
        for size in range(min(self._longest, len(found)), 0, -1):
            areas = self._of.get(tuple(found[:size]))
            if areas is not None:
                return NameMatch(size, areas)
        return None

    def match_coast(self, found: Sequence[str]) -> NameMatch | None:
        """Return the longest name of a coast at the beginning of these words."""
        for size in range(min(self._longest_coast, len(found)), 0, -1):
            coast = self.coasts.get(tuple(found[:size]))
            if coast is not None:
                return NameMatch(size, (coast,))
        return None

    def known(self) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """Return all names, word by word, with what they may mean."""
        return self._of

    def spot(self, area: str, coast: str) -> str:
        """Return a spot by area and coast, as this map calls it."""
        spot = f"{area}/{coast}" if coast else area
        return self._other_coasts.get(spot, spot)

    def defects(self, areas: Mapping[str, Area]) -> Iterator[Misfit]:
        """Yield what is wrong with the names of a map."""
        yield from self._clashes
        for called, found in self.ambiguous.items():
            for name in found:
                if name not in areas:
                    why = f'"{" ".join(called)}" may mean {name}, which is no area.'
                    yield Misfit(("ambiguous", " ".join(called)), why)
        for old, new in self._other_coasts.items():
            area, _, coast = new.partition("/")
            if area not in areas or coast not in areas[area].coasts:
                why = f"It stands for {new}, which is no coast."
                yield Misfit(("coast_alias", old), why)


def _area(name: str, table: Mapping[str, Any]) -> Area:
    coasts = tuple(table.get("coasts", ()))
    return Area(name, table["name"], table["kind"], coasts, table)


def _of_area(area: Area, roads: Mapping[str, object]) -> tuple[str, ...]:
    every = (area.name, *(f"{area.name}/{coast}" for coast in area.coasts))
    return tuple(spot for spot in every if spot in roads)


def _roads(kind: str, areas: Iterator[Area] | Any) -> Iterator[tuple[str, Any]]:
    for area in areas:
        if kind in area.facts:
            yield area.name, tuple(area.facts[kind])
        for coast in area.coasts:
            if f"{kind}_{coast}" in area.facts:
                yield f"{area.name}/{coast}", tuple(area.facts[f"{kind}_{coast}"])


def _either(names: Any) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else str(last)
