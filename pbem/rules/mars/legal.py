"""A fair sample of the orders that a seat could send."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise, permutations
from typing import TypeVar

from pbem.protocol import Order, Seat
from pbem.rules.mars.actions.action import Action, Context, context_of
from pbem.rules.mars.actions.building import BuildBridge, BuildDome
from pbem.rules.mars.actions.exploring import Explore, Make
from pbem.rules.mars.actions.others import Transmute, Use
from pbem.rules.mars.actions.pawn_moves import Move, Pipe
from pbem.rules.mars.binding import bind
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

AnyOrder = TypeVar("AnyOrder", bound=Order)

MAX_SAMPLE_ACTIONS = 20  #: in the longest plan of the sample


def legal_orders(state: State, seat: Seat) -> Iterator[Order]:
    """Yield doing nothing, every single action, short plans, and communication."""
    if state.ended:
        return
    singles = list(_singles(state, seat))
    actions = [replace(plan.actions[0], optional=True) for plan in singles]
    yield Plan()
    yield from singles
    yield from map(Plan, pairwise(actions))
    yield Plan(tuple(actions[:MAX_SAMPLE_ACTIONS]))
    yield from _bindable(state, seat, _signs(state, seat))


def legal_orders_at(state: State, seat: Seat, where: str) -> Iterator[Order]:
    """Yield every single action of a seat at one place, such as "T1.3"."""
    try:
        at = state.board.at.get(place_called(where))
    except ValueError:
        return
    if at is not None:
        for plan in _singles(state, seat):
            if at in map(state.board.at.get, plan.actions[0].places):
                yield plan


def _singles(state: State, seat: Seat) -> Iterator[Plan]:
    """Yield the plans of one action."""
    plans = (Plan((action,)) for action in candidates(context_of(state, seat)))
    return _bindable(state, seat, plans)


def _bindable(
    state: State, seat: Seat, orders: Iterable[AnyOrder]
) -> Iterator[AnyOrder]:
    """Yield those orders that `bind` does not refuse."""
    return (one for one in orders if bind(state, seat, one).order is not None)


def _signs(state: State, seat: Seat) -> list[Communication]:
    """Return what could be communicated, legal or not."""
    others = [name for name in state.seats if name != seat]
    pawn: list[Communication] = [*map(Nudge, others), *map(Point, ICONS)]
    return [Talk("Now!"), Talk(), *map(Stare, others), *pawn, Communicate()]


def candidates(context: Context) -> Iterator[Action]:
    """Yield the actions worth trying: what stands on the map, and one's own colours."""
    for place, pawn in context.state.pawns:
        yield from _of_pawn(context, place, pawn)
    yield from _anywhere(context)


def _of_pawn(context: Context, origin: int, pawn: str) -> Iterator[Action]:
    """Yield what can be done with a pawn."""
    state, board, hand = context
    links = board.links(pawn)
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


def _anywhere(context: Context) -> Iterator[Action]:
    """Yield what can be done wherever pawns stand."""
    state, board, _ = context
    for pawn in RESOURCES:
        if COLOUR[pawn] in board.factories:
            yield Make(pawn)
    for spot in board.open():
        yield Explore(spot.place)
    places = [spot.place for spot in board.spots.values() if spot.pipe]
    for ends in permutations(places, 2):
        yield Pipe(*ends)
    yield BuildDome()
    if state.solo:
        for tile in range(1, len(state.hands) + 1):
            yield Use(tile)
