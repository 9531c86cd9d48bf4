"""The map of Magic Maze on Mars as the naive referee knows it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

TILES = Path(__file__).parents[2] / "games" / "mars" / "tiles"
#: By the side of a tile: the step to the next one, and the side that it shows there.
SIDES = {2: ((0, -1), 8), 6: ((1, 0), 4), 8: ((0, 1), 2), 4: ((-1, 0), 6)}
KINDS = ("explore", "factory", "site", "timer", "rocket", "pipe", "trash")


def read_tiles() -> dict[str, dict[str, Any]]:
    """All tiles of the box by name, roads and platforms taken apart."""
    found = {}
    for path in sorted(TILES.glob("*.toml")):
        raw = tomllib.loads(path.read_text())
        roads = []
        for line in raw["roads"]:
            one, road, other = line.split()
            colour = road.strip("-<>.")
            if road.startswith("<"):
                one, other = other, one
            one_way = "<" in road or ">" in road
            roads.append((int(one), int(other), colour, one_way))
        platforms = {}
        for number, text in raw["platforms"].items():
            words = text.split()
            features: dict[str, Any] = dict.fromkeys(KINDS, "")
            for at, word in enumerate(words):
                if word in ("explore", "factory", "site"):
                    features[word] = words[at + 1]
                elif word in ("timer", "rocket", "pipe", "trash"):
                    features[word] = "yes"
                elif word == "slug":
                    features["slug"] = int(words[at + 1])
                elif word == "entrance":
                    features["entrance"] = True
            platforms[int(number)] = features
        found[raw["name"]] = {"set": raw["set"], "roads": roads, "places": platforms}
    return found


BOX = read_tiles()


def turned(number: int, turns: int) -> int:
    """Where a platform lies after so many quarters clockwise."""
    row, column = divmod(number - 1, 3)
    for _ in range(turns):
        row, column = column, 2 - row
    return 3 * row + column + 1


def order(place: str) -> tuple[int, int]:
    """The order of platforms: by tile, then by number."""
    tile, number = place[1:].split(".")
    return int(tile), int(number)


class Map:
    """The tiles on the table, and what they make together."""

    def __init__(self) -> None:
        self.tiles: list[dict[str, Any]] = []
        self.at: dict[tuple[int, int], int] = {}  #: by cell: the number of the tile
        self.alias: dict[str, str] = {}  #: by name: the name of what it is part of
        self.features: dict[str, dict[str, Any]] = {}
        self.roads: list[tuple[str, str, str, bool]] = []
        self.gaps: list[tuple[str, str]] = []  #: places of bridges
        self.sites: list[list[str]] = []  #: the three platforms of a dome to be
        self.lay("start", (0, 0), 0)

    def lay(self, name: str, cell: tuple[int, int], turns: int) -> str:
        """Lay a tile; return what it is called from now on."""
        number = len(self.tiles) + 1
        called, tile = f"T{number}", BOX[name]
        self.tiles.append(
            {"name": called, "tile": name, "at": [*cell], "turn": turns},
        )
        self.at[cell] = number

        def place(raw: int) -> str:
            return f"{called}.{turned(raw, turns)}"

        site = []
        for raw, features in tile["places"].items():
            self.alias[place(raw)] = place(raw)
            self.features[place(raw)] = dict(features)
            if features["site"]:
                site.append(place(raw))
        if site:
            self.sites.append(sorted(site, key=order))
        for one, other, colour, one_way in tile["roads"]:
            if colour:
                self.roads.append((place(one), place(other), colour, one_way))
            else:
                self.gaps.append((place(one), place(other)))
        for side, ((dx, dy), back) in SIDES.items():
            near = self.at.get((cell[0] + dx, cell[1] + dy))
            if near is None:
                continue
            mine, theirs = f"{called}.{side}", f"T{near}.{back}"
            for half in (mine, theirs):
                if half in self.features:
                    self.features[half]["explore"] = ""
            if mine in self.features and theirs in self.features:
                self.merge(theirs, mine)
        return called

    def merge(self, keep: str, other: str) -> None:
        """Make one platform of two."""
        keep, other = self.find(keep), self.find(other)
        self.alias[other] = keep
        for key, value in self.features.pop(other).items():
            if value:
                self.features[keep][key] = value

    def find(self, place: str) -> str:
        """What a platform is called; KeyError where it is not on the map."""
        while self.alias[place] != place:
            place = self.alias[place]
        return place

    def places(self) -> list[str]:
        return sorted(self.features, key=order)

    def with_feature(self, key: str, value: str = "yes") -> list[str]:
        return [one for one in self.places() if self.features[one].get(key) == value]

    def links(self, place: str, arrows: bool = True) -> list[tuple[str, str]]:
        """Where roads lead from a platform, each with its colour."""
        found = []
        for one, other, colour, one_way in self.roads:
            one, other = self.find(one), self.find(other)
            if one == other:
                continue
            if one == place:
                found.append((other, colour))
            elif other == place and not (arrows and one_way):
                found.append((one, colour))
        return found

    def gap(self, one: str, other: str) -> tuple[str, str] | None:
        """The place for a bridge between two platforms, not built yet."""
        for gap in self.gaps:
            if {self.find(gap[0]), self.find(gap[1])} == {one, other}:
                return gap
        return None

    def beyond(self, place: str) -> tuple[tuple[int, int], int] | None:
        """The cell that is explored from a platform, and the side that it shows."""
        if place not in self.features or not self.features[place]["explore"]:
            return None
        tile, number = order(place)
        x, y = self.tiles[tile - 1]["at"]
        (dx, dy), back = SIDES[number]
        return (x + dx, y + dy), back

    def explore(self, place: str, name: str) -> str:
        """Lay a tile behind a platform, turned so that its arrow meets it."""
        found = self.beyond(place)
        assert found
        cell, back = found
        raw = next(x for x, one in BOX[name]["places"].items() if one.get("entrance"))
        turns = next(x for x in range(4) if turned(raw, x) == back)
        return self.lay(name, cell, turns)

    def build(self, site: list[str]) -> str:
        """Make one platform of a site."""
        self.sites.remove(site)
        names = sorted({self.find(one) for one in site}, key=order)
        for one in names:
            self.features[one]["site"] = ""
        for one in names[1:]:
            self.merge(names[0], one)
        return names[0]
