"""Whole games played by the search: the proof that a box can be won."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.chance import Chance
from pbem.rules.mars.map.tiles import Box
from pbem.rules.mars.resolve import resolve_round
from pbem.rules.mars.search.simulation import Style
from pbem.rules.mars.search.team_plan import plan_round, styles
from pbem.rules.mars.setup import begin
from pbem.rules.mars.state import Settings, State

MAX_ROUNDS = 120  #: of one game
MAX_IDLE_ROUNDS = 3  #: in a row, without any plan
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")


@dataclass(frozen=True, slots=True)
class Playout:
    """One game that the search played."""

    deck: tuple[str, ...]
    won: bool
    ticks: int
    sand: int


def play_out(box: Box, settings: Settings, seats: int, chance: Chance) -> Playout:
    """Play a deck to its end, in the first way that wins (else in the last)."""
    state = begin(box, NAMES[:seats], settings, chance).state
    *first, last = styles(state)
    for style in first:
        tried = played(state, style)
        if tried.won:
            return tried
    return played(state, last)


def played(state: State, style: Style) -> Playout:
    """Play a game to its end in one style."""
    deck, idle = state.deck, 0
    while not state.ended and state.round < MAX_ROUNDS and idle < MAX_IDLE_ROUNDS:
        plans = plan_round(state, style)
        idle = 0 if any(plan.actions for plan in plans.values()) else idle + 1
        state = resolve_round(state, plans).state
    return Playout(deck, state.ended == "home", state.clock, state.sand)


def winning_ticks(
    box: Box, module: int, seats: int, games: int, x: int = 0
) -> list[int]:
    """Return the ticks of the games won, out of so many decks, in order."""
    settings = Settings(module=module, x=x)
    chances = (Chance(f"tiles {number}".encode()) for number in range(games))
    tried = [play_out(box, settings, seats, chance) for chance in chances]
    return sorted(one.ticks for one in tried if one.won)
