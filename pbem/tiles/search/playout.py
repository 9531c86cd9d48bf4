"""Whole games played by the search: the proof that a box can be won."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.chance import Chance
from pbem.rules.mars.map.tiles import Box
from pbem.rules.mars.resolve import play
from pbem.rules.mars.setup import begin
from pbem.rules.mars.state import Settings, State
from pbem.tiles.search.simulation import Style
from pbem.tiles.search.team_plan import plan_round, styles

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


def prove(box: Box, settings: Settings, seats: int, chance: Chance) -> Proof:
    """A deck played to its end by the search, in the first way that wins."""
    state = begin(box, NAMES[:seats], settings, chance).state
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


def winning_ticks(
    box: Box, module: int, seats: int, games: int, x: int = 0
) -> list[int]:
    """Return the ticks of the games won, out of so many decks, in order."""
    settings = Settings(module=module, x=x)
    chances = (Chance(f"tiles {number}".encode()) for number in range(games))
    proofs = (prove(box, settings, seats, chance) for chance in chances)
    return sorted(proof.ticks for proof in proofs if proof.won)
