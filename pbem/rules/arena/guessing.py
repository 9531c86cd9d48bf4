"""Who goes where, and who aims there: turns that are hard to guess, and guess well.

All turns are secret until all are in, so what is best hangs on what the others do. Who
thinks little goes where it promises most if others go anywhere, and can be guessed for
that. Who thinks more supposes that others do just this, or think as hard: round after
round everybody draws a turn, and learns what each of the own turns would have brought
against those of the others (regret matching). One that was drawn late is taken.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from pbem.kit import squares
from pbem.rules.arena import areas
from pbem.rules.arena.legal import menu
from pbem.rules.arena.magics import HEALING, MAGICS, Magic, reach, targets
from pbem.rules.arena.orders import Act, Part
from pbem.rules.arena.plan import MAX_STEPS
from pbem.rules.arena.state import Fighter, Settings, State

MAGIC_POINT = 0.3  #: hit points that a magic point is worth
TRAPPED = 1.5  #: hit points that it costs to have half of the squares to go to
ALIKE = 0.05  #: hit points that are no difference at the first glance
NAIVE = 0.75  #: how often others are supposed not to guess, but to take what promises
FALL = 6.0  #: hit points that it is worth besides to be still in
SINGLE = 4  #: targets that may have all magic points of a turn
SPREADS = (3, 5)  #: numbers of targets among which they may be divided
#: Magics that go out from their caster.
_BY_PLACE = frozenset(("F1", "F2", "F3", "F5"))


class Cast(NamedTuple):
    """A magic with its target, and what it promises for each magic point."""

    promise: float
    cost: int
    part: Part
    area: dict[int, int]


class Turn(NamedTuple):
    """A turn that somebody may draw."""

    act: Act
    square: int
    hits: dict[int, int]  #: square to damage
    worth: float  #: hit points that it is worth, whatever the others do

    def promise(self, crowd: Mapping[int, float]) -> float:
        """Return what it is worth if so many of the others are on each square."""
        damage = sum(points * crowd.get(at, 0.0) for at, points in self.hits.items())
        return self.worth + damage


class _Side:
    """What one fighter may do, and what was learnt of it."""

    def __init__(self, state: State, me: Fighter) -> None:
        others = [one for one in state.fighters if one.out is None and one != me]
        crowd = _crowd(state.settings, others)
        self.hp = me.hp
        self.turns = list(_turns(state.settings, me, crowd))
        promises = [turn.promise(crowd) for turn in self.turns]
        least = max(promises) - ALIKE
        #: Turns that promise most at the first glance, by number.
        self.best = [at for at, one in enumerate(promises) if one >= least]
        self._regrets = [0.0] * len(self.turns)

    def draw(self, luck: random.Random) -> int:
        """Return the number of a turn, by what was missed by not having taken it."""
        sums = list(accumulate(self._regrets))
        if sums[-1] <= 0:
            return luck.randrange(len(sums))
        return luck.choices(range(len(sums)), cum_weights=sums)[0]

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
        taken = worths[mine]
        self._regrets = [
            max(0.0, regret + worth - taken)
            for regret, worth in zip(self._regrets, worths, strict=True)
        ]


def one_magic(state: State, me: Fighter, luck: random.Random) -> Act:
    """Return a walk anywhere, and half of the points for one magic from there."""
    settings, size = state.settings, state.settings.size
    square = luck.choice(areas.around(me.square, MAX_STEPS, size))
    others = [one for one in state.fighters if one.out is None and one != me]
    fixed, moving = _magics(settings, me)
    casts = [*_casts([*fixed, *moving], square, _crowd(settings, others), size)]
    most = max((cast.promise for cast in casts), default=0.0)
    best = [cast for cast in casts if cast.promise >= most - ALIKE]
    parts: tuple[Part, ...] = ()
    if best:
        cast = luck.choice(best)
        times = max(1, me.mp // 2 // cast.cost) if settings.stack else 1
        parts = (cast.part,) * times
    return Act(move=_move(me, square, size), parts=parts)


def first_glance(state: State, me: Fighter, luck: random.Random) -> Act:
    """Return a turn of those that promise most if nobody can be guessed."""
    side = _Side(state, me)
    return side.turns[luck.choice(side.best)].act


def guessed(state: State, me: Fighter, rounds: int, luck: random.Random) -> Act:
    """Return a turn of a fighter, after so many rounds of guessing."""
    standing = [one for one in state.fighters if one.out is None]
    sides = [_Side(state, one) for one in standing]
    at, drawn = standing.index(me), list[int]()
    for _ in range(rounds):
        picks = [
            luck.choice(side.best)
            if number != at and luck.random() < NAIVE
            else side.draw(luck)
            for number, side in enumerate(sides)
        ]
        turns = [
            (side.turns[pick], side.hp) for side, pick in zip(sides, picks, strict=True)
        ]
        for number, side in enumerate(sides):
            side.learn(picks[number], turns[:number] + turns[number + 1 :])
        drawn.append(picks[at])
    return sides[at].turns[luck.choice(drawn[len(drawn) // 2 :])].act


@cache
def trapped(square: int, size: int) -> float:
    """Return what a place costs from which there are few to go to, in hit points."""
    all_round = (2 * MAX_STEPS + 1) ** 2
    return TRAPPED * (all_round / len(areas.around(square, MAX_STEPS, size)) - 1)


def _loss(damage: int, left: int) -> float:
    return damage if damage < left else left + FALL


def _crowd(settings: Settings, others: Iterable[Fighter]) -> dict[int, float]:
    """Return how many of the others to expect on each square."""
    crowd: dict[int, float] = {}
    for other in others:
        near = areas.around(other.square, MAX_STEPS, settings.size)
        for square in near:
            crowd[square] = crowd.get(square, 0.0) + 1 / len(near)
    return crowd


def _magics(
    settings: Settings, me: Fighter
) -> tuple[list[tuple[str, Magic]], list[tuple[str, Magic]]]:
    """Return the words of magics that do damage and can be paid for: those that may be
    cast from anywhere, and those that go out from their caster."""
    fixed, moving = list[tuple[str, Magic]](), list[tuple[str, Magic]]()
    for word, _, _ in menu(settings, me.types, me.mp):
        magic = MAGICS.get(word) or MAGICS.get(me.types[0][0].upper() + word)
        if magic is not None and magic.damage:
            (moving if magic.key in _BY_PLACE else fixed).append((word, magic))
    return fixed, moving


def _move(me: Fighter, square: int, size: int) -> str:
    return "-" if square == me.square else squares.name(square, size)


def _turns(settings: Settings, me: Fighter, crowd: dict[int, float]) -> Iterable[Turn]:
    """Yield what promises something: each place to go, with magic or without."""
    size = settings.size
    fixed, moving = _magics(settings, me)
    everywhere = list(_casts(fixed, me.square, crowd, size))
    for square in areas.around(me.square, MAX_STEPS, size):
        move, risk = _move(me, square, size), trapped(square, size)
        casts = everywhere + list(_casts(moving, square, crowd, size))
        casts.sort(key=lambda cast: -cast.promise)
        ways = [[cast] for cast in casts[:SINGLE]]
        ways += [casts[:number] for number in SPREADS]
        for way in ways:
            parts, hits, left = _spent(way, me.mp, settings.stack)
            act = Act(move=move, parts=parts)
            yield Turn(act, square, hits, MAGIC_POINT * left - risk)
        yield Turn(Act(move=move), square, {}, MAGIC_POINT * me.mp - risk)
        for level, (cost, points) in HEALING.items():
            if settings.healing and cost <= me.mp and me.hp + points <= settings.hp:
                act = Act(move=move, parts=(Part(f"H{level}", heal=level),))
                worth = points + MAGIC_POINT * (me.mp - cost) - risk
                yield Turn(act, square, {}, worth)


def _casts(
    magics: Iterable[tuple[str, Magic]],
    square: int,
    crowd: dict[int, float],
    size: int,
) -> Iterable[Cast]:
    for word, magic in magics:
        for aim in targets(magic.wants, size):
            area = reach(magic.key, aim, square, size)
            found = sum(area[at] * share for at, share in crowd.items() if at in area)
            if found:
                yield Cast(found / magic.cost, magic.cost, _part(word, aim), area)


@cache
def _part(word: str, aim: str) -> Part:
    return Part(word + aim, word, aim)


def _spent(
    casts: Sequence[Cast], points: int, stack: bool
) -> tuple[tuple[Part, ...], dict[int, int], int]:
    """Return magics in turn until the points are spent, what they hit, and the rest."""
    parts, hits, again = list[Part](), dict[int, int](), True
    while again:
        again = False
        for cast in casts:
            if cast.cost <= points:
                points -= cast.cost
                parts.append(cast.part)
                for square, damage in cast.area.items():
                    hits[square] = hits.get(square, 0) + damage
                again = stack
    return tuple(parts), hits, points
