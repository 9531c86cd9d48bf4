"""Where the ships of a fleet may be, for all that is known of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from pbem.chance import Chance

SIZE = 10  #: squares along each side
Cells: TypeAlias = tuple[int, ...]
"""Squares by number, ten to a row, from the top left."""


class Ship(NamedTuple):
    """A kind of ship."""

    name: str
    length: int


SHIPS = (Ship("destroyer", 2), Ship("cruiser", 3), Ship("cruiser", 3),
         Ship("battleship", 4), Ship("carrier", 5))  # fmt: skip
"""In the order in which the engine places them."""


@dataclass(frozen=True)
class Known:
    """What is known of a fleet that was shot at."""

    water: frozenset[int] = frozenset()  #: squares without a ship
    hits: tuple[int, ...] = ()  #: squares with one, in the order of the shots
    sunk: Mapping[int, int] = field(default_factory=dict)  #: ship to its last square


def name_of(square: int) -> str:
    """Return what a square is called.

    >>> name_of(0), name_of(27), name_of(99)
    ('A1', 'C8', 'J10')
    """
    return f"{chr(ord('A') + square // SIZE)}{square % SIZE + 1}"


def ship(start: int, step: int, length: int) -> Cells:
    """Return the squares of a ship; they must lie on the board."""
    return tuple(range(start, start + step * length, step))


def _places(length: int) -> list[Cells]:
    """Return all places of a ship."""
    last = SIZE - length + 1
    across = [ship(SIZE * row + column, 1, length)
              for row in range(SIZE) for column in range(last)]  # fmt: skip
    upright = [ship(SIZE * row + column, SIZE, length)
               for row in range(last) for column in range(SIZE)]  # fmt: skip
    return [*across, *upright]


_PLACES = {length: _places(length) for length in {one.length for one in SHIPS}}


def placed(known: Known, chance: Chance) -> tuple[tuple[Cells, ...], Chance]:
    """Return a fleet that fits all that is known, by lot, and the chance left.

    Raises ValueError where no fleet fits.
    """
    found, chance = _filled(known, {}, chance)
    if found is None:
        raise ValueError("no fleet is so")
    return tuple(found[at] for at in range(len(SHIPS))), chance


def _filled(
    known: Known, done: Mapping[int, Cells], chance: Chance
) -> tuple[Mapping[int, Cells] | None, Chance]:
    """Return a fleet with these ships in it; None: there is none."""
    if len(done) == len(SHIPS):
        covered = {square for cells in done.values() for square in cells}
        return (done if covered.issuperset(known.hits) else None), chance
    choices = _choices(known, done)
    if not choices:
        return None, chance
    start, chance = chance.below(len(choices), "imagined")
    for at, cells in (*choices[start:], *choices[:start]):
        found, chance = _filled(known, {**done, at: cells}, chance)
        if found is not None:
            return found, chance
    return None, chance


def _choices(known: Known, done: Mapping[int, Cells]) -> list[tuple[int, Cells]]:
    """Return ships that may come next, with their places: first those that were sunk;
    then what covers a hit that no ship covers yet; then the others."""
    used = {x for cells in done.values() for x in cells}
    sunk = [at for at in sorted(known.sunk) if at not in done]
    if sunk:
        return [(sunk[0], cells) for cells in _sunk_places(known, sunk[0], used)]
    left = [at for at in range(len(SHIPS)) if at not in done]
    bare = [square for square in known.hits if square not in used]
    left = left if bare else left[-1:]
    hits = {*known.hits}
    return [
        (at, cells)
        for at in left
        for cells in _PLACES[SHIPS[at].length]
        if (not bare or bare[0] in cells)
        and used.isdisjoint(cells)
        and known.water.isdisjoint(cells)
        and not hits.issuperset(cells)
    ]


def _sunk_places(known: Known, at: int, used: set[int]) -> Sequence[Cells]:
    """Return where a ship may be that went down by a shot at one of its squares."""
    last = known.sunk[at]
    before = {*known.hits[: known.hits.index(last)]}
    before -= {square for other, square in known.sunk.items() if other != at}
    return [
        cells
        for cells in _PLACES[SHIPS[at].length]
        if last in cells
        and used.isdisjoint(cells)
        and before.issuperset({*cells} - {last})
    ]
