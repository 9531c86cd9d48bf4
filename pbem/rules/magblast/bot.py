"""What a bot thinks of Mag-Blast: hulls count, the flagship's most, and so do zones."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.protocol import Seat
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.resolve.resolve import resolve
from pbem.rules.magblast.state import FLAGSHIP, State, Target
from pbem.rules.magblast.verbs.line import bind

FLAGSHIP_HULL, EMPTY_ZONE, CARD, SHIP = 2.5, 2.0, 0.6, 1.0
BARE = 3.0  #: an enemy zone without ships, beside one with some: its flagship is hit
_FIRST = (o.Fire, o.Launch, o.Boarding)
_LAST = (o.End, o.Discard)


def worth(state: State, seat: Seat) -> float:
    """Return what a seat's fleet is worth, beside the average of the others."""
    me = state.seat(seat)
    if state.fleets[me].out is not None:
        return 0.0
    mine = _strength(state, me)
    theirs = [_strength(state, i) for i in state.living() if i != me]
    return mine / (mine + sum(theirs) / len(theirs)) if theirs else 1.0


def sensible(state: State, seat: Seat, orders: Sequence[o.Line]) -> list[o.Line]:
    """Return what shoots, then what else does something, then what ends the turn; of
    moves those that bring a fleet where it stands better, or ships would go round and
    round."""
    me, found = state.seat(seat), list[o.Line]()
    now = _strength(state, me) + _aims(state, me)
    for order in orders:
        if isinstance(order, o.Move):
            bound = bind(state, me, order).order
            if bound is None:
                continue
            after = resolve(state, {seat: bound}).state
            if _strength(after, me) + _aims(after, me) <= now:
                continue
        found.append(order)
    return sorted(found, key=_rank)


def _rank(order: o.Line) -> int:
    """Return 0 for what shoots, 2 for what ends a turn or gives cards away."""
    if isinstance(order, _FIRST):
        return 0
    return 2 if isinstance(order, _LAST) else 1


def _aims(state: State, me: int) -> float:
    """Return what the ships of a fleet could shoot at from where they stand."""
    fleet, found = state.fleets[me], 0.0
    foes = [state.fleets[i] for i in state.living() if i != me]
    for zone in range(4):
        if not fleet.in_zone(zone):
            continue
        bare = any(not foe.in_zone(zone) for foe in foes)
        goals = any(foe.in_zone(zone) for foe in foes)
        found += BARE * bare + goals
    return found


def _strength(state: State, me: int) -> float:
    fleet = state.fleets[me]
    found = FLAGSHIP_HULL * max(0, state.hull_left(Target(me, FLAGSHIP)))
    found += CARD * len(fleet.cards)
    for berth, _ in fleet.berthed():
        found += SHIP + max(0, state.hull_left(Target(me, berth)))
    empty = sum(not fleet.in_zone(zone) for zone in range(4))
    return max(1.0, found - EMPTY_ZONE * empty)
