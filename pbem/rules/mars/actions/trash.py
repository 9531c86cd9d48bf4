"""Where trash comes out, and where it goes when it finds no room (Z13)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.kit.graph import Graph
from pbem.protocol import Seat
from pbem.rules.mars.actions.table import RoundState
from pbem.rules.mars.events import Trashed
from pbem.rules.mars.map.places import spell


def drop_trash(
    table: RoundState, seat: Seat, heaps: Iterable[int], dump: tuple[int, ...]
) -> None:
    """Drop one piece of trash for every heap, as long as the supply lasts.

    `dump` are the exploring player's preferences: which heaps come first, and
    which platforms are rather chosen; the rest goes in order of platforms.
    """
    wishes = [table.board.at[place] for place in dump]
    for heap in sorted(heaps, key=lambda place: _rank(place, wishes)):
        if not table.supply["trash"]:
            return
        place = _room(table, heap, wishes)
        if place:
            _put(table, seat, heap, place)


def _room(table: RoundState, heap: int, wishes: list[int]) -> int:
    """Return the platform that takes the trash of a heap; 0 where none does.

    The heap itself, or else a neighbour of it, or else a neighbour of those,
    and so on; never one with trash, a colonist or a dome (Z13, Z24).
    """
    if table.pawns.get(heap) == "colonist":
        return 0
    for ring in Graph.of(table.board.near).rings(heap):
        takers = [place for place in ring if _takes(table, place)]
        if takers:
            return min(takers, key=lambda place: _rank(place, wishes))
    return 0


def _takes(table: RoundState, place: int) -> bool:
    full = table.pawns.get(place) in ("trash", "colonist")
    return not full and not table.board.spots[place].dome


def _rank(place: int, wishes: list[int]) -> tuple[int, int]:
    return (wishes.index(place) if place in wishes else len(wishes), place)


def _put(table: RoundState, seat: Seat, heap: int, place: int) -> None:
    """Put a piece on a platform, or into the slug that sits there (Z25)."""
    eaten = table.pawns.get(place) == "slug"
    gone = ""
    if not eaten:
        gone = table.take_back(place)
        table.bring("trash", place)
    where = {"place": spell(place), "heap": spell(heap)}
    table.tell(Trashed, seat, gone=gone, eaten=eaten, **where)
