"""Random rounds on Mars, for tests of what always holds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from pbem.chance import Chance
from pbem.protocol import Event
from pbem.rules.mars.actions.action import Action, context_of
from pbem.rules.mars.actions.exploring import Make
from pbem.rules.mars.actions.others import Await, Pause
from pbem.rules.mars.legal import candidates
from pbem.rules.mars.map.tiles import standard_box
from pbem.rules.mars.orders import Plan
from pbem.rules.mars.resolve import resolve_round
from pbem.rules.mars.search.team_plan import plan_round, styles
from pbem.rules.mars.setup import begin
from pbem.rules.mars.state import Settings, State

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")


def opening(module: int, seats: int, seed: int, experts: bool = False) -> State:
    """A game with the tiles of the house, before its first round."""
    settings = Settings(module=module, x=seed % 9, experts=experts, rest=seed % 3)
    chance = Chance(f"random {seed}".encode())
    return begin(standard_box(), NAMES[:seats], settings, chance).state


def actions(state: State, seat: str) -> list[Action]:
    """Every action that a seat could try, legal or not."""
    return [*candidates(context_of(state, seat))]


def scribble(state: State, dice: random.Random) -> dict[str, Plan]:
    """Plans at random: some possible at once, some later, some never."""
    plans = {}
    for seat in state.seats:
        known = actions(state, seat)
        drawn = [dice.choice(known) for _ in range(dice.randrange(12))]
        drawn += _idle(state, dice)
        dice.shuffle(drawn)
        marked = [replace(a, optional=dice.random() < 0.7) for a in drawn]
        plans[seat] = Plan(tuple(marked))
    return plans


def _idle(state: State, dice: random.Random) -> list[Action]:
    place = dice.choice(list(state.board.spots))
    idle: list[Action] = [Await(dice.choice(("", "leaf", "trash")), place)]
    idle += [Pause(dice.randrange(1, 4)), Make("leaf"), Make("ore")]
    return idle[: dice.randrange(4)]


def wander(
    state: State, seed: int, rounds: int
) -> Iterator[tuple[State, dict[str, Plan], State, tuple[Event, ...]]]:
    """Rounds in which the team and chance take turns at writing the plans."""
    dice = random.Random(seed)
    stuck = False
    for _ in range(rounds):
        if state.ended:
            return
        team = dice.random() < 0.25 and not (state.landed and dice.random() < 0.8)
        if team and not stuck:
            plans = plan_round(state, styles(state)[0])
            # Where chance has walled everybody in, the team is not asked again.
            stuck = not any(plan.actions for plan in plans.values())
        else:
            plans = scribble(state, dice)
        step = resolve_round(state, plans)
        yield state, plans, step.state, step.events
        state = step.state
        if not state.ended and state.sand < 40:
            state = replace(state, sand=170)  # or it would be over too soon
