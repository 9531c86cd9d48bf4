"""What a bot thinks of Magic Arena: points are life, corners are traps, and what others
can guess is no good (guessing.py)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.chance import Chance
from pbem.kit import squares
from pbem.protocol import Order, SearchResult, Seat
from pbem.rules.arena import guessing
from pbem.rules.arena.orders import Start
from pbem.rules.arena.state import Fighter, State
from pbem.rules.arena.turns import MAGIC_POINT, trapped

GLANCE = 32  #: playouts from which on all turns are compared,
GUESS = 1600  #: and those from which on it is guessed what the others do
ROUND = 20  #: playouts that a round of guessing stands for, for each opponent
#: Hit points that a type of magic is worth more than the worst.
TYPES = {"fire": 4.0, "earth": 1.5, "air": 0.5}


def worth(state: State, seat: Seat) -> float:
    """Return a seat's share of all points, against the average of the others."""
    mine, theirs = 0.0, []
    for fighter in state.fighters:
        points = _points(state, fighter)
        if fighter.seat == seat:
            mine = points
        elif points:
            theirs.append(points)
    if not theirs:
        return 0.5 if not state.fighters else float(mine > 0)
    return mine / (mine + sum(theirs) / len(theirs))


def sensible(state: State, seat: Seat, orders: Sequence[Order]) -> Sequence[Order]:
    """Return the first choices that promise most, first."""
    return sorted(orders, key=lambda order: -_start(state, order))


def searched(
    state: State, seat: Seat, playouts: int, chance: Chance
) -> Iterator[SearchResult[Order]] | None:
    """Return the bot's own search for a turn, better guesses as it goes on; None before
    the first turn, which the search of all games chooses."""
    me = state.fighter(seat)
    if me is None:
        return None
    luck = guessing.Luck(Chance(chance.key + seat.encode()))
    return _turns(state, me, playouts, luck)


def _turns(
    state: State, me: Fighter, playouts: int, luck: guessing.Luck
) -> Iterator[SearchResult[Order]]:
    """Yield a turn: one magic, what promises most, or what outguesses the others."""
    if playouts < GLANCE:
        yield SearchResult(guessing.one_magic(state, me, luck), playouts)
    elif playouts < GUESS:
        yield SearchResult(guessing.first_glance(state, me, luck), playouts)
    else:
        rounds = max(1, playouts // (ROUND * max(1, len(state.standing()) - 1)))
        acts = guessing.guessed(state, me, rounds, luck)
        for number, act in enumerate(acts, 1):
            yield SearchResult(act, playouts * number // rounds)


def _points(state: State, fighter: Fighter) -> float:
    if fighter.out is not None or fighter.hp <= 0:
        return 0.0
    points = fighter.hp + MAGIC_POINT * fighter.mp
    points += sum(TYPES.get(school, 0.0) for school in fighter.types)
    return max(0.5, points - trapped(fighter.square, state.settings.size))


def _start(state: State, order: Order) -> float:
    if not isinstance(order, Start):
        return 0.0
    size = state.settings.size
    types = sum(TYPES.get(school, 0.0) for school in order.types)
    return types - trapped(squares.at(order.square, size), size)
