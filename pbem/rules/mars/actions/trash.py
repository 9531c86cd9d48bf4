"""Where trash comes out, and where it goes when it finds no room (Z13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbem.rules.mars import events as told
from pbem.rules.mars.map.board import spell

if TYPE_CHECKING:
    from pbem.rules.mars.actions.table import Desk


def drop(
    desk: Desk, seat: int, heaps: Iterable[int], dump: tuple[int, ...] = ()
) -> None:
    """One piece of trash for every heap, as long as the supply lasts.

    `dump` are the exploring player's preferences: which heaps come first, and
    which platforms are rather chosen; the rest goes in order of platforms.
    """
    wishes = [desk.board.at[place] for place in dump]
    for heap in sorted(heaps, key=lambda place: _rank(place, wishes)):
        if not desk.supply["trash"]:
            return
        place = room(desk, heap, wishes)
        if place:
            _put(desk, seat, heap, place)


def room(desk: Desk, heap: int, wishes: list[int]) -> int:
    """The platform that takes the trash of a heap; 0 where none does.

    The heap itself, or else a neighbour of it, or else a neighbour of those,
    and so on; never one with trash, a colonist or a dome (Z13, Z24).
    """
    if desk.pawns.get(heap) == "colonist":
        return 0
    ring, seen = {heap}, {heap}
    while ring:
        takers = [place for place in ring if _takes(desk, place)]
        if takers:
            return min(takers, key=lambda place: _rank(place, wishes))
        ring = {next_ for place in ring for next_ in desk.board.near[place]} - seen
        seen |= ring
    return 0


def _takes(desk: Desk, place: int) -> bool:
    blocked = desk.pawns.get(place) in ("trash", "colonist")
    return not blocked and not desk.board.spots[place].dome


def _rank(place: int, wishes: list[int]) -> tuple[int, int]:
    return (wishes.index(place) if place in wishes else len(wishes), place)


def _put(desk: Desk, seat: int, heap: int, place: int) -> None:
    eaten = desk.pawns.get(place) == "slug"
    gone = ""
    if not eaten:
        gone = desk.back(place)
        desk.supply["trash"] -= 1
        desk.pawns[place] = "trash"
    desk.events.append(
        told.Trashed(
            tick=desk.tick,
            seat=desk.seats[seat],
            place=spell(place),
            heap=spell(heap),
            gone=gone,
            eaten=eaten,
        )
    )
