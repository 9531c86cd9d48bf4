"""Turns of Magic Arena that a bot thinks about: where to go, what to cast there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pbem.kit import squares
from pbem.rules.arena import areas
from pbem.rules.arena.legal import castable
from pbem.rules.arena.magics import HEALING, Magic, reach, targets
from pbem.rules.arena.orders import Act, Part
from pbem.rules.arena.plan import MAX_STEPS
from pbem.rules.arena.state import Fighter, Settings, State

MAGIC_POINT = 0.3  #: hit points that a magic point is worth
TRAPPED = 1.5  #: hit points that it costs to have half of the squares to go to
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


def trapped(square: int, size: int) -> float:
    """Return what a place costs from which there are few to go to, in hit points."""
    all_round = (2 * MAX_STEPS + 1) ** 2
    return TRAPPED * (all_round / len(areas.around(square, MAX_STEPS, size)) - 1)


def others_of(state: State, me: Fighter) -> list[Fighter]:
    """Return the others who are still in."""
    return [one for one in state.fighters if one.out is None and one != me]


def crowd_of(settings: Settings, others: Iterable[Fighter]) -> dict[int, float]:
    """Return how many of the others to expect on each square."""
    crowd: dict[int, float] = {}
    for other in others:
        near = areas.around(other.square, MAX_STEPS, settings.size)
        for square in near:
            crowd[square] = crowd.get(square, 0.0) + 1 / len(near)
    return crowd


def magics_of(
    settings: Settings, me: Fighter
) -> tuple[list[tuple[str, Magic]], list[tuple[str, Magic]]]:
    """Return the words of magics that do damage and can be paid for: those that may be
    cast from anywhere, and those that go out from their caster."""
    fixed, moving = list[tuple[str, Magic]](), list[tuple[str, Magic]]()
    for word, magic in castable(settings, me):
        if magic.damage:
            (moving if magic.key in _BY_PLACE else fixed).append((word, magic))
    return fixed, moving


def move_to(me: Fighter, square: int, size: int) -> str:
    """Return a move as it is written; to stay is one, too."""
    return "-" if square == me.square else squares.name(square, size)


def turns_of(
    settings: Settings, me: Fighter, crowd: dict[int, float]
) -> Iterable[Turn]:
    """Yield what promises something: each place to go, with magic or without."""
    size = settings.size
    fixed, moving = magics_of(settings, me)
    everywhere = list(casts_at(fixed, me.square, crowd, size))
    for square in areas.around(me.square, MAX_STEPS, size):
        move, risk = move_to(me, square, size), trapped(square, size)
        casts = everywhere + list(casts_at(moving, square, crowd, size))
        casts.sort(key=lambda cast: -cast.promise)
        groups = [[cast] for cast in casts[:SINGLE]]
        groups += [casts[:number] for number in SPREADS]
        for group in groups:
            parts, hits, left = _spent(group, me.mp, settings.stack)
            act = Act(move=move, parts=parts)
            yield Turn(act, square, hits, MAGIC_POINT * left - risk)
        yield Turn(Act(move=move), square, {}, MAGIC_POINT * me.mp - risk)
        for level, (cost, points) in HEALING.items():
            if settings.healing and cost <= me.mp and me.hp + points <= settings.hp:
                act = Act(move=move, parts=(Part(f"H{level}", heal=level),))
                worth = points + MAGIC_POINT * (me.mp - cost) - risk
                yield Turn(act, square, {}, worth)


def casts_at(
    magics: Iterable[tuple[str, Magic]],
    square: int,
    crowd: dict[int, float],
    size: int,
) -> Iterable[Cast]:
    """Yield the magics that may hit somebody if they are cast from a square."""
    for word, magic in magics:
        for aim in targets(magic.wants, size):
            area = reach(magic.key, aim, square, size)
            found = sum(area[at] * share for at, share in crowd.items() if at in area)
            if found:
                yield Cast(found / magic.cost, magic.cost, _part(word, aim), area)


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
