"""Games in which all play so that one seat has fewer and fewer orders: random ones
hardly ever come to where it has none."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle, islice
from typing import Any, NamedTuple

from pbem.plugins.game import Game
from pbem.protocol import Clock, Seat
from pbem.system import supervised
from pbem.testing.matches import MANY, Match, bound, legal
from pbem.testing.tally import stuck

GAMES = 6  #: that are played so, for one seat after the other
TURNS = 20  #: of the seat, in each
WAYS = 160  #: from a turn to the next that are tried
KEPT = 40  #: positions, all with the fewest orders, that are gone on from
BETWEEN = 6  #: windows, at most, from a turn to the next
SECONDS = 0.03  #: of the processor, as often as random games are played


class _Position(NamedTuple):
    """Where a seat is asked, and how the game came there."""

    orders: int  #: that it has
    state: Any
    played: tuple[str, ...] = ()


def hemmed_in(game: Game, games: int) -> str | None:
    """Return how a game comes to a seat that is asked and has no order; None: no way
    was found in the time that is due beside so many random games."""
    end = time.process_time() + games * SECONDS
    for number in range(0 if isinstance(game.rules, Clock) else GAMES):
        match = Match(game, random.Random(number))
        for one in _fewer(match, match.seats[number % len(match.seats)], end):
            match.table = replace(match.table, state=one.state)
            if not one.orders and (why := stuck(match)):
                return f"{why}; it comes of {', '.join(one.played)}"
    return None


def _fewer(match: Match, seat: Seat, end: float) -> Iterator[_Position]:
    """Yield positions in which a seat is asked, and go on from those where it has the
    fewest orders, until the processor has worked for so long."""
    rules, state = match.game.rules, match.state
    window = rules.window(state)
    if window and seat in window.seats and rules.default(state, seat) is not None:
        return  # as in games where nobody is waited for
    kept = [_Position(MANY, state)]
    for _ in range(TURNS):
        found: dict[str, _Position] = {}
        for start in islice(cycle(kept), WAYS):
            supervised.again()
            if time.process_time() > end:
                return
            if (one := _turn(match, start, seat)) is not None:
                found[repr(one.state)] = one
                yield one
        fewest = min((one.orders for one in found.values()), default=0)
        kept = [one for one in found.values() if one.orders == fewest][:KEPT]


def _turn(match: Match, one: _Position, seat: Seat) -> _Position | None:
    """Go on by random orders until a seat is asked; None where it has a default or is
    asked no more."""
    rules, state, played = match.game.rules, one.state, one.played
    for _ in range(BETWEEN):
        window = rules.window(state)
        if window is None:
            return None
        match.table = replace(match.table, state=state)
        orders = match.answers(window.seats)
        if not orders:
            return None
        state = rules.resolve(state, bound(rules, state, orders)).state
        played += (*map(str, orders.values()),)
        window = rules.window(state)
        if window is not None and seat in window.seats:
            if rules.default(state, seat) is not None:
                return None
            own = legal(match.game, state, seat, match.rng)
            return _Position(sum(not x.anytime for x in own), state, played)
    return None
