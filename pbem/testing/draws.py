"""Whether draws are made once each, and told to nobody who may not know what they gave.

A game is played with a source of which single draws can be turned to something else.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from pbem import referee
from pbem.chance import Chance, Draw, mixed
from pbem.plugins.games import Game
from pbem.protocol import Event, Hidden, visible_to
from pbem.record import replay, turn_file
from pbem.testing.differences import first_difference
from pbem.testing.kinds import parts
from pbem.testing.matches import SEED, Match, bound

KEY = mixed(SEED, {})
MATCHES = 6  #: that are checked
TURNED = 24  #: draws of a window that are turned


@dataclass
class FlippedDraw:
    """The index of the draw that is changed, and the number of draws so far."""

    at: int = -1
    count: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Turned(Chance):
    """A source that draws as `Chance` does, but one number is another than it was.

    All are equal: how often something was drawn is nothing that a game hides.
    """

    turn: FlippedDraw = field(default_factory=FlippedDraw, repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Turned)

    def __hash__(self) -> int:
        return hash(self.key)

    def draws(self, limits: Any, purpose: str) -> tuple[list[int], Chance]:
        """Numbers from 0 to each of the limits - 1."""
        bounds = [*limits]
        found, after = Chance(self.key, self.counter).draws(bounds, purpose)
        at = self.turn.at - self.turn.count
        if 0 <= at < len(bounds):
            found[at] = (found[at] + 1) % bounds[at]
        self.turn.count += len(bounds)
        return found, Turned(after.key, after.counter, self.turn)


def drawn_twice(game: Game) -> str | None:
    """Return what is drawn as if nothing had been drawn before it; None: nothing."""
    for seed in range(MATCHES):
        match, log = Match(game, random.Random(seed)), list[Draw]()
        match.play(8)
        story = replay.play(turn_file.read(match.record()), log=log)
        seen = set[tuple[int, str]]()
        for draw in log:
            if (draw.counter, draw.purpose) in seen:
                return (
                    f'"{draw.purpose}" is drawn twice by the same chance, and comes to '
                    "the same: keep the chance that a draw gives back in the state"
                )
            seen.add((draw.counter, draw.purpose))
        for at, one in parts(story.table.state, type(story.table.state).__name__):
            if isinstance(one, Chance) and one.key != KEY:
                return f"{at} is of a key of its own: keep the one that setup is given"
    return None


def leaked_draw(game: Game) -> str | None:
    """Return which seat sees an event that depends on a draw hidden from it; None where
    no seat does.

    What is told must be the same where another draw changes nothing that a seat sees,
    but something that it does not see.
    """
    if not isinstance(game.rules, Hidden):
        return None
    found = (one for seed in range(MATCHES) for one in _leaks(game, seed))
    return next(found, None)


def _leaks(game: Game, seed: int) -> Iterator[str]:
    turn, rng = FlippedDraw(), random.Random(seed)
    match = Match(game, rng, source=Turned(KEY, 0, turn))
    if not game.needs_chance(match.options):
        return

    def begun() -> tuple[Any, Sequence[Event]]:
        source = Turned(KEY, 0, turn)
        table = referee.begin(game.rules, match.seats, match.options, source)
        return table.state, table.news

    yield from _compared(match, turn, begun)
    match.play(8)
    for one in match.played:
        orders = bound(game.rules, one.before, one.orders)

        def resolved(before: Any = one.before, given: Any = orders) -> Any:
            step = game.rules.resolve(before, given)
            return step.state, step.events

        if None not in orders.values():
            yield from _compared(match, turn, resolved)


def _compared(match: Match, turn: FlippedDraw, ask: Any) -> Iterator[str]:
    """Yield what seats are told of hidden things by what `ask` gives back."""
    rules = match.game.rules
    turn.at, turn.count = -1, 0
    state, events = ask()
    count = turn.count
    for at in match.rng.sample(range(count), min(count, TURNED)):
        turn.at, turn.count = at, 0
        try:
            other, others = ask()
        finally:
            turn.at = -1
        for seat in (None, *match.seats) if other != state else ():
            if rules.view(state, seat) != rules.view(other, seat):
                continue
            one, two = (
                [visible_to(seat, x) for x in each] for each in (events, others)
            )
            for told in zip_longest(one, two):
                if told[0] != told[1]:
                    yield (
                        f"{seat or 'the public'} is told what its view does not show: "
                        f"{first_difference(*told)}"
                    )
                    break
