"""How pawns get about: along roads, through the pipeline, to a meal."""

from __future__ import annotations

from pbem.rules.mars import events as told
from pbem.rules.mars.actions.table import Desk, Snag
from pbem.rules.mars.map.board import spell
from pbem.rules.mars.map.colours import COLOUR
from pbem.rules.mars.orders import Move, Pipe
from pbem.rules.mars.state import FULL


def move(desk: Desk, seat: int, action: Move) -> Snag | None:
    board, pawns, hand = desk.board, desk.pawns, desk.hand(seat)
    target = board.at[action.target]
    if action.origin:
        origin = board.at[action.origin]
    else:
        origin = _origin(desk, action.pawn, target, hand)
    pawn = pawns.get(origin, "")
    if not pawn or (action.pawn and pawn != action.pawn):
        return ("no-pawn", origin or target, action.pawn)
    slug = pawn == "slug"
    colours = (board.tracks if slug else board.roads).get((origin, target))
    if colours is None:
        return ("no-road", target, pawn)
    colour = next((colour for colour in colours if colour in hand), "")
    if not colour:
        return ("not-yours", target, pawn)
    seen = pawns.get(target, "")
    if slug:
        return _eat(desk, seat, origin, target, colour)
    if seen:
        return ("taken", target, seen)
    if pawn == "colonist" and origin == board.rocket and desk.aboard:
        desk.aboard -= 1  # Z11: the next one steps into the door
    else:
        del pawns[origin]
    pawns[target] = pawn
    desk.walked(pawn, origin, target)
    desk.events.append(
        told.Moved(
            tick=desk.tick,
            seat=desk.seats[seat],
            pawn=pawn,
            origin=spell(origin),
            target=spell(target),
            colour=colour,
        )
    )
    _arrive(desk, seat, target, pawn)
    return None


def _origin(desk: Desk, pawn: str, target: int, hand: tuple[str, ...]) -> int:
    """The first place next to the target from where such a pawn can come."""
    links = desk.board.tracks if pawn == "slug" else desk.board.roads
    for place in desk.board.near[target]:
        if desk.pawns.get(place) == pawn and any(
            colour in hand for colour in links.get((place, target), ())
        ):
            return place
    return 0


def _eat(desk: Desk, seat: int, origin: int, target: int, colour: str) -> Snag | None:
    """Z15: a slug moves only to eat, and never eats a colonist or a slug."""
    seen = desk.pawns.get(target, "")
    if seen != "trash" and seen not in COLOUR:
        return ("no-meal", target, seen)
    desk.back(target)
    desk.pawns[target] = desk.pawns.pop(origin)
    desk.walked("slug", origin, target)
    desk.events.append(
        told.Ate(
            tick=desk.tick,
            seat=desk.seats[seat],
            pawn=seen,
            origin=spell(origin),
            target=spell(target),
            colour=colour,
        )
    )
    return None


def _arrive(desk: Desk, seat: int, place: int, pawn: str) -> None:
    """Z8: a resource on an unused timer space turns the timer at once."""
    fresh = desk.board.spots[place].timer and place not in desk.spent
    if not fresh or desk.landed or pawn not in COLOUR:
        return
    desk.back(place)
    desk.spent = (*desk.spent, place)
    before, desk.sand = desk.sand, FULL - desk.sand
    desk.flipped = True
    desk.events.append(
        told.Flipped(
            tick=desk.tick,
            seat=desk.seats[seat],
            pawn=pawn,
            place=spell(place),
            before=before,
            after=desk.sand,
        )
    )
    if desk.settings.experts and len(desk.seats) > 1:
        desk.hands = [desk.hands[-1], *desk.hands[:-1]]  # Z17
        desk.events.append(
            told.HandedOn(
                tick=desk.tick,
                seat=desk.seats[seat],
                hands=tuple(zip(desk.seats, desk.hands, strict=True)),
            )
        )


def pipe(desk: Desk, seat: int, action: Pipe) -> Snag | None:
    at, spots = desk.board.at, desk.board.spots
    origin, target = at[action.origin], at[action.target]
    for place in (origin, target):
        if not spots[place].pipe:
            return ("no-pipe", place, "")
    pawn = desk.pawns.get(origin, "")
    if pawn != "trash" and pawn not in COLOUR:
        return ("no-load", origin, pawn)
    if target in desk.pawns:
        return ("taken", target, desk.pawns[target])
    desk.pawns[target] = desk.pawns.pop(origin)
    desk.walked(pawn, origin, target)
    desk.events.append(
        told.Piped(
            tick=desk.tick,
            seat=desk.seats[seat],
            pawn=pawn,
            origin=spell(origin),
            target=spell(target),
        )
    )
    _arrive(desk, seat, target, pawn)
    return None
