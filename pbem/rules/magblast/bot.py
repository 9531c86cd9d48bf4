"""What a bot thinks of Mag-Blast: hulls count, the flagship's most, and so do zones."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.protocol import Seat
from pbem.rules.magblast.check.limits import after_moves
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import BERTHS, FLAGSHIP, ZONES, Fleet, State, Target

FLAGSHIP_HULL, EMPTY_ZONE, SHIP = 2.5, 2.0, 1.0
#: Hands are filled up in each turn, so that a card kept is worth little, but for those
#: that answer others.
CARD, KEPT = 0.15, {"evasive": 1.5, "flux": 1.0}
BARE = 3.0  #: an enemy zone without ships, beside one with some: its flagship is hit
#: Points of damage that it is as good as, at the first glance, to play a card.
HARM = {"direct-hit": 6.0, "catastrophic": 12.0, "bridge-hit": 4.0, "boarding": 5.0}
#: What comes first of all that can be done: cards and ships, then movement, attacks ...
_DRAWS, _GAINS, _MOVES, _ATTACKS, _OTHERS, _ENDS = range(6)
_RANKS: dict[type[o.Line], int] = {
    **{o.Draw: _DRAWS, o.Reinforce: _GAINS, o.Sol: _GAINS, o.Move: _MOVES},
    **{o.Fire: _ATTACKS, o.Launch: _ATTACKS, o.Boarding: _ATTACKS},
    **{o.End: _ENDS, o.Discard: _ENDS},
}


def worth(state: State, seat: Seat) -> float:
    """Return what a seat's fleet is worth, beside the average of the others."""
    me = state.seat(seat)
    if state.fleets[me].out is not None:
        return 0.0
    state = after_moves(state)
    mine = _strength(state, me)
    theirs = [_strength(state, i) for i in state.living() if i != me]
    return mine / (mine + sum(theirs) / len(theirs)) if theirs else 1.0


def sensible(state: State, seat: Seat, orders: Sequence[o.Line]) -> list[o.Line]:
    """Return what brings cards or ships, then what shoots, most harm first, then what
    else does something, then what ends the turn.

    Of moves only those that bring a fleet where it stands better are worth a thought,
    or ships would go round and round; and who lets all pass could evade nothing later.
    """
    me, found = state.seat(seat), list[tuple[tuple[int, float], o.Line]]()
    fleet, going = state.fleets[me], dict(state.moves)
    foes = [
        [*map(state.fleets[i].in_zone, range(4))] for i in state.living() if i != me
    ]
    now = _stand(fleet, going, foes)
    for order in orders:
        if isinstance(order, o.Pass) and order.all:
            continue
        if isinstance(order, o.Move):
            steps = {BERTHS.index(ship): ZONES.index(to) for ship, to in order.moves}
            gain = _stand(fleet, going | steps, foes) - now
            if gain > 0:
                found.append(((_MOVES, -gain), order))
        else:
            found.append((_rank(state, fleet, order), order))
    return [order for _, order in sorted(found, key=lambda one: one[0])]


def _rank(state: State, fleet: Fleet, order: o.Line) -> tuple[int, float]:
    """Return when to think of an order: the kind of it, and less for more harm."""
    if isinstance(order, o.Fire):
        damage = state.action(fleet.hand[order.card.number - 1]).damage
        flagship = order.aim is not None and not order.aim.ship
        return _ATTACKS, -damage * (FLAGSHIP_HULL if flagship else 1.0)
    if isinstance(order, o.Play):
        if order.key == "allocation":
            return _GAINS, 0.0
        return _ATTACKS, -HARM[order.key]
    harm = HARM["boarding"] if isinstance(order, o.Boarding) else 0.0
    return _RANKS.get(type(order), _OTHERS), -harm


def _stand(fleet: Fleet, going: dict[int, int], foes: list[list[int]]) -> float:
    """Return how well ships stand that go to some zones, beside how many each foe has
    in each: none of their own without any, and where there is something to shoot at."""
    mine, found = [0] * 4, 0.0
    for berth, _ in fleet.berthed():
        mine[going.get(berth, berth // 3)] += 1
    for zone, count in enumerate(mine):
        if count:
            theirs = [foe[zone] for foe in foes]
            found += BARE * (0 in theirs) + any(theirs)
        else:
            found -= EMPTY_ZONE
    return found if max(mine) <= 3 else -100.0


def _strength(state: State, me: int) -> float:
    fleet = state.fleets[me]
    found = FLAGSHIP_HULL * max(0, state.hull_left(Target(me, FLAGSHIP)))
    found += sum([KEPT.get(state.key(card), CARD) for card in fleet.cards])
    for _, ship in fleet.berthed():
        taken = ship.damage + ship.squadrons
        hull = state.printed(ship).hull - (state.damage(taken) if taken else 0)
        found += SHIP + max(0, hull)
    empty = sum(not fleet.in_zone(zone) for zone in range(4))
    return max(1.0, found - EMPTY_ZONE * empty)
