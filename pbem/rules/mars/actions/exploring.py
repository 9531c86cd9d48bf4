"""Factories and exploring: what brings pawns and tiles onto the map."""

from __future__ import annotations

from pbem.protocol import Seat
from pbem.rules.mars.actions.actions import Explore, Make
from pbem.rules.mars.actions.table import Blocked, Table
from pbem.rules.mars.actions.trash import drop_trash
from pbem.rules.mars.events import Explored, Hatched, Made
from pbem.rules.mars.map.board import laid_beyond, spell
from pbem.rules.mars.map.colours import COLOUR, RESOURCE
from pbem.rules.mars.map.tiles import turned


def make(table: Table, seat: Seat, action: Make) -> Blocked | None:
    """Produce a pawn, if its platform is free and one is in the supply (Z7)."""
    colour = COLOUR[action.pawn]
    if colour not in table.hand(seat):
        return Blocked("not-yours", action.at, action.pawn)
    places: tuple[int, ...] = table.board.factories.get(colour, ())
    if action.at:
        place = table.board.at[action.at]
        places = (place,) if place in places else ()
    if not places:
        return Blocked("no-factory", action.at, action.pawn)
    free = next((place for place in places if place not in table.pawns), 0)
    if not free:
        return Blocked("taken", places[0], table.pawns[places[0]])
    if not table.supply[action.pawn]:
        return Blocked("no-supply", 0, action.pawn)
    table.supply[action.pawn] -= 1
    table.pawns[free] = action.pawn
    table.events.append(
        Made(tick=table.tick, seat=seat, pawn=action.pawn, place=spell(free))
    )
    return None


def explore(table: Table, seat: Seat, action: Explore) -> Blocked | None:
    """Give a pawn for the next tile (Z4).

    Its colour, the platform's and one of the seat's must agree.
    """
    place = table.board.at[action.at]
    spot = table.board.spots[place]
    if spot.beyond is None:
        return Blocked("closed", place, forever=True)
    wanted = RESOURCE[spot.explore]
    if table.pawns.get(place) != wanted:
        return Blocked("no-pawn", place, wanted)
    if spot.explore not in table.hand(seat):
        return Blocked("not-yours", place, wanted)
    if not table.deck:
        return Blocked("no-deck", place, forever=True)
    table.take_back(place)
    lay_tile(table, seat, place, wanted, action.dump)
    return None


def lay_tile(
    table: Table,
    seat: Seat,
    place: int,
    pawn: str,
    dump: tuple[int, ...] = (),
    alone: bool = False,
) -> None:
    """Lay the deck's top tile beyond a place, with its trash and its slug.

    No pawn lies on it, so halves that merge never hold two (Z6). `alone`: four
    tiles laid out before a solitaire, one trash an icon (Z16).
    """
    name, table.deck = table.deck[0], table.deck[1:]
    box = table.start.box
    laid = laid_beyond(box, table.board.spots[place], name)
    table.laid = (*table.laid, laid)
    table.redraw()
    number = len(table.laid)
    table.events.append(
        Explored(
            tick=table.tick,
            seat=seat,
            pawn=pawn,
            place=spell(place),
            tile=f"T{number}",
            title=box.tiles[name].title,
            left=len(table.deck),
        )
    )

    def on_tile(key: int) -> int:
        return table.board.at[number * 10 + turned(key, laid[3])]

    entrance = next(p for p in box.tiles[name].platforms if p.entrance)
    if entrance.trash:
        heaps = (on_tile(entrance.number),) if alone else table.board.heaps
        drop_trash(table, seat, heaps, dump)
    if entrance.slug:
        _hatch(table, seat, on_tile(entrance.slug))


def _hatch(table: Table, seat: Seat, place: int) -> None:
    """Put a slug where its arrow points, while the supply has one (Z15).

    It eats what stands there (Z25).
    """
    if not table.supply["slug"] or table.pawns.get(place) in ("slug", "colonist"):
        return
    gone = table.take_back(place)
    table.supply["slug"] -= 1
    table.pawns[place] = "slug"
    table.events.append(
        Hatched(tick=table.tick, seat=seat, place=spell(place), gone=gone)
    )
