"""Orders compared by how the game goes on after each, in the same worlds.

What is hidden makes more difference than what is ordered: an order that happened to be
tried against a bad hand looks better than one that was tried against a good one. So a
world is played with every order, everybody going on by first guesses, and only the
differences count. Half of the orders are dropped, and the others tried in more worlds,
until two are left. The first guess is given up where another order is better by more
than luck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import fsum, sqrt
from typing import Any

from pbem.protocol import AnyRules, Closes, Judged, Order, Outcome, Seat, Teams

MAX_LISTED = 4000  #: orders that are asked of a game in one position
MAX_WINDOWS = 100  #: that a game goes on for
BREADTH = 0.55  #: of n playouts the first n**BREADTH guesses are compared, but two
DOUBT = 0.7  #: standard errors that an order must be better than the first guess by
UNKNOWN = 0.1  #: standard deviation of differences before any was seen


@dataclass(slots=True, eq=False)
class Tried:
    """An order, and what came of it in each world, in the order of the worlds."""

    order: Order
    worths: list[float] = field(default_factory=list)

    def gain(self, first: Tried) -> float:
        """Return by how much it is better than the first guess, beyond doubt."""
        if self is first:
            return 0.0
        pairs = zip(self.worths, first.worths, strict=False)
        found = [mine - theirs for mine, theirs in pairs]
        if not found:
            return -1.0
        count = len(found)
        mean = fsum(found) / count
        squares = fsum((one - mean) ** 2 for one in found) + UNKNOWN**2
        return mean - DOUBT * sqrt(squares) / count


def worthwhile(playouts: int) -> int:
    """Return how many of so many playouts are done: a thirtieth, or of few a fifth.

    More find nothing out: 48,000 won two games of ten against 1,500, and 1,600 won
    twelve of thirty against 120, but 139 of 226 against 50.

    >>> [worthwhile(level) for level in (5, 30, 50, 1500, 1600, 48000)]
    [1, 6, 9, 50, 53, 1600]
    """
    return max(1, playouts // 30, min(9, playouts // 5))


class Rehearsal:
    """What a seat could do in the open window, tried out."""

    def __init__(
        self,
        rules: AnyRules,
        judge: Judged[Any, Any],
        seat: Seat,
        world: Callable[[int], Any],
    ) -> None:
        """`world`: returns the state as it could be, another one for each number."""
        self.rules, self.judge, self.seat, self.world = rules, judge, seat, world

    def run(
        self, orders: Sequence[Order], playouts: int, over: Callable[[], bool]
    ) -> tuple[Order, int, bool]:
        """Return the best of some orders, best guess first, the playouts done, and
        whether time was over before all were."""
        left = [Tried(one) for one in orders[: max(2, int(playouts**BREADTH))]]
        first, done, world = left[0], 0, 0
        rounds = max(1, (len(left) - 1).bit_length())
        while True:
            # Whole worlds, so that orders can be compared; the rest in the last round.
            worlds = (playouts - done) // rounds // len(left)
            tries = playouts - done if rounds == 1 else worlds * len(left)
            for number in range(tries):
                at = number % len(left)
                if not at:
                    state = self.world(world + number // len(left))
                left[at].worths.append(self.played(state, left[at].order))
                done += 1
                if over():
                    rounds = 1
                    break
            left.sort(key=lambda one: -one.gain(first))
            if rounds == 1:
                return left[0].order, done, done < playouts
            world, rounds = world + worlds, rounds - 1
            half = left[: max(2, (len(left) + 1) // 2)]
            left = half if first in half else [*half[:-1], first]

    def played(self, state: Any, order: Order) -> float:
        """Return how well the seat stands when it is its turn again after an order and
        the answers of all others, or at the end."""
        answered, orders = False, {self.seat: order}
        for number in range(MAX_WINDOWS):
            window = self.rules.window(state)
            if window is None or not (
                window.interrupts or window.closes is Closes.FIRST
            ):
                break
            mine = self.seat in window.seats
            if not window.interrupts:
                if number and mine and answered:
                    break
                answered = not mine
            seats: Sequence[Seat] = window.seats
            if window.closes is Closes.FIRST:
                seats = (self.seat if mine else seats[0],)
            bound = {}
            for seat in seats:
                found = orders.get(seat) or self._guess(state, seat)
                bound[seat] = self.rules.bind(state, seat, found).order
            state, orders = self.rules.resolve(state, bound).state, {}
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return won(self.rules, outcome, self.seat)
        return self.judge.worth(state, self.seat)

    def _guess(self, state: Any, seat: Seat) -> Order | None:
        """Return the order that a seat thinks of first."""
        first: Order | None = self.judge.first_guess(state, seat)
        if first is not None:
            return first
        orders = listed(self.rules, state, seat)
        if len(orders) > 1:
            orders = self.judge.sensible(state, seat, orders)
        return orders[0] if orders else self.rules.default(state, seat)


def listed(rules: AnyRules, state: Any, seat: Seat) -> Sequence[Order]:
    """Return up to MAX_LISTED legal orders of a seat in the open window, without
    anytime orders."""
    found = islice(rules.legal(state, seat), MAX_LISTED)
    return [one for one in found if not one.anytime]


def won(rules: AnyRules, outcome: Outcome, seat: Seat) -> float:
    """Return what the end of a game is worth to a seat: nobody's is half a win, and
    rivals who win together divide one."""
    if not outcome.winners:
        return 0.5
    share = 1 if isinstance(rules, Teams) else len(outcome.winners)
    return (seat in outcome.winners) / share
