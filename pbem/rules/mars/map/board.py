"""The map: laid tiles turned, merged and joined by roads.

Merged platforms go by the lowest of their numbers (Z5), a built dome by the lowest
of its site's (Z10).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from pbem.rules.mars.map.pieces import (
    OPEN,
    Form,
    Piece,
    Spot,
    Way,
    form_of,
    joined,
    piece_of,
    shut,
)
from pbem.rules.mars.map.places import OPPOSITE, STEP, spell
from pbem.rules.mars.map.tiles import SIDES, Box, turned

#: name, column, row (growing south) and quarters turned of a laid tile
Laid = tuple[str, int, int, int]
#: the two ends of a bridge, lower first, and its colour
Bridge = tuple[int, int, str]


@dataclass(slots=True, eq=False)
class Board:
    """The map as a graph; built once for each layout, never changed."""

    laid: tuple[Laid, ...]
    pieces: list[Piece] = field(default_factory=list)  #: the tiles, by number
    cells: dict[tuple[int, int], int] = field(default_factory=dict)  #: to tile numbers
    #: Any name of a place to the name that it goes by.
    at: dict[int, int] = field(default_factory=dict)
    spots: dict[int, Spot] = field(default_factory=dict)
    #: Tile numbers to the places of their sites.
    domes: dict[int, tuple[int, ...]] = field(default_factory=dict)
    #: Unbuilt bridges by their ends, both ways: the places named on their tile.
    sites: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    #: Colours of the roads from a to b; tracks: the same, arrows ignored.
    roads: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    tracks: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    #: Neighbours by track; ways: those by road, with the colours.
    near: dict[int, tuple[int, ...]] = field(default_factory=dict)
    ways: dict[int, tuple[Way, ...]] = field(default_factory=dict)
    factories: dict[str, tuple[int, ...]] = field(default_factory=dict)
    heaps: tuple[int, ...] = ()  #: places with a trash icon
    rocket: int = 0

    def called(self, place: int) -> str:
        """Return the name that a place goes by; an empty string for none."""
        return spell(self.at.get(place, 0))

    def open(self) -> list[Spot]:
        """Return the platforms from which a tile can be explored."""
        return [spot for spot in self.spots.values() if spot.beyond is not None]


# A map takes a millisecond to make, and is asked for at every action of a plan.
@lru_cache(maxsize=256)
def board_of(
    box: Box,
    laid: tuple[Laid, ...],
    bridges: tuple[Bridge, ...] = (),
    domes: tuple[int, ...] = (),
) -> Board:
    """Return the map of these tiles, with these bridges and domes (tile numbers)."""
    board = Board(laid)
    for number, (name, x, y, turn) in enumerate(laid, 1):
        mine = tuple([one for one in bridges if one[0] // 10 == number])
        built = tuple([(a % 10, b % 10, colour) for a, b, colour in mine])
        _lay(board, form_of(box, name, turn, built, number in domes), x, y)
    return board


def _lay(board: Board, form: Form, x: int, y: int) -> None:
    """Lay one more tile on a map."""
    cells, at, spots, near = board.cells, board.at, board.spots, board.near
    number = len(board.pieces) + 1
    sides: list[int] = []
    for key in SIDES:
        dx, dy = STEP[key]
        other = cells.get((x + dx, y + dy))
        if other is None:
            sides.append(OPEN)
            continue
        goes_by = at.get(other * 10 + OPPOSITE[key], 0)
        if goes_by and spots[goes_by].beyond == (x, y):  # Z4, Z5
            spots[goes_by] = shut(spots[goes_by])
        sides.append(goes_by)
    piece = piece_of(form, number, x, y, *sides)
    board.pieces.append(piece)
    cells[x, y] = number
    at.update(piece.at)
    spots.update(piece.spots)
    board.sites.update(piece.sites)
    board.roads.update(piece.roads)
    board.tracks.update(piece.tracks)
    near.update(piece.near)
    board.ways.update(piece.ways)
    _note(board, piece.spots.values())
    for half in piece.halves:  # Z5: wherever two halves meet, they are one
        goes_by = half.place
        spots[goes_by] = joined(spots[goes_by], half)
        _note(board, [half])
        near[goes_by] = tuple(sorted({*near[goes_by], *piece.half_near[goes_by]}))
        ways = (*board.ways[goes_by], *piece.half_ways[goes_by])
        board.ways[goes_by] = tuple(sorted(ways))
    if form.site:
        board.domes[number] = tuple([number * 10 + key for key in form.site])


def _note(board: Board, spots: Iterable[Spot]) -> None:
    """Fill in where special platforms are, of some that are new."""
    for spot in spots:
        if spot.factory:
            others = board.factories.get(spot.factory, ())
            board.factories[spot.factory] = (*others, spot.place)
        if spot.rocket:
            board.rocket = spot.place
        if spot.trash:
            board.heaps = tuple(sorted({*board.heaps, spot.place}))


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
