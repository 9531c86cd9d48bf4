"""The map: laid tiles turned, merged and joined by roads.

A place is a number, ten times the tile's and then the platform's: T12.5 is
125, and 0 is no place. Merged platforms go by the lowest of their numbers
(Z5), a built dome by the lowest of its site's (Z10).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache

from pbem.rules.mars.map.tiles import SIDES, Box, turned

#: name, column, row (growing south) and quarters turned of a laid tile
Laid = tuple[str, int, int, int]
#: the two ends of a bridge, lower first, and its colour
Bridge = tuple[int, int, str]

#: Layouts whose maps, and places whose names, are kept in memory.
MAX_KEPT_MAPS, MAX_KEPT_NAMES = 4096, 1024

STEP = {2: (0, -1), 6: (1, 0), 8: (0, 1), 4: (-1, 0)}
OPPOSITE = {2: 8, 8: 2, 4: 6, 6: 4}

_KEYS = {"n": 2, "w": 4, "e": 6, "s": 8, "c": 5, "nw": 1, "ne": 3, "sw": 7, "se": 9}
_KEYS |= {"north": 2, "west": 4, "east": 6, "south": 8, "centre": 5, "center": 5}
_KEYS |= {"northwest": 1, "northeast": 3, "southwest": 7, "southeast": 9}


@lru_cache(maxsize=MAX_KEPT_NAMES)
def spell(place: int) -> str:
    """Return a place as people write it; 0 is an empty string.

    >>> spell(13), spell(125), spell(0)
    ('T1.3', 'T12.5', '')
    """
    return f"T{place // 10}.{place % 10}" if place else ""


@lru_cache(maxsize=1024)
def place_called(text: str) -> int:
    """Return the place that a text names, on the map or not. Raise ValueError.

    >>> place_called("T1.3"), place_called("2.east"), place_called("t12.SW")
    (13, 26, 127)
    """
    tile, _, key = text.lower().lstrip("t").partition(".")
    key = key.strip().replace("-", "")
    number = _KEYS.get(key) or int(key)
    # Numbers beyond a tile's platforms must not run over into the next tile,
    # and 0 stands for no place at all.
    return max(1, int(tile) * 10 + (number if number < 10 else 0))


@dataclass(slots=True)
class Spot:
    """One platform of the map."""

    place: int
    names: list[int] = field(default_factory=list)
    explore: str = ""  #: colour of the pawn that explores here
    beyond: tuple[int, int] | None = None  #: the empty cell that it opens on
    factory: str = ""
    site: str = ""
    dome: bool = False  #: a built dome
    timer: bool = False
    rocket: bool = False
    pipe: bool = False
    trash: bool = False

    @property
    def name(self) -> str:
        """The platform's name, that of the earlier tile where halves met."""
        return spell(self.place)


@dataclass(slots=True, eq=False)
class Board:
    """The map as a graph; built once for each layout, never changed."""

    laid: tuple[Laid, ...]
    cells: dict[tuple[int, int], int]  #: column and row to tile number
    at: dict[int, int]  #: any name of a place to the name that it goes by
    spots: dict[int, Spot] = field(default_factory=dict)
    #: Tile numbers to the places of their sites.
    domes: dict[int, tuple[int, ...]] = field(default_factory=dict)
    factories: dict[str, tuple[int, ...]] = field(default_factory=dict)
    heaps: tuple[int, ...] = ()  #: places with a trash icon
    rocket: int = 0
    #: Roads and bridges as they lie: a, b, colour, one-way, bridge.
    drawn: list[tuple[int, int, str, bool, bool]] = field(default_factory=list)
    #: Unbuilt bridges by their ends, both ways: the places named on their tile.
    sites: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    #: Colours of the roads from a to b; tracks: the same, arrows ignored.
    roads: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    tracks: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    #: Neighbours by track; ways: those by road, with the colours.
    near: dict[int, tuple[int, ...]] = field(default_factory=dict)
    ways: dict[int, list[tuple[int, tuple[str, ...]]]] = field(default_factory=dict)

    def called(self, place: int) -> str:
        """Return the name that a place goes by; an empty string for none."""
        return spell(self.at.get(place, 0))

    def open(self) -> list[Spot]:
        """Return the platforms from which a tile can be explored."""
        return [spot for spot in self.spots.values() if spot.beyond is not None]


@lru_cache(maxsize=MAX_KEPT_MAPS)
def board_of(
    box: Box,
    laid: tuple[Laid, ...],
    bridges: tuple[Bridge, ...] = (),
    domes: tuple[int, ...] = (),
) -> Board:
    """Return the map of these tiles, with these bridges and domes (tile numbers)."""
    cells = {(x, y): number for number, (_, x, y, _) in enumerate(laid, 1)}
    board = Board(laid, cells, _merged(box, laid, cells, domes))
    _set_spots(box, board, domes)
    _join(box, board, bridges)
    return board


