"""Who goes where, and who aims there: turns that are hard to guess, and guess well.

All turns are secret until all are in, so what is best hangs on what the others do. Who
thinks little goes where it promises most if others go anywhere, and can be guessed for
that. Who thinks more supposes that others do just this, or think as hard: round after
round everybody draws a turn, and learns what each of the own turns would have brought
against those of the others (regret matching). One that was drawn late is taken.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TypeVar

from pbem.chance import Chance
from pbem.rules.arena import areas
from pbem.rules.arena.orders import Act, Part
from pbem.rules.arena.plan import MAX_STEPS
from pbem.rules.arena.state import Fighter, State
from pbem.rules.arena.turns import (
    Turn,
    casts_at,
    crowd_of,
    magics_of,
    move_to,
    others_of,
    turns_of,
)

T = TypeVar("T")

ALIKE = 0.05  #: hit points that are no difference at the first glance
NAIVE = 0.75  #: how often others are supposed not to guess, but to take what promises
LAZY = 3  #: one of so many magic points is spent by who casts one magic
FALL = 6.0  #: hit points that it is worth besides to be still in


class Luck:
    """Draws one after the other, from a chance."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def copy(self) -> Luck:
        """Return what draws the same, and takes nothing away here."""
        return Luck(self._chance)

    def below(self, limit: int) -> int:
        """Return a number from 0 to limit - 1."""
        value, self._chance = self._chance.below(limit, "arena bot")
        return value

    def share(self) -> float:
        """Return a number from 0 to 1, which is not among them."""
        return self.below(1 << 32) / (1 << 32)

    def one_of(self, items: Sequence[T]) -> T:
        """Return one of some things."""
        return items[self.below(len(items))]


class _Side:
    """What one fighter may do, and what was learnt of it."""

    def __init__(self, state: State, me: Fighter) -> None:
        others = others_of(state, me)
        crowd = crowd_of(state.settings, others)
        self.hp = me.hp
        self.turns = list(turns_of(state.settings, me, crowd))
        promises = [turn.promise(crowd) for turn in self.turns]
        least = max(promises) - ALIKE
        #: Turns that promise most at the first glance, by number.
        self.best = [at for at, one in enumerate(promises) if one >= least]
        self._regrets = [0.0] * len(self.turns)

    def draw(self, luck: Luck) -> int:
        """Return the index of a turn, drawn in proportion to the turns' regrets."""
        sums = list(accumulate(self._regrets))
        if sums[-1] <= 0:
            return luck.below(len(sums))
        return bisect_right(sums, luck.share() * sums[-1], 0, len(sums) - 1)

    def learn(self, mine: int, others: Sequence[tuple[Turn, int]]) -> None:
        """Remember what each turn would have brought against turns of the others, who
        have so many hit points."""
        danger: dict[int, int] = {}
        for turn, _ in others:
            for square, damage in turn.hits.items():
                danger[square] = danger.get(square, 0) + damage
        share, hp = 1 / len(others), self.hp
        cost = {square: _loss(damage, hp) for square, damage in danger.items()}
        goals = [(turn.square, left) for turn, left in others]
        worths = []
        for turn in self.turns:
            worth = turn.worth - cost.get(turn.square, 0.0)
            for square, left in goals:
                damage = turn.hits.get(square, 0)
                if damage:
                    worth += share * _loss(damage, left)
            worths.append(worth)
        chosen = worths[mine]
        self._regrets = [
            max(0.0, regret + worth - chosen)
            for regret, worth in zip(self._regrets, worths, strict=True)
        ]


def one_magic(state: State, me: Fighter, luck: Luck) -> Act:
    """Return a walk anywhere, and some of the points for one magic from there."""
    settings, size = state.settings, state.settings.size
    square = luck.one_of(areas.around(me.square, MAX_STEPS, size))
    others = others_of(state, me)
    fixed, moving = magics_of(settings, me)
    casts = [*casts_at([*fixed, *moving], square, crowd_of(settings, others), size)]
    most = max((cast.promise for cast in casts), default=0.0)
    best = [cast for cast in casts if cast.promise >= most - ALIKE]
    parts: tuple[Part, ...] = ()
    if best:
        cast = luck.one_of(best)
        times = max(1, me.mp // LAZY // cast.cost) if settings.stack else 1
        parts = (cast.part,) * times
    return Act(move=move_to(me, square, size), parts=parts)


def first_glance(state: State, me: Fighter, luck: Luck) -> Act:
    """Return a random one of the turns with the best expectation, where no opponent's
    turn can be guessed."""
    side = _Side(state, me)
    return side.turns[luck.one_of(side.best)].act


def guessed(state: State, me: Fighter, rounds: int, luck: Luck) -> Iterator[Act]:
    """Yield a turn of a fighter after each of so many rounds of guessing."""
    standing = [one for one in state.fighters if one.out is None]
    sides = [_Side(state, one) for one in standing]
    at, drawn = standing.index(me), list[int]()
    for _ in range(rounds):
        picks = [
            luck.one_of(side.best)
            if number != at and luck.share() < NAIVE
            else side.draw(luck)
            for number, side in enumerate(sides)
        ]
        turns = [
            (side.turns[pick], side.hp) for side, pick in zip(sides, picks, strict=True)
        ]
        for number, side in enumerate(sides):
            side.learn(picks[number], turns[:number] + turns[number + 1 :])
        drawn.append(picks[at])
        yield sides[at].turns[luck.copy().one_of(drawn[len(drawn) // 2 :])].act


def _loss(damage: int, left: int) -> float:
    return damage if damage < left else left + FALL
