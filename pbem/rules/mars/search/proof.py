"""Whole games played by the search: the proof that a box can be won."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pbem.chance import Chance
from pbem.rules.mars.rounds import play
from pbem.rules.mars.rules import begun, opening
from pbem.rules.mars.search.ground import Style
from pbem.rules.mars.search.team import plan_round, styles
from pbem.rules.mars.state import Settings, State
from pbem.rules.mars.tiles import Box

ROUNDS = 120
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")


@dataclass(frozen=True, slots=True)
class Proof:
    """One game that the search played."""

    module: int
    seats: int
    deck: tuple[str, ...]
    won: bool
    ticks: int
    rounds: int
    sand: int


def first(box: Box, settings: Settings, seats: int, chance: Chance) -> State:
    """A game with these tiles, before its first round."""
    state = opening(box, NAMES[:seats], settings)
    extra, chance = chance.shuffled(box.of("X"), "x tiles")
    deck = (*state.deck, *sorted(extra[: settings.x]))
    shuffled, _ = chance.shuffled(deck, "deck")
    return begun(replace(state, deck=shuffled)).state


def prove(box: Box, settings: Settings, seats: int, chance: Chance) -> Proof:
    """A deck played to its end by the search, in the first way that wins."""
    state = first(box, settings, seats, chance)
    proof: Proof | None = None
    for style in styles(state):
        proof = _played(state, style)
        if proof.won:
            break
    assert proof is not None
    return proof


def _played(state: State, style: Style) -> Proof:
    deck, idle = state.deck, 0
    while not state.ended and state.round < ROUNDS and idle < 3:
        plans = plan_round(state, style)
        idle = 0 if any(plan.actions for plan in plans.values()) else idle + 1
        state = play(state, plans).state
    return Proof(
        state.settings.module,
        len(state.seats),
        deck,
        state.ended == "home",
        state.clock,
        state.round,
        state.sand,
    )
