"""A plan followed through the windows of a game.

All of it is a function of the plan and of what its seat was told: nothing here asks
what others may not be known to have done (`Overheard`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from pbem.plans.plan import Block, Branch, Heard, Plan, PlanEnd, PlanStep, Spoken
from pbem.protocol import (
    AnyRules,
    CompoundRules,
    Hidden,
    Order,
    Overheard,
    Queue,
    Seat,
    Window,
    alike,
    failures,
)
from pbem.referee import Played


def decide(
    rules: AnyRules, plan: Plan, state: Any, window: Window, serial: int
) -> Branch | PlanEnd | None:
    """Return the line that its seat plays in an open window that asks it; how the plan
    ends there; None where it goes on waiting."""
    if plan.ended or serial <= plan.anchor:
        return None  # what its seat does in that turn comes before it
    found = _first(rules, plan.block, plan.heard)
    if isinstance(found, Branch):
        return found if suits(rules, state, plan.seat, found) else None
    # What is asked aside, in the middle of others' turns, may come before the answer.
    return None if window.interrupts else found


def _first(
    rules: AnyRules, block: Block, heard: Sequence[Spoken]
) -> Branch | PlanEnd | None:
    """Return the first line of a block that holds, by what was heard."""
    spoke = {seat for one in heard for seat in one.orders}
    waits = False
    for branch in block:
        if branch.always:
            return branch
        if branch.otherwise and waits:
            return None
        if all(holds(rules, heard, condition) for condition in branch.heard):
            return branch if branch.answer else _first(rules, branch.below, heard)
        waits = waits or any(spoke.isdisjoint(one.seats) for one in branch.heard)
    return None if waits else PlanEnd("unmet", block[0].line)


def holds(rules: AnyRules, heard: Sequence[Spoken], condition: Heard) -> bool:
    """Return whether a condition is met by what was heard."""
    spoken = [
        (one, who) for one in heard for who in condition.seats if who in one.orders
    ]
    met = any(hears(rules, one, who, condition.order) for one, who in spoken)
    return bool(spoken) and not met if condition.negated else met


def followed(rules: AnyRules, plan: Plan, played: Played) -> Plan:
    """Return a plan after a window was resolved."""
    if plan.ended:
        return plan
    window, seat = played.window, plan.seat
    own = played.orders.get(seat)
    if own is not None:
        found = decide(rules, plan, played.before, window, played.serial)
        if isinstance(found, PlanEnd):
            return replace(plan, ended=found)
        if found is not None:
            if not alike(rules, played.before, seat, found.orders[0], own):
                return replace(plan, ended=PlanEnd("otherwise", found.line))
            plan = replace(plan, block=found.below, heard=(), fired=found.line)
            if not found.below:
                return replace(plan, ended=PlanEnd("done", found.line))
    if window.discreet:
        return plan
    spoken = Spoken(played.before, played.orders)
    return replace(plan, heard=(*plan.heard, spoken))


def all_followed(
    rules: AnyRules, plans: Mapping[Seat, Plan], played: Sequence[Played]
) -> tuple[dict[Seat, Plan], tuple[PlanStep, ...]]:
    """Return all plans after windows were resolved, and what became of them there."""
    now, steps = dict(plans), []
    for one in played:
        for seat, plan in now.items():
            now[seat] = after = followed(rules, plan, one)
            fired = after.block is not plan.block
            if fired or after.ended != plan.ended:
                order = str(one.orders[seat]) if fired else ""
                steps.append(PlanStep(one.serial, after, order))
    return now, tuple(steps)


def hears(rules: AnyRules, spoken: Spoken, seat: Seat, order: Order) -> bool:
    """Return whether observers of `spoken` would say that `seat` gave this order."""
    own = spoken.orders.get(seat)
    if own is None or is_deaf(rules):
        return False
    heard = None
    if isinstance(rules, Overheard):
        heard = rules.hears(spoken.before, seat, order, spoken.orders)
    return alike(rules, spoken.before, seat, order, own) if heard is None else heard


def is_deaf(rules: AnyRules) -> bool:
    """Return whether the game never shows anybody what others ordered, so that no plan
    can wait for it."""
    return isinstance(rules, Hidden) and not isinstance(rules, Overheard)


def suits(rules: AnyRules, state: Any, seat: Seat, branch: Branch) -> bool:
    """Return whether what a line plays is for the open window, or for a later one."""
    if isinstance(rules, CompoundRules):
        return failures.bind(rules, state, seat, branch.orders[0]).order is not None
    if not isinstance(rules, Queue):
        return True
    asked = partial(rules.suits, state, seat, branch.orders[0])
    return failures.attempt(asked) is True
