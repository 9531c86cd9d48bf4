"""What a bot thinks of Mag-Blast: how fleets stand, and what comes first in a turn.

The weights of `worth` were fitted to who won (logistic regression), where turns begin,
in games between bots; a hull of a flagship is the unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp
from operator import itemgetter
from typing import TypeAlias

from pbem.protocol import Seat
from pbem.rules.magblast import bot_cards
from pbem.rules.magblast.check.limits import after_moves
from pbem.rules.magblast.fleet import BERTHS, ZONES, Fleet, Ship
from pbem.rules.magblast.orders import orders as o
from pbem.rules.magblast.state import FLAGSHIP, State, Target

POINT = 0.23  #: of the logarithm of the odds, for a hull of a flagship
HULL, MORE, TOUGH = 0.36, 0.21, 5  #: the first hulls of a ship, those from 5 on
WEAPON = {"laser": 0.4, "beam": 0.8, "mag": 1.2}
CARRIER, SWEEPER, EMPTY_ZONE, TURN = 0.5, 0.8, 0.9, 2.6
UPGRADE = {"secondary": 0.7, "long-range": 0.5, "bay": 0.4, "turret": 0.4}
#: Hands are filled up in each turn: a card is worth more or less than an average one.
IN_HAND = {
    **{"reinforcements": 2.1, "allocation": 2.0, "asteroids": 1.4, "flux": 1.25},
    **{"evasive": 1.0, "fighter": 0.4, "bomber": 0.25, "minefield": 0.2},
    **{"bridge-hit": 0.2, "mag": 0.1, "boarding": -0.3, "laser": -0.4},
    **{"turret": -0.5, "long-range": -0.5, "catastrophic": -0.6},
    **{"direct-hit": -0.7, "bay": -0.7, "security": -0.8},
}
USE = {"sol": 2.7, "yssaril": 1.6, "naalu": 1.4, "mentak": 0.5}  #: of a power, kept
CLOUD = {"asteroids": 2.7, "minefield": -2.9}  #: on a fleet
BARE, COVER = 3.0, 2.0  #: where ships can go: an enemy zone without any, an own one
#: What comes first of all that can be done: cards and ships, then movement, attacks ...
_DRAWS, _GAINS, _MOVES, _ATTACKS, _OTHERS, _ENDS, STRAYS = range(7)
_RANKS: dict[type[o.Line], int] = {
    **{o.Draw: _DRAWS, o.Sol: _GAINS, o.Mentak: _ATTACKS, o.End: _ENDS},
}


def worth(state: State, seat: Seat) -> float:
    """Return how often a seat would win, by what its fleet is worth against the
    average of the others."""
    me = state.seat(seat)
    if state.fleets[me].out is not None:
        return 0.0
    state = after_moves(state)
    mine = _strength(state, me)
    theirs = [_strength(state, i) for i in state.living() if i != me]
    if not theirs:
        return 1.0
    return 1 / (1 + exp(POINT * (sum(theirs) / len(theirs) - mine)))


def sensible(state: State, seat: Seat, orders: Sequence[o.Line]) -> list[o.Line]:
    """Return what brings cards or ships, then what shoots, most harm first, then what
    else does something, then what ends the turn.

    Moves that do not improve a fleet's place come behind the end of the
    turn, or ships would go round and round: only who tries many orders tries them. Of
    discards only the cards of least use are worth a thought; and who lets all pass
    could evade nothing later.
    """
    me = state.seat(seat)
    if state.stack:
        fleet = state.fleets[me]
        answers = [order for order in orders if not _useless(order, fleet)]
        if len(answers) > 1:
            answers.sort(key=lambda order: _rank(state, me, order))
        return answers
    found = ranked(state, me, orders)
    found.sort(key=itemgetter(0))
    return [order for _, order in found]


Ranked: TypeAlias = list[tuple[tuple[int, float], o.Line]]
"""Orders, each with the kind of it, and less for what is better."""


def ranked(state: State, me: int, orders: Iterable[o.Line]) -> Ranked:
    """Return those orders of a turn that are worth a thought."""
    found: Ranked = []
    fleet, going = state.fleets[me], dict(state.moves)
    foes: tuple[tuple[int, ...], ...] = ()
    marks: bot_cards.Marks = {}
    zones, now, discards = (0, 0, 0, 0), 0.0, False
    for order in orders:
        if isinstance(order, o.Move):
            if not foes:
                foes, zones = _foes(state, me), _zones(fleet, going)
                now = _stand(zones, foes)
            after = [*zones]
            for berth, to in _steps(order.moves):
                after[going.get(berth, berth // 3)] -= 1
                after[to] += 1
            gain = _stand(tuple(after), foes) - now
            found.append(((_MOVES if gain > 0 else STRAYS, -gain), order))
        elif isinstance(order, (o.Fire, o.Launch)):
            found.append(((_ATTACKS, -bot_cards.harm(state, me, order, marks)), order))
        elif isinstance(order, o.Discard):
            discards = True
        elif not _useless(order, fleet):
            found.append((_rank(state, me, order), order))
    if discards:
        for number, (order, due) in enumerate(bot_cards.discards(state, me), 1):
            found.append(((_DRAWS, -1.0 if due else float(number)), order))
    return found


def _useless(order: o.Line, fleet: Fleet) -> bool:
    """Return whether an order is never worth a thought."""
    if isinstance(order, o.Field):  # an own attack would be in vain
        return order.key == "asteroids" and order.seat != fleet.seat
    return isinstance(order, o.Pass) and order.all


def _rank(state: State, me: int, order: o.Line) -> tuple[int, float]:
    """Return when to think of an order: the kind of it, and less for what is better."""
    if (rank := _RANKS.get(type(order))) is not None:
        return rank, 0.0
    if isinstance(order, o.Reaction):
        return bot_cards.answer(state, me, order)
    if isinstance(order, o.Play):
        gains = order.key == "allocation"
        return (_GAINS, -9.0) if gains else (_ATTACKS, -bot_cards.HARM[order.key])
    if isinstance(order, o.Boarding):
        return _ATTACKS, -bot_cards.HARM["boarding"]
    if isinstance(order, o.Reinforce):
        return _GAINS, _crowd(state, me, order.zone) - 5
    if isinstance(order, o.Resources):
        return _GAINS, _crowd(state, me, *order.zones)
    if isinstance(order, o.Place):
        zones = [zone for _, zone in order.ships]
        return _GAINS, _crowd(state, me, *zones) if state.drawn else 0
    return _OTHERS, -float(isinstance(order, o.Field))


def _crowd(state: State, me: int, *zones: str) -> int:
    """Return how many ships stand in the first zone of some; without one, many."""
    first = next(filter(None, zones), "")
    return state.fleets[me].in_zone(ZONES.index(first)) if first else 4


def _foes(state: State, me: int) -> tuple[tuple[int, ...], ...]:
    """Return how many ships each foe has in each zone."""
    return tuple([state.fleets[i].counts for i in state.clockwise(me)])


def _steps(moves: tuple[tuple[str, str], ...]) -> list[tuple[int, int]]:
    """Return which berths are to move to which zones."""
    return [(BERTHS.index(ship), ZONES.index(to)) for ship, to in moves]


def _zones(fleet: Fleet, going: dict[int, int]) -> tuple[int, int, int, int]:
    """Return how many ships stand in each zone once some have gone to others."""
    stand = [going.get(berth, berth // 3) for berth in fleet.berths]
    return stand.count(0), stand.count(1), stand.count(2), stand.count(3)


def _stand(mine: tuple[int, ...], foes: tuple[tuple[int, ...], ...]) -> float:
    """Return how well ships stand, so many in each zone, against how many each foe has
    in each: none of their own without any, and where there is something to shoot at."""
    found = 0.0
    for zone, count in enumerate(mine):
        if count:
            theirs = [foe[zone] for foe in foes]
            found += BARE * (0 in theirs) + any(theirs)
        else:
            found -= COVER
    return found if max(mine) <= 3 else -100.0


def _strength(state: State, me: int) -> float:
    fleet, flagship = state.fleets[me], state.flagship(me)
    found = float(max(0, state.hull_left(Target(me, FLAGSHIP))))
    actions = state.box.actions
    found += sum([IN_HAND.get(actions[card].key, 0.0) for card in fleet.cards])
    found += USE.get(flagship.power, 0.0) * (flagship.uses - fleet.uses)
    for _, ship in fleet.berthed():
        for worth in _worths(state, ship):
            found += worth
    for cloud in state.clouds:
        found += CLOUD[state.key(cloud.card)] * (cloud.on == me)
    empty = fleet.counts.count(0)
    return found - EMPTY_ZONE * empty + TURN * (state.active == me)


def _worths(state: State, ship: Ship) -> tuple[float, ...]:
    """Return what a ship is worth: its hull, its weapons, what it can do, upgrades."""
    printed = state.printed(ship)
    hull = max(0, printed.hull - state.damage(ship.damage + ship.squadrons))
    return (
        HULL * min(TOUGH, hull) + MORE * max(0, hull - TOUGH),
        sum([WEAPON[weapon] for weapon in printed.weapons]),
        CARRIER * printed.carrier + SWEEPER * printed.minesweeper,
        sum([UPGRADE.get(state.key(card), 0.0) for card in ship.upgrades]),
    )
