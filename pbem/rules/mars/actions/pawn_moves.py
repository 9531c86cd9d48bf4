"""How pawns get about: along roads, through the pipeline, to a meal."""

from __future__ import annotations

from pbem.protocol import Seat
from pbem.rules.mars.actions.actions import Move, Pipe
from pbem.rules.mars.actions.table import Blocked, Table
from pbem.rules.mars.events import Ate, Flipped, HandedOn, Moved, Piped
from pbem.rules.mars.map.board import spell
from pbem.rules.mars.map.colours import COLOUR


def move(table: Table, seat: Seat, action: Move) -> Blocked | None:
    """Move a pawn along one road to a free platform (Z2)."""
    board, pawns, hand = table.board, table.pawns, table.hand(seat)
    target = board.at[action.target]
    if action.origin:
        origin = board.at[action.origin]
    else:
        origin = _origin(table, action.pawn, target, hand)
    pawn = pawns.get(origin, "")
    if not pawn or (action.pawn and pawn != action.pawn):
        return Blocked("no-pawn", origin or target, action.pawn)
    slug = pawn == "slug"
    colours = (board.tracks if slug else board.roads).get((origin, target))
    if colours is None:
        return Blocked("no-road", target, pawn)
    colour = next((colour for colour in colours if colour in hand), "")
    if not colour:
        return Blocked("not-yours", target, pawn)
    if slug:
        return _eat(table, seat, origin, target, colour)
    if target in pawns:
        return Blocked("taken", target, pawns[target])
    if pawn == "colonist" and origin == board.rocket and table.aboard:
        table.aboard -= 1  # Z11: the next one steps into the door
    else:
        del pawns[origin]
    pawns[target] = pawn
    table.walked(pawn, origin, target)
    table.events.append(
        Moved(
            tick=table.tick,
            seat=seat,
            pawn=pawn,
            origin=spell(origin),
            target=spell(target),
            colour=colour,
        )
    )
    _arrive(table, seat, target, pawn)
    return None


def _origin(table: Table, pawn: str, target: int, hand: tuple[str, ...]) -> int:
    """Return the first place next to the target from where such a pawn can come."""
    links = table.board.tracks if pawn == "slug" else table.board.roads
    for place in table.board.near[target]:
        if table.pawns.get(place) == pawn and any(
            colour in hand for colour in links.get((place, target), ())
        ):
            return place
    return 0


def _eat(
    table: Table, seat: Seat, origin: int, target: int, colour: str
) -> Blocked | None:
    """Move a slug to eat, but never a colonist or a slug (Z15)."""
    meal = table.pawns.get(target, "")
    if meal != "trash" and meal not in COLOUR:
        return Blocked("no-meal", target, meal)
    table.take_back(target)
    table.pawns[target] = table.pawns.pop(origin)
    table.walked("slug", origin, target)
    table.events.append(
        Ate(
            tick=table.tick,
            seat=seat,
            pawn=meal,
            origin=spell(origin),
            target=spell(target),
            colour=colour,
        )
    )
    return None


def _arrive(table: Table, seat: Seat, place: int, pawn: str) -> None:
    """Turn the timer where a resource came onto a timer space not yet used (Z8)."""
    if pawn not in COLOUR or not table.fresh(place):
        return
    table.take_back(place)
    table.spent = (*table.spent, place)
    before, table.sand = table.sand, table.settings.timer - table.sand
    table.flipped = True
    table.events.append(
        Flipped(
            tick=table.tick,
            seat=seat,
            pawn=pawn,
            place=spell(place),
            before=before,
            after=table.sand,
        )
    )
    if table.settings.experts and len(table.seats) > 1:
        table.hands = [table.hands[-1], *table.hands[:-1]]  # Z17
        hands = tuple(zip(table.seats, table.hands, strict=True))
        table.events.append(HandedOn(tick=table.tick, seat=seat, hands=hands))


def pipe(table: Table, seat: Seat, action: Pipe) -> Blocked | None:
    """Send a resource or trash through the pipeline (Z14)."""
    at, spots = table.board.at, table.board.spots
    origin, target = at[action.origin], at[action.target]
    for place in (origin, target):
        if not spots[place].pipe:
            return Blocked("no-pipe", place)
    pawn = table.pawns.get(origin, "")
    if pawn != "trash" and pawn not in COLOUR:
        return Blocked("no-load", origin, pawn)
    if target in table.pawns:
        return Blocked("taken", target, table.pawns[target])
    table.pawns[target] = table.pawns.pop(origin)
    table.walked(pawn, origin, target)
    table.events.append(
        Piped(
            tick=table.tick,
            seat=seat,
            pawn=pawn,
            origin=spell(origin),
            target=spell(target),
        )
    )
    _arrive(table, seat, target, pawn)
    return None
