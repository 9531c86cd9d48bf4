"""What is hidden in Diplomacy: what others have ordered for phases to come."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

from pbem.kit.calendar import Moment
from pbem.rules.diplomacy import legal
from pbem.rules.diplomacy.orders import Line
from pbem.rules.diplomacy.phases import YEAR, Phase
from pbem.rules.diplomacy.state import State

MOST = 4  #: lines of a seat


def permuted(state: State, seat: str | None, rng: random.Random) -> State:
    """The same board, where others have ordered other things ahead."""
    ahead = {who: lines for who, lines in state.ahead.items() if who == seat}
    if state.phase is Phase.MOVEMENT:
        moment = _next_movement(state.moment)
        for who in state.seats:
            if who != seat and rng.random() < 0.7:
                ahead[who] = _lines(state, who, moment, rng)
    return replace(
        state, ahead={who: ahead[who] for who in state.seats if who in ahead}
    )


def _next_movement(moment: Moment) -> Moment:
    later = YEAR.after(moment)
    return later if later.phase == Phase.MOVEMENT else _next_movement(later)


def _lines(
    state: State, who: str, moment: Moment, rng: random.Random
) -> tuple[Line, ...]:
    found = [*islice(legal.lines(state, who), 200)]
    some = rng.sample(found, min(MOST, len(found)))
    return tuple(replace(line, moment=moment) for line in some)
