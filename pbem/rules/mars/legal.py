"""A fair sample of the orders that a seat could send."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, permutations

from pbem.kit.change import changed
from pbem.kit.kept import kept_by_part
from pbem.protocol import Order, Seat
from pbem.rules.mars.actions.action import Action, Asker
from pbem.rules.mars.actions.building import BuildBridge, BuildDome
from pbem.rules.mars.actions.exploring import Explore, Make
from pbem.rules.mars.actions.others import Transmute, Use
from pbem.rules.mars.actions.pawn_moves import Move, Pipe
from pbem.rules.mars.binding import check_communication
from pbem.rules.mars.map.board import Board
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

MOST_KEPT = 2048  #: moves, on the roads of several maps
MAX_SAMPLE_ACTIONS = 20  #: in the longest plan of the sample


def legal_orders(state: State, seat: Seat) -> Iterator[Order]:
    """Yield doing nothing, every single action, short plans, and communication."""
    if state.ended:
        return
    yield Plan()
    actions = list(_possible(state, seat))
    for action in actions:
        yield Plan((action,))
    free = [*map(_optional, actions)]
    for pair in pairwise(free):
        yield Plan(pair)
    if free:
        yield Plan(tuple(free[:MAX_SAMPLE_ACTIONS]))
    for kind in _signs(tuple([name for name in state.seats if name != seat])):
        # All of a kind may be given now, or none.
        if kind and check_communication(state, seat, kind[0]) is None:
            yield from kind


@kept_by_part(MOST_KEPT)
def _optional(action: Action) -> Action:
    return changed(action, optional=True)


@lru_cache(maxsize=MOST_KEPT)
def _move(pawn: str, origin: int, target: int) -> Move:
    """Return the move as one and the same object, so that more can be kept of it."""
    return Move(pawn, origin, target)


@lru_cache(maxsize=256)
def _signs(others: tuple[Seat, ...]) -> tuple[tuple[Communication, ...], ...]:
    """Return communication by its kinds, with whom it can be."""
    pawn: tuple[Communication, ...] = (*map(Nudge, others), *map(Point, ICONS))
    return (Talk("Now!"), Talk()), tuple(map(Stare, others)), pawn, (Communicate(),)


@kept_by_part(256)
def _pipes(board: Board) -> tuple[Pipe, ...]:
    """Return the ways through the pipelines of a map."""
    places = [spot.place for spot in board.spots.values() if spot.pipe]
    return tuple([Pipe(*ends) for ends in permutations(places, 2)])


def legal_orders_at(state: State, seat: Seat, where: str) -> Iterator[Order]:
    """Yield every single action of a seat at one place, such as "T1.3"."""
    try:
        at = state.board.at.get(place_called(where))
    except ValueError:
        return
    for action in _possible(state, seat):
        if at is not None and at in map(state.board.at.get, action.places):
            yield Plan((action,))


def _possible(state: State, seat: Seat) -> Iterator[Action]:
    """Yield the actions of a seat that a plan may hold."""
    asker = Asker(state, state.board, state.hand(seat))
    for action in actions_of(state, seat):
        if not action.faults(asker):
            yield action


def actions_of(state: State, seat: Seat) -> Iterator[Action]:
    """Yield every action of a seat that its colours do not rule out."""
    board, hand = state.board, state.hand(seat)
    colours = frozenset(hand)
    for origin, pawn in state.pawns:
        links = board.tracks if pawn == "slug" else board.roads
        for target in board.near[origin]:
            if not colours.isdisjoint(links.get((origin, target), ())):
                yield _move(pawn, origin, target)
        if pawn in COLOUR and state.wild:
            for colour in hand:
                if RESOURCE[colour] != pawn:
                    yield Transmute(origin, RESOURCE[colour])
        if pawn in COLOUR and COLOUR[pawn] in hand:
            for a, b in sorted(board.sites):
                if a == origin:
                    yield BuildBridge(a, b)
    for pawn in RESOURCES:
        if COLOUR[pawn] in hand and COLOUR[pawn] in board.factories:
            yield Make(pawn)
    for spot in board.open():
        if spot.explore in hand:
            yield Explore(spot.place)
    yield from _pipes(board)
    yield BuildDome()
    if state.solo:
        for tile in range(1, len(state.hands) + 1):
            yield Use(tile)
