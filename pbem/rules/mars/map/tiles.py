"""Mars tiles: what is drawn on them, read from TOML files that people write.

A tile's platforms sit where the keys of a telephone sit, 1 to 9 from the
north-west; 2, 4, 6 and 8 are the half platforms in the middle of its sides.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pbem.rules.mars.map.colours import COLOURS
from pbem.system.resources import folder

SIDES = (2, 4, 6, 8)
SETS = ("start", "A", "B", "C", "D", "E", "X")

#: Column and line of each platform, in characters, as its tile is drawn.
POINTS = {
    1: (5, 2), 2: (10, 0), 3: (15, 2),
    4: (0, 4), 5: (10, 4), 6: (20, 4),
    7: (5, 6), 8: (10, 8), 9: (15, 6),
}  # fmt: skip

_ROAD = re.compile(r"([1-9])\s*(<)?-?\s*(\w+|\.+)\s*-?(>)?\s*([1-9])")
_TURNED = {1: 3, 2: 6, 3: 9, 4: 2, 5: 5, 6: 8, 7: 1, 8: 4, 9: 7}


class TileFault(ValueError):
    """A tile that cannot be read or played: `code` and what it is about."""

    def __init__(self, code: str, **given: Any) -> None:
        super().__init__(f"{code} {given}")
        self.code = code
        self.given = given


@dataclass(frozen=True, slots=True)
class Platform:
    """One platform as a tile has it."""

    number: int
    entrance: bool = False  #: with the arrow that meets the explored platform
    explore: str = ""  #: the colour of a half platform that leads on
    factory: str = ""  #: the colour that it produces
    site: str = ""  #: the colour that a dome's site asks for here
    timer: bool = False
    rocket: bool = False
    pipe: bool = False
    trash: bool = False
    slug: int = 0  #: where the slug's arrow points


@dataclass(frozen=True, slots=True)
class Road:
    """A road between two platforms; without a colour, a bridge's site."""

    a: int
    b: int
    colour: str = ""
    oneway: bool = False  #: only from a to b


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile as it lies in its file, not turned."""

    name: str
    set: str
    title: str
    platforms: tuple[Platform, ...]
    roads: tuple[Road, ...]

    @property
    def entrances(self) -> tuple[int, ...]:
        """The numbers of the platforms with an arrow: one, on a good tile."""
        return tuple(p.number for p in self.platforms if p.entrance)


@dataclass(frozen=True, eq=False)
class Box:
    """The tiles of one box; boxes of the same name are the same box."""

    name: str
    tiles: Mapping[str, Tile]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def of(self, *sets: str) -> tuple[str, ...]:
        """Return the names of the tiles of these sets, in order."""
        return _of(self, sets)


def _of(box: Box, sets: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name, tile in box.tiles.items() if tile.set in sets)


def boxed(name: str, tiles: Iterable[Tile]) -> Box:
    """Return a box of these tiles, in order of sets."""
    ordered = sorted(tiles, key=lambda tile: SETS.index(tile.set))
    return Box(name, {tile.name: tile for tile in ordered})


def without_pipes(box: Box) -> Box:
    """Return a box whose tiles have no pipelines, for modules before them (Z18)."""
    tiles = (
        replace(tile, platforms=tuple(replace(p, pipe=False) for p in tile.platforms))
        for tile in box.tiles.values()
    )
    return boxed(f"{box.name}, without pipelines", tiles)


def turned(number: int, quarters: int) -> int:
    """Return where a platform comes to lie when its tile is turned clockwise.

    >>> turned(8, 1), turned(1, 2), turned(5, 3)
    (4, 9, 5)
    """
    for _ in range(quarters % 4):
        number = _TURNED[number]
    return number


def read_tile(text: str) -> Tile:
    """Return the tile that a TOML text describes. Raise TileFault."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TileFault("toml", found=str(error)) from None
    for key in ("name", "set", "title", "roads", "platforms"):
        if key not in data:
            raise TileFault("missing", key=key)
    if data["set"] not in SETS:
        raise TileFault("set", found=str(data["set"]), known=SETS)
    if not isinstance(data["platforms"], dict) or not isinstance(data["roads"], list):
        raise TileFault("missing", key="roads and [platforms]")
    platforms = tuple(
        read_platform(str(number), str(words))
        for number, words in sorted(data["platforms"].items())
    )
    roads = tuple(read_road(str(road)) for road in data["roads"])
    return Tile(str(data["name"]), data["set"], str(data["title"]), platforms, roads)


def read_platform(number: str, words: str) -> Platform:
    """Return a platform from its line in [platforms]. Raise TileFault.

    >>> read_platform("8", "entrance trash slug 5").slug
    5
    >>> read_platform("2", "explore green").explore
    'green'
    """
    if number not in "123456789" or len(number) != 1:
        raise TileFault("number", found=number)
    facts: dict[str, Any] = {}
    rest = words.lower().split()
    while rest:
        word = rest.pop(0)
        if word in ("entrance", "timer", "rocket", "pipe", "trash"):
            facts[word] = True
        elif word in ("explore", "factory", "site"):
            facts[word] = rest.pop(0) if rest else ""
            if facts[word] not in COLOURS:
                raise TileFault("colour", found=facts[word], where=number)
        elif word == "slug" and rest and rest[0] in "123456789":
            facts[word] = int(rest.pop(0))
        elif word != "plain":
            raise TileFault("word", found=word, where=number)
    return Platform(int(number), **facts)


def read_road(text: str) -> Road:
    """Return a road from its text: two-way, one-way, or a bridge's site of dots.

    Raise TileFault.

    >>> read_road("1 -blue> 5")
    Road(a=1, b=5, colour='blue', oneway=True)
    >>> read_road("2 ..... 5").colour
    ''
    """
    match = _ROAD.fullmatch(text.strip().lower())
    if match is None or (match[2] and match[4]):
        raise TileFault("road", found=text)
    first, last = int(match[1]), int(match[5])
    if match[3].startswith("."):
        return Road(first, last)
    if match[3] not in COLOURS:
        raise TileFault("colour", found=match[3], where=text)
    if match[2]:
        return Road(last, first, match[3], True)
    return Road(first, last, match[3], bool(match[4]))


# Twenty files: each game that is begun or replayed would wait for them.
@cache
def standard_box() -> Box:
    """Return the 21 tiles that come with the game: a house reconstruction."""
    files = sorted((folder("games") / "mars" / "tiles").glob("*.toml"))
    return boxed("house", (read_tile(file.read_text("utf-8")) for file in files))
