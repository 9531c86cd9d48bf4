"""Factories and exploring: what brings pawns and tiles onto the map."""

from __future__ import annotations

from pbem.rules.mars import events as told
from pbem.rules.mars.actions.table import Desk, Snag
from pbem.rules.mars.actions.trash import drop
from pbem.rules.mars.map.board import quarters, side_of, spell
from pbem.rules.mars.map.colours import COLOUR, RESOURCE
from pbem.rules.mars.map.tiles import Platform, turned
from pbem.rules.mars.orders import Explore, Make


def make(desk: Desk, seat: int, action: Make) -> Snag | None:
    colour = COLOUR[action.pawn]
    if colour not in desk.hand(seat):
        return ("not-yours", action.at, action.pawn)
    places: tuple[int, ...] = desk.board.factories.get(colour, ())
    if action.at:
        place = desk.board.at[action.at]
        places = (place,) if place in places else ()
    if not places:
        return ("no-factory", action.at, action.pawn)
    free = next((place for place in places if place not in desk.pawns), 0)
    if not free:
        return ("taken", places[0], desk.pawns[places[0]])
    if not desk.supply[action.pawn]:
        return ("no-supply", 0, action.pawn)
    desk.supply[action.pawn] -= 1
    desk.pawns[free] = action.pawn
    desk.events.append(
        told.Made(
            tick=desk.tick, seat=desk.seats[seat], pawn=action.pawn, place=spell(free)
        )
    )
    return None


def explore(desk: Desk, seat: int, action: Explore) -> Snag | None:
    place = desk.board.at[action.at]
    spot = desk.board.spots[place]
    if spot.beyond is None:
        return ("closed", place, "")
    wanted = RESOURCE[spot.explore]
    if desk.pawns.get(place) != wanted:
        return ("no-pawn", place, wanted)
    if spot.explore not in desk.hand(seat):
        return ("not-yours", place, wanted)
    if not desk.deck:
        return ("no-deck", place, "")
    desk.back(place)
    lay(desk, seat, place, wanted, action.dump)
    return None


def lay(
    desk: Desk,
    seat: int,
    place: int,
    pawn: str,
    dump: tuple[int, ...] = (),
    alone: bool = False,
) -> None:
    """Lays the deck's top tile beyond a place, with its trash and its slug.

    `alone`: four tiles laid out before a solitaire, one trash an icon (Z16).
    """
    spot = desk.board.spots[place]
    assert spot.beyond is not None
    name, desk.deck = desk.deck[0], desk.deck[1:]
    tile = desk.start.box.tiles[name]
    entrance = next(p for p in tile.platforms if p.entrance)
    turn = quarters(entrance.number, side_of(spot, desk.board) % 10)
    desk.laid = (*desk.laid, (name, *spot.beyond, turn))
    number = len(desk.laid)
    desk.survey()
    desk.events.append(
        told.Explored(
            tick=desk.tick,
            seat=desk.seats[seat],
            pawn=pawn,
            place=spell(place),
            tile=f"T{number}",
            title=tile.title,
            left=len(desk.deck),
        )
    )
    if entrance.trash:
        here = desk.board.at[number * 10 + turned(entrance.number, turn)]
        drop(desk, seat, (here,) if alone else desk.board.heaps, dump)
    if entrance.slug:
        _hatch(desk, seat, number, turn, entrance)


def _hatch(desk: Desk, seat: int, number: int, turn: int, entrance: Platform) -> None:
    """Z15: a slug where the arrow points, while the supply has one."""
    if not desk.supply["slug"]:
        return
    place = desk.board.at[number * 10 + turned(entrance.slug, turn)]
    if desk.pawns.get(place) in ("slug", "colonist"):
        return
    gone = desk.back(place)
    desk.supply["slug"] -= 1
    desk.pawns[place] = "slug"
    desk.events.append(
        told.Hatched(
            tick=desk.tick, seat=desk.seats[seat], place=spell(place), gone=gone
        )
    )
