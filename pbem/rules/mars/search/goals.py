"""What to do next: domes, tiles, sand, and at last the colonists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TypeVar

from pbem.rules.mars.map.colours import RESOURCE, RESOURCES
from pbem.rules.mars.search.simulation import (
    MAX_CLEARINGS,
    NO_WAY_COST,
    Restart,
    Unreachable,
    low_sand,
)
from pbem.rules.mars.search.solo_plan import SoloPlan

MAX_RESTARTS = 2  #: of one goal

Goal = Callable[[SoloPlan], None]

_K = TypeVar("_K", int, tuple[int, str])


def pursue(plan: SoloPlan, most: int) -> SoloPlan:
    """Return the plan with goals reached one after the other, while it is short."""
    while len(plan.actions) < most and not plan.table.flipped:
        landed = plan.table.landed
        grown = _grown(plan)
        if grown is None:
            break
        plan = grown
        if plan.table.landed and not landed:
            break
    return plan


def _grown(plan: SoloPlan) -> SoloPlan | None:
    """Return the plan with its first goal that can be reached, or None."""
    for goal in _goals(plan):
        trial = plan.copy()
        trial.clearings = [MAX_CLEARINGS]
        for _ in range(1 + MAX_RESTARTS):
            try:
                goal(trial)
            except Restart:
                continue
            except Unreachable:
                break
            return trial
        if len(trial.table.bridges) > len(plan.table.bridges):
            return trial  # a bridge was built on the way; that is something
    return None


def _goals(plan: SoloPlan) -> Iterator[Goal]:
    """Yield the goals worth trying, the best first."""
    if plan.table.landed:
        yield from _homes(plan)
        return
    if plan.table.sand <= low_sand(plan.table.settings, plan.style):
        yield from _timers(plan)
    yield from _domes(plan)
    yield from _tiles(plan)


def _cheapest(costs: Mapping[_K, int]) -> list[_K]:
    """Return what can be reached at all, the cheapest first."""
    found = sorted((cost, key) for key, cost in costs.items() if cost < NO_WAY_COST)
    return [key for _, key in found]


def _homes(plan: SoloPlan) -> Iterator[Goal]:
    """Yield a colonist for each empty dome, the farthest first (Z12)."""
    board, pawns = plan.table.board, plan.table.pawns
    homes = [board.at[board.domes[number][0]] for number in plan.table.domes]
    plan.reserved |= {home for home in homes if pawns.get(home) == "colonist"}
    empty = [home for home in homes if home not in plan.reserved]
    empty.sort(key=lambda home: -plan.cost("colonist", home))
    for home in empty:
        yield partial(_settle, home=home)


def _settle(plan: SoloPlan, home: int) -> None:
    plan.deliver("colonist", home)
    plan.reserved.add(home)


def _timers(plan: SoloPlan) -> Iterator[Goal]:
    """Yield some resource onto a timer space, the nearest first (Z8)."""
    spots = [place for place in plan.table.board.spots if plan.table.fresh(place)]
    pairs = [(spot, kind) for spot in spots for kind in RESOURCES]
    for spot, kind in _cheapest({pair: plan.cost(pair[1], pair[0]) for pair in pairs}):
        yield partial(SoloPlan.deliver, pawn=kind, target=spot)


def _domes(plan: SoloPlan) -> Iterator[Goal]:
    """Yield sites whose pawns can all be had, the cheapest first (Z10)."""
    table = plan.table
    if len(table.domes) >= table.settings.module:
        return
    costs = {
        number: sum(plan.cost(RESOURCE[table.board.spots[p].site], p) for p in site)
        for number, site in table.board.domes.items()
        if number not in table.domes
    }
    for number in _cheapest(costs):
        yield partial(SoloPlan.dome, number=number)


def _tiles(plan: SoloPlan) -> Iterator[Goal]:
    """Yield open platforms that a pawn of their colour can get to (Z4)."""
    if plan.deck < 1:
        return
    costs = {
        spot.place: plan.cost(RESOURCE[spot.explore], spot.place)
        for spot in plan.table.board.open()
        if spot.place not in plan.explored
    }
    for place in _cheapest(costs):
        yield partial(SoloPlan.explore, place=place)