def _merged(
    box: Box,
    laid: tuple[Laid, ...],
    cells: dict[tuple[int, int], int],
    domes: tuple[int, ...],
) -> dict[int, int]:
    """Return every place with the place that it is one platform with."""
    at: dict[int, int] = {}
    for number, (name, x, y, turn) in enumerate(laid, 1):
        platforms = box.tiles[name].platforms
        places = {number * 10 + turned(p.number, turn): p for p in platforms}
        at.update((place, place) for place in places)
        if number in domes:  # Z10: the site is one platform now
            site = sorted(place for place, p in places.items() if p.site)
            at.update((place, site[0]) for place in site)
        for key in SIDES:  # Z5: wherever two halves meet, they are one
            dx, dy = STEP[key]
            other = cells.get((x + dx, y + dy), 99) * 10 + OPPOSITE[key]
            if number * 10 + key in at and other < number * 10 and other in at:
                at[number * 10 + key] = at[other]
    return at


def _set_spots(box: Box, board: Board, domes: tuple[int, ...]) -> None:
    """Fill in the platforms, and where special ones are."""
    sites: dict[int, list[int]] = defaultdict(list)
    for number, (name, x, y, turn) in enumerate(board.laid, 1):
        for platform in box.tiles[name].platforms:
            key = turned(platform.number, turn)
            place = number * 10 + key
            goes_by = board.at[place]
            spot = board.spots.setdefault(goes_by, Spot(goes_by))
            spot.names.append(place)
            spot.factory = spot.factory or platform.factory
            spot.timer |= platform.timer
            spot.rocket |= platform.rocket
            spot.pipe |= platform.pipe
            spot.trash |= platform.trash
            if platform.site:
                sites[number].append(place)
                spot.dome = number in domes
                spot.site = "" if spot.dome else platform.site
            dx, dy = STEP.get(key, (0, 0))
            if platform.explore and (x + dx, y + dy) not in board.cells:  # Z4, Z5
                spot.beyond = (x + dx, y + dy)
                spot.explore = platform.explore
    board.domes = {number: tuple(sorted(site)) for number, site in sites.items()}
    for spot in board.spots.values():
        if spot.factory:
            others = board.factories.get(spot.factory, ())
            board.factories[spot.factory] = (*others, spot.place)
        if spot.rocket:
            board.rocket = spot.place
    board.heaps = tuple(sorted(s.place for s in board.spots.values() if s.trash))


def _join(box: Box, board: Board, bridges: tuple[Bridge, ...]) -> None:
    """Fill in the roads, the built bridges and the sites of others."""
    roads: dict[tuple[int, int], tuple[str, ...]] = defaultdict(tuple)
    tracks: dict[tuple[int, int], tuple[str, ...]] = defaultdict(tuple)
    near: dict[int, set[int]] = {place: set() for place in board.spots}
    built = {(a, b): colour for a, b, colour in bridges}
    for number, (name, _, _, turn) in enumerate(board.laid, 1):
        for road in box.tiles[name].roads:
            ends = [number * 10 + turned(end, turn) for end in (road.a, road.b)]
            a, b = board.at[ends[0]], board.at[ends[1]]
            site = (min(ends), max(ends))
            colour = road.colour or built.get(site, "")
            board.drawn.append((ends[0], ends[1], colour, road.oneway, not road.colour))
            if a == b:
                continue  # Z10: inside a built dome there is no road left
            if not colour:
                board.sites[a, b] = board.sites[b, a] = site
                continue
            for one, other in ((a, b), (b, a)):
                near[one].add(other)
                tracks[one, other] += (colour,)
                if (one, other) == (a, b) or not road.oneway:
                    roads[one, other] += (colour,)
    board.roads, board.tracks = dict(roads), dict(tracks)
    board.near = {place: tuple(sorted(others)) for place, others in near.items()}
    board.ways = {
        place: [(b, roads[place, b]) for b in others if (place, b) in roads]
        for place, others in board.near.items()
    }


def quarters(entrance: int, side: int) -> int:
    """Return how far a tile is turned so that its entrance meets a side (Z4).

    >>> quarters(8, 2), quarters(8, 6), quarters(4, 2)
    (0, 1, 3)
    """
    return next(q for q in range(4) if turned(entrance, q) == OPPOSITE[side])


def laid_beyond(box: Box, spot: Spot, name: str) -> Laid:
    """Return a tile laid beyond an open platform, its arrow meeting it (Z4)."""
    assert spot.beyond is not None
    turn = quarters(box.tiles[name].entrances[0], spot.place % 10)
    return (name, *spot.beyond, turn)
