"""A fair sample of the orders that a seat could send."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, permutations
from typing import TypeAlias

from pbem.protocol import Order, Seat
from pbem.rules.mars.actions.action import Action, Asker, asked
from pbem.rules.mars.actions.building import BuildBridge, BuildDome
from pbem.rules.mars.actions.exploring import Explore, Make
from pbem.rules.mars.actions.others import Transmute, Use
from pbem.rules.mars.actions.pawn_moves import Move, Pipe
from pbem.rules.mars.binding import check_communication
from pbem.rules.mars.map.colours import COLOUR, RESOURCE, RESOURCES
from pbem.rules.mars.map.places import place_called
from pbem.rules.mars.orders import (
    ICONS,
    Communicate,
    Communication,
    Nudge,
    Plan,
    Point,
    Stare,
    Talk,
)
from pbem.rules.mars.state import State

MAX_SAMPLE_ACTIONS = 20  #: in the longest plan of the sample

#: A pawn and where it stands; `(0, "")` for actions that hang on no pawn.
Standing: TypeAlias = tuple[int, str]


def legal_orders(state: State, seat: Seat) -> Iterator[Order]:
    """Yield doing nothing, every single action, short plans, and communication."""
    if state.ended:
        return
    yield Plan()
    actions = _actions(state, seat)
    for action in actions:
        yield Plan((action,))
    optional = [replace(action, optional=True) for action in actions]
    for pair in pairwise(optional):
        yield Plan(pair)
    if optional:
        yield Plan(tuple(optional[:MAX_SAMPLE_ACTIONS]))
    yield from _signs(state, seat)


def _actions(state: State, seat: Seat) -> list[Action]:
    """Return every action without fault, by what stands on the map."""
    asker = asked(state, seat)
    return [
        action
        for standing in (*state.pawns, (0, ""))
        for action in actions_of(asker, standing)
        if not action.faults(asker)
    ]


def _signs(state: State, seat: Seat) -> Iterator[Communication]:
    """Yield what a seat may communicate now, in company."""
    if len(state.seats) > 1:
        for sign in _every_sign(state.seats, seat):
            if check_communication(state, seat, sign) is None:
                yield sign


def _every_sign(seats: tuple[Seat, ...], seat: Seat) -> list[Communication]:
    others = [name for name in seats if name != seat]
    pawn: list[Communication] = [*map(Nudge, others), *map(Point, ICONS)]
    return [Talk("Now!"), Talk(), *map(Stare, others), *pawn, Communicate()]


def legal_orders_at(state: State, seat: Seat, where: str) -> Iterator[Order]:
    """Yield every single action of a seat at one place, such as "T1.3"."""
    try:
        at = state.board.at.get(place_called(where))
    except ValueError:
        return
    if at is not None:
        for action in _actions(state, seat):
            if at in map(state.board.at.get, action.places):
                yield Plan((action,))


def actions_of(asker: Asker, standing: Standing) -> Iterator[Action]:
    """Return every action with a pawn that the colours of a hand do not rule out."""
    return _of_pawn(asker, *standing) if standing[0] else _of_none(asker)


def _of_pawn(asker: Asker, origin: int, pawn: str) -> Iterator[Action]:
    """Yield what can be done with a pawn."""
    state, board, hand = asker
    links = board.tracks if pawn == "slug" else board.roads
    for target in board.near[origin]:
        if not set(hand).isdisjoint(links.get((origin, target), ())):
            yield Move(pawn, origin, target)
    if pawn in COLOUR and state.wild:
        for colour in hand:
            if RESOURCE[colour] != pawn:
                yield Transmute(origin, RESOURCE[colour])
    if pawn in COLOUR and COLOUR[pawn] in hand:
        for a, b in sorted(board.sites):
            if a == origin:
                yield BuildBridge(a, b)


def _of_none(asker: Asker) -> Iterator[Action]:
    """Yield what can be done wherever pawns stand."""
    state, board, hand = asker
    for pawn in RESOURCES:
        if COLOUR[pawn] in hand and COLOUR[pawn] in board.factories:
            yield Make(pawn)
    for spot in board.open():
        if spot.explore in hand:
            yield Explore(spot.place)
    places = [spot.place for spot in board.spots.values() if spot.pipe]
    for ends in permutations(places, 2):
        yield Pipe(*ends)
    yield BuildDome()
    if state.solo:
        for tile in range(1, len(state.hands) + 1):
            yield Use(tile)
