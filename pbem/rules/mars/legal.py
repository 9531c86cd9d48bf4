"""A fair sample of the orders that a seat could send."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from pbem.protocol import Order
from pbem.rules.mars.check import check_plan
from pbem.rules.mars.map.colours import COLOUR, RESOURCE, RESOURCES
from pbem.rules.mars.orders import (
    ICONS,
    Action,
    Build,
    Communicate,
    Explore,
    Make,
    Move,
    Nudge,
    Pipe,
    Plan,
    Point,
    Span,
    Stare,
    Talk,
    Transmute,
    Use,
    place,
)
from pbem.rules.mars.signs import check_sign
from pbem.rules.mars.state import State


def sample(state: State, seat: str) -> Iterator[Order]:
    """Doing nothing, every single action, short plans, and every sign."""
    if state.ended:
        return
    yield Plan()
    actions = [
        action
        for action in actions_of(state, seat)
        if not check_plan(state, seat, Plan((action,)))
    ]
    for action in actions:
        yield Plan((action,))
    for first, second in pairwise(actions):
        yield Plan((replace(first, optional=True), replace(second, optional=True)))
    if actions:
        yield Plan(tuple(replace(a, optional=True) for a in actions[:20]))
    others = [name for name in state.seats if name != seat]
    signs: list[Talk | Stare | Nudge | Point | Communicate] = [Talk("Now!"), Talk()]
    signs += [Stare(name) for name in others] + [Nudge(name) for name in others]
    signs += [Point(icon) for icon in ICONS] + [Communicate()]
    for sign in signs:
        if not check_sign(state, seat, sign):
            yield sign


def touching(state: State, seat: str, text: str) -> Iterator[Order]:
    """Every single action of a seat at one place, such as "T1.3"."""
    try:
        at = state.board.at.get(place(text))
    except ValueError:
        return
    for action in actions_of(state, seat):
        places = {getattr(action, name, 0) for name in ("origin", "target", "at")}
        here = at is not None and at in {state.board.at.get(p) for p in places}
        if here and not check_plan(state, seat, Plan((action,))):
            yield Plan((action,))


def actions_of(state: State, seat: str) -> Iterator[Action]:
    """Every action of a seat that its colours do not rule out."""
    board, hand = state.board, state.hand(state.seats.index(seat))
    for origin, pawn in state.pawns:
        links = board.tracks if pawn == "slug" else board.roads
        for target in board.near[origin]:
            if set(links.get((origin, target), ())).intersection(hand):
                yield Move(pawn, origin, target)
        if pawn in COLOUR and state.wild:
            for colour in hand:
                if RESOURCE[colour] != pawn:
                    yield Transmute(origin, RESOURCE[colour])
        if pawn in COLOUR and COLOUR[pawn] in hand:
            for a, b in sorted(board.sites):
                if a == origin:
                    yield Span(a, b)
    for pawn in RESOURCES:
        if COLOUR[pawn] in hand and COLOUR[pawn] in board.factories:
            yield Make(pawn)
    for spot in board.open():
        if spot.explore in hand:
            yield Explore(spot.place)
    pipes = [spot.place for spot in board.spots.values() if spot.pipe]
    for origin in pipes:
        for target in pipes:
            if origin != target:
                yield Pipe(origin, target)
    yield Build()
    if state.solo:
        for tile in range(1, len(state.hands) + 1):
            yield Use(tile)
