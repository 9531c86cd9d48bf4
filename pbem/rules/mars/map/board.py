"""The map: laid tiles turned, merged and joined by roads.

A place is a number, ten times the tile's and then the platform's: T12.5 is
125. Merged platforms go by the lowest of their numbers (Z5), a built dome by
the lowest of its site's (Z10).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from pbem.rules.mars.map.tiles import SIDES, Box, turned

#: name, column, row (growing south) and quarters turned of a laid tile
Laid = tuple[str, int, int, int]
#: the two ends of a bridge, lower first, and its colour
Bridge = tuple[int, int, str]

STEP = {2: (0, -1), 6: (1, 0), 8: (0, 1), 4: (-1, 0)}
OPPOSITE = {2: 8, 8: 2, 4: 6, 6: 4}


def spell(place: int) -> str:
    """A place as people write it.

    >>> spell(13), spell(125)
    ('T1.3', 'T12.5')
    """
    return f"T{place // 10}.{place % 10}"


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
    def called(self) -> str:
        """The platform's name, the shorter of two where halves met."""
        return spell(self.place)


@dataclass(slots=True)
class Board:
    """The map as a graph; built once for each layout, never changed."""

    laid: tuple[Laid, ...]
    spots: dict[int, Spot]
    at: dict[int, int]  #: any name of a place to the name that it goes by
    cells: dict[tuple[int, int], int]  #: column and row to tile number
    roads: dict[tuple[int, int], tuple[str, ...]]  #: colours of the roads a to b
    tracks: dict[tuple[int, int], tuple[str, ...]]  #: the same, arrows ignored
    near: dict[int, tuple[int, ...]]  #: neighbours by road, arrows ignored
    ways: dict[int, tuple[tuple[int, tuple[str, ...]], ...]]  #: where roads lead
    drawn: list[tuple[int, int, str, bool, bool]]  #: a, b, colour, one-way, bridge
    sites: dict[tuple[int, int], tuple[int, int]]  #: unbuilt bridges, both ways
    domes: dict[int, tuple[int, ...]]  #: tile number to the places of its site
    factories: dict[str, tuple[int, ...]]
    heaps: tuple[int, ...]  #: places with a trash icon
    rocket: int

    def open(self) -> list[Spot]:
        """The platforms from which a tile can be explored."""
        return [spot for spot in self.spots.values() if spot.beyond is not None]


@lru_cache(maxsize=4096)
def survey(
    box: Box,
    laid: tuple[Laid, ...],
    bridges: tuple[Bridge, ...] = (),
    domes: tuple[int, ...] = (),
) -> Board:
    """The map of these tiles, with these bridges and domes (tile numbers)."""
    cells = {(x, y): number for number, (_, x, y, _) in enumerate(laid, 1)}
    at = _merged(box, laid, cells, domes)
    spots: dict[int, Spot] = {}
    sites: dict[int, list[int]] = {}
    for number, (name, x, y, turn) in enumerate(laid, 1):
        for platform in box.tiles[name].platforms:
            key = turned(platform.number, turn)
            place = number * 10 + key
            spot = spots.setdefault(at[place], Spot(at[place]))
            spot.names.append(place)
            spot.factory = spot.factory or platform.factory
            spot.timer |= platform.timer
            spot.rocket |= platform.rocket
            spot.pipe |= platform.pipe
            spot.trash |= platform.trash
            if platform.site:
                sites.setdefault(number, []).append(place)
                spot.dome = number in domes
                spot.site = "" if spot.dome else platform.site
            if platform.explore:
                dx, dy = STEP[key]
                if (x + dx, y + dy) not in cells:
                    spot.beyond = (x + dx, y + dy)
                    spot.explore = platform.explore
    board = Board(laid, spots, at, cells, {}, {}, {}, {}, [], {}, {}, {}, (), 0)
    board.domes = {number: tuple(sorted(s)) for number, s in sites.items()}
    _join(box, board, bridges)
    for spot in spots.values():
        if spot.factory:
            board.factories[spot.factory] = (
                *board.factories.get(spot.factory, ()),
                spot.place,
            )
        if spot.rocket:
            board.rocket = spot.place
    board.heaps = tuple(sorted(s.place for s in spots.values() if s.trash))
    return board


def _merged(
    box: Box,
    laid: tuple[Laid, ...],
    cells: dict[tuple[int, int], int],
    domes: tuple[int, ...],
) -> dict[int, int]:
    """Every place to the place that it is one platform with."""
    at: dict[int, int] = {}
    for number, (name, x, y, turn) in enumerate(laid, 1):
        site = 0
        for key in sorted(turned(p.number, turn) for p in box.tiles[name].platforms):
            at[number * 10 + key] = number * 10 + key
        for platform in sorted(
            box.tiles[name].platforms, key=lambda p: turned(p.number, turn)
        ):
            key = turned(platform.number, turn)
            if platform.site and number in domes:
                site = site or number * 10 + key
                at[number * 10 + key] = site
        for key in SIDES:
            dx, dy = STEP[key]
            other = cells.get((x + dx, y + dy), 99) * 10 + OPPOSITE[key]
            if number * 10 + key in at and other < number * 10 and other in at:
                at[number * 10 + key] = at[other]
    return at


def _join(box: Box, board: Board, bridges: tuple[Bridge, ...]) -> None:
    """Fills in the roads, the built bridges and the sites of others."""
    roads: dict[tuple[int, int], list[str]] = {}
    tracks: dict[tuple[int, int], list[str]] = {}
    built = {(a, b): colour for a, b, colour in bridges}
    for number, (name, _, _, turn) in enumerate(board.laid, 1):
        for road in box.tiles[name].roads:
            ends = [number * 10 + turned(end, turn) for end in (road.a, road.b)]
            a, b = board.at[ends[0]], board.at[ends[1]]
            low, high = min(ends), max(ends)
            colour = road.colour or built.get((low, high), "")
            board.drawn.append((ends[0], ends[1], colour, road.oneway, not road.colour))
            if a == b:
                continue  # Z10: inside a built dome there is no road left
            if not colour:
                board.sites[a, b] = board.sites[b, a] = (low, high)
                continue
            for pair in ((a, b), (b, a)):
                tracks.setdefault(pair, []).append(colour)
            roads.setdefault((a, b), []).append(colour)
            if not road.oneway:
                roads.setdefault((b, a), []).append(colour)
    board.roads = {pair: tuple(colours) for pair, colours in roads.items()}
    board.tracks = {pair: tuple(colours) for pair, colours in tracks.items()}
    near: dict[int, set[int]] = {place: set() for place in board.spots}
    for a, b in tracks:
        near[a].add(b)
    board.near = {place: tuple(sorted(others)) for place, others in near.items()}
    board.ways = {
        place: tuple((b, board.roads[place, b]) for b in others if (place, b) in roads)
        for place, others in board.near.items()
    }


def quarters(entrance: int, side: int) -> int:
    """How far a tile is turned so that its entrance meets a side (Z4).

    >>> quarters(8, 2), quarters(8, 6), quarters(4, 2)
    (0, 1, 3)
    """
    return next(q for q in range(4) if turned(entrance, q) == OPPOSITE[side])


def side_of(spot: Spot, board: Board) -> int:
    """The place, among a platform's names, at which its tile is left."""
    for name in spot.names:
        step = STEP.get(name % 10)
        if step is not None:
            _, x, y, _ = board.laid[name // 10 - 1]
            if (x + step[0], y + step[1]) == spot.beyond:
                return name
    raise ValueError(spot.called)
