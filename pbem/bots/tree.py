"""What a bot has learnt so far: positions it has been in, and what each order brought.

In a window that several answer at once each seat learns for itself (decoupled UCB): the
orders of the others are what it meets, not what it knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import Any, NamedTuple

from pbem.protocol import Order, Seat

CURIOSITY = 0.7  #: weight of what is little known, against the spread of what is known
WIDTH, GROWTH = 1.0, 0.55  #: after n visits WIDTH * n**GROWTH orders are checked

#: Returns an order bound in the world that is being played; None: it cannot be given.
Bind = Callable[[Order], Any]


@dataclass(slots=True, eq=False)
class Arm:
    """An order of a seat, and what came of it."""

    order: Order
    visits: int = 0
    total: float = 0.0  #: of the worths of the positions that it led to

    @property
    def mean(self) -> float:
        """What it brings on the average."""
        return self.total / self.visits


@dataclass(slots=True, eq=False)
class Choices:
    """What one seat could do in one position, the best guess first."""

    untried: list[Order]  #: the next one last
    arms: list[Arm] = field(default_factory=list)
    visits: int = 0
    #: what an order promised at the first look, by its words: it counts as one visit
    promised: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, orders: Sequence[Order]) -> Choices:
        """Return choices for these orders, all of them untried."""
        return cls(list(reversed(orders)))

    def pick(self, span: Span, bind: Bind) -> tuple[Arm, Any] | None:
        """Return the arm to try next, and its order bound; None where no order can be
        given in this world."""
        if len(self.arms) < WIDTH * (self.visits + 1) ** GROWTH:
            fresh = self._fresh(bind)
            if fresh is not None:
                return fresh

        def promise(arm: Arm) -> float:
            return span.promise(arm, self.visits)

        for arm in sorted(self.arms, key=promise, reverse=True):
            bound = bind(arm.order)
            if bound is not None:
                return arm, bound
        return self._fresh(bind)

    def _fresh(self, bind: Bind) -> tuple[Arm, Any] | None:
        for at in range(len(self.untried) - 1, -1, -1):
            bound = bind(self.untried[at])
            if bound is not None:
                arm = Arm(self.untried.pop(at))
                known = self.promised.get(str(arm.order))
                if known is not None:
                    arm.visits, arm.total = 1, known
                self.arms.append(arm)
                return arm, bound
        return None

    def learn(self, arm: Arm, worth: float) -> None:
        """Remember what an arm has brought."""
        arm.visits += 1
        arm.total += worth
        self.visits += 1

    def best(self) -> Arm | None:
        """Return the arm that was tried most, of equal ones the best."""
        tried = [arm for arm in self.arms if arm.visits]
        return max(tried, key=lambda arm: (arm.visits, arm.mean), default=None)

    def drawn(self, luck: Random) -> Arm | None:
        """Return one of the arms that were tried most, at random: hard to guess."""
        most = max((arm.visits for arm in self.arms), default=0)
        tried = [arm for arm in self.arms if arm.visits and 2 * arm.visits >= most]
        weights = [arm.visits for arm in tried]
        return luck.choices(tried, weights)[0] if tried else None


@dataclass(slots=True)
class Span:
    """The least and the greatest worth that a seat has met: others are weighed by it.

    Differences count, however small: a judgement that says 0.50 and 0.52 is one.
    """

    least: float = 1.0
    most: float = 0.0

    def meet(self, worth: float) -> None:
        """Widen the span."""
        self.least = min(self.least, worth)
        self.most = max(self.most, worth)

    def promise(self, arm: Arm, visits: int) -> float:
        """Return how much an arm is worth another try."""
        if not arm.visits:
            return float("inf")
        wide = self.most - self.least
        mean = (arm.mean - self.least) / wide if wide > 0 else 0.5
        return mean + CURIOSITY * sqrt(log(visits + 1) / arm.visits)


class TreeStep(NamedTuple):
    """An arm chosen on the way down the tree."""

    seat: Seat
    choices: Choices
    arm: Arm


@dataclass(slots=True, eq=False)
class Node:
    """A node of the search tree: the position reached by a sequence of orders."""

    choices: dict[Seat, Choices] = field(default_factory=dict)
    after: dict[tuple[str, ...], Node] = field(default_factory=dict)

    def child(self, steps: Iterable[TreeStep]) -> Node | None:
        """Return the position after these; None: nobody has been there yet."""
        key = tuple(str(step.arm.order) for step in steps)
        if key in self.after:
            return self.after[key]
        self.after[key] = Node()
        return None
