"""A fair sample of the orders that a seat could send."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, permutations
from typing import NamedTuple, TypeAlias

from pbem.kit.change import changed
from pbem.kit.kept import kept, kept_by_part
from pbem.protocol import Order, Seat
from pbem.rules.mars.actions.action import Action, Asker
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

MOST_KEPT = 256  #: hands on maps, whose orders are kept in memory
MAX_SAMPLE_ACTIONS = 20  #: in the longest plan of the sample

#: A pawn and where it stands; `(0, "")` for actions that hang on no pawn.
Standing: TypeAlias = tuple[int, str]


class Share(NamedTuple):
    """The orders that one pawn makes possible, made once for all who ask."""

    alone: tuple[Plan, ...]  #: one action each
    pairs: tuple[Plan, ...]  #: two of them that stand next to each other, optional
    optional: tuple[Action, ...]  #: all of them, marked so


def legal_orders(state: State, seat: Seat) -> Iterator[Order]:
    """Yield doing nothing, every single action, short plans, and communication."""
    return iter([] if state.ended else _listed(state, seat))


def _listed(state: State, seat: Seat) -> list[Order]:
    shares = _shares(state, seat)
    orders: list[Order] = [_PASS]
    for share in shares:
        orders += share.alone
    last: Action | None = None
    for share in shares:
        if last is not None:
            orders.append(Plan((last, share.optional[0])))
        orders += share.pairs
        last = share.optional[-1]
    if last is not None:
        every: list[Action] = []
        for share in shares:
            every += share.optional
            if len(every) >= MAX_SAMPLE_ACTIONS:
                break
        orders.append(Plan(tuple(every[:MAX_SAMPLE_ACTIONS])))
    if not state.solo:
        for kind, allowed in zip(
            _signs(state.seats, seat), _allowed(state), strict=True
        ):
            if allowed:
                orders += kind
    return orders


_PASS = Plan()


def _shares(state: State, seat: Seat) -> list[Share]:
    """Return the orders of a seat by what stands on the map."""
    tiles = len(state.hands) if state.solo else 0
    board, hand = state.board, state.hand(seat)
    known = _known(
        board, hand, state.settings, bool(state.deck), bool(state.wild), tiles
    )
    shares = []
    for standing in (*state.pawns, (0, "")):
        share = known.get(standing)
        if share is None:
            asker = Asker(state, board, hand)
            actions = _of_pawn(asker, *standing) if standing[0] else _of_none(asker)
            share = known[standing] = _share(
                [action for action in actions if not action.faults(asker)]
            )
        if share.alone:
            shares.append(share)
    return shares


@kept_by_part(MOST_KEPT)
def _known(*hangs_on: object) -> dict[Standing, Share]:
    """Return what is known of a hand's orders on a map, to be added to.

    It hangs on all that faults hang on: map, hand, settings, whether there are tiles
    in the deck and Wild tokens, and the number of action tiles of who plays alone.
    """
    return {}


def _share(actions: list[Action]) -> Share:
    optional = tuple([changed(action, optional=True) for action in actions])
    return Share(
        tuple([Plan((action,)) for action in actions]),
        tuple([Plan(pair) for pair in pairwise(optional)]),
        optional,
    )


@kept
def _allowed(state: State) -> list[bool]:
    """Return which kinds of communication may be given now: all of one, or none."""
    seat = state.seats[0]
    signs = _signs(state.seats, seat)
    return [check_communication(state, seat, kind[0]) is None for kind in signs]


@lru_cache(maxsize=256)
def _signs(
    seats: tuple[Seat, ...], seat: Seat
) -> tuple[tuple[Communication, ...], ...]:
    """Return communication by its kinds, with whom it can be."""
    others = [name for name in seats if name != seat]
    pawn: tuple[Communication, ...] = (*map(Nudge, others), *map(Point, ICONS))
    return (Talk("Now!"), Talk()), tuple(map(Stare, others)), pawn, (Communicate(),)


def legal_orders_at(state: State, seat: Seat, where: str) -> Iterator[Order]:
    """Yield every single action of a seat at one place, such as "T1.3"."""
    try:
        at = state.board.at.get(place_called(where))
    except ValueError:
        return
    if at is not None:
        for share in _shares(state, seat):
            for plan in share.alone:
                if at in map(state.board.at.get, plan.actions[0].places):
                    yield plan


def actions_of(state: State, seat: Seat) -> Iterator[Action]:
    """Yield every action of a seat that its colours do not rule out."""
    asker = Asker(state, state.board, state.hand(seat))
    for origin, pawn in state.pawns:
        yield from _of_pawn(asker, origin, pawn)
    yield from _of_none(asker)


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
