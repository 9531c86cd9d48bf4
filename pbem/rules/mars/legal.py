"""A fair sample of the orders that a seat could send."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, pairwise, permutations
from typing import NamedTuple, TypeAlias

from pbem.protocol import Order, Seat
from pbem.rules.mars.actions.action import Action, Asker
from pbem.rules.mars.actions.building import BuildBridge, BuildDome
from pbem.rules.mars.actions.exploring import Explore, Make
from pbem.rules.mars.actions.others import Transmute, Use
from pbem.rules.mars.actions.pawn_moves import Move, Pipe
from pbem.rules.mars.binding import check_communication
from pbem.rules.mars.hands import Hand, hands_of
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

MOST_KEPT_LISTS = 64  #: of a hand's plans
MAX_SAMPLE_ACTIONS = 20  #: in the longest plan of the sample

#: A pawn and where it stands; `(0, "")` for actions that hang on no pawn.
Standing: TypeAlias = tuple[int, str]


class Share(NamedTuple):
    """The orders that one pawn makes possible, made once for all who ask."""

    alone: tuple[Plan, ...]  #: one action each
    pairs: tuple[Plan, ...]  #: two of them that stand next to each other, optional
    optional: tuple[Action, ...]  #: all of them, marked so
    #: Its last action and the first of another, by the number of that share.
    with_next: dict[int, Plan]


def legal_orders(state: State, seat: Seat) -> Iterator[Order]:
    """Yield doing nothing, every single action, short plans, and communication."""
    if state.ended:
        return iter(())
    hand = hands_of(state)[seat]
    return chain(_plans(state, hand), _signs(state, seat, hand))


def _plans(state: State, hand: Hand) -> list[Order]:
    plans: list[Order] | None = hand.plans.get(state.pawns)
    if plans is None:
        if len(hand.plans) >= MOST_KEPT_LISTS:
            hand.plans.clear()
        plans = hand.plans[state.pawns] = _listed(_shares(state, hand))
    return plans


def _listed(shares: list[Share]) -> list[Order]:
    orders: list[Order] = [_PASS]
    for share in shares:
        orders += share.alone
    last: Share | None = None
    for share in shares:
        if last is not None:
            pair = last.with_next.get(id(share))
            if pair is None:
                ends = last.optional[-1], share.optional[0]
                pair = last.with_next[id(share)] = Plan(ends, list)
            orders.append(pair)
        orders += share.pairs
        last = share
    if last is not None:
        every: list[Action] = []
        for share in shares:
            every += share.optional
            if len(every) >= MAX_SAMPLE_ACTIONS:
                break
        orders.append(Plan(tuple(every[:MAX_SAMPLE_ACTIONS]), list))
    return orders


def _shares(state: State, hand: Hand) -> list[Share]:
    """Return the orders of a hand by what stands on the map."""
    shares = []
    for standing in (*state.pawns, (0, "")):
        share: Share | None = hand.shares.get(standing)
        if share is None:
            asker = Asker(state, hand.board, hand.colours)
            actions = actions_of(asker, standing)
            fine = [action for action in actions if not action.faults(asker)]
            # Another thread may have made it, too; what is known of it stays with it.
            share = hand.shares.setdefault(standing, _share(fine))
            for action in (*[plan.actions[0] for plan in share.alone], *share.optional):
                if type(action) is not Use:  # what follows it is done by another hand
                    hand.good.add(id(action))
        if share.alone:
            shares.append(share)
    return shares


_PASS = Plan()


def _share(actions: list[Action]) -> Share:
    optional = tuple([replace(action, optional=True) for action in actions])
    return Share(
        tuple([Plan((action,), list) for action in actions]),
        tuple([Plan(pair, list) for pair in pairwise(optional)]),
        optional,
        {},
    )


def _signs(state: State, seat: Seat, hand: Hand) -> tuple[Communication, ...]:
    """Return what a seat may communicate now, in company."""
    if len(state.seats) == 1:
        return ()
    breath = state.sand > state.settings.talk  # Z22
    hangs_on = state.seats, seat, state.talking, breath
    signs: tuple[Communication, ...] | None = hand.signs.get(hangs_on)
    if signs is None:
        signs = hand.signs[hangs_on] = tuple(
            [
                sign
                for sign in _every_sign(state.seats, seat)
                if check_communication(state, seat, sign) is None
            ]
        )
    return signs


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
        for share in _shares(state, hands_of(state)[seat]):
            for plan in share.alone:
                if at in map(state.board.at.get, plan.actions[0].places):
                    yield plan


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
