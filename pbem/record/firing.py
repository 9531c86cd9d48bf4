"""Plans that fire: what they play is offered as if it came in a letter.

Which line fires is a function of the record alone. In a window that is sealed or
discreet, or closes when all have answered, a plan waits until everybody else has, or
the deadline has come: a quick answer would tell that it lay there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pbem.plans.follow import decide
from pbem.plans.plan import Branch, Plan, PlanEnd
from pbem.protocol import Closes, CompoundRules, Seat, Window
from pbem.record.located import LocatedFault
from pbem.record.replay import Story
from pbem.record.trial import try_orders
from pbem.referee import Played

MAX_FIRED = 500  #: lines of plans that one order sets off


class Fired(NamedTuple):
    """A line of a plan that was played, or could not be, or where a plan ends."""

    seat: Seat
    serial: int  #: the window
    plan: Plan  #: as it was before
    line: int  #: of the plan, from 1
    text: str = ""  #: what was played; "": nothing
    story: Story | None = None  #: after it; None where nothing was played
    resolved: tuple[Played, ...] = ()
    why: str = ""  #: why the plan ends here: "unmet", "refused"; "": it goes on
    fault: LocatedFault | None = None  #: why it was refused
    last: bool = False  #: nothing is below the line that was played


def fire(story: Story, *, closing: bool = False) -> list[Fired]:
    """Return what plans play now, one after the other, each on the story of the last.

    With `closing` the deadline of the open window has come. The caller takes the last
    story, and forgets plans that end.
    """
    found: list[Fired] = []
    while len(found) < MAX_FIRED:
        fired = next_fired(story, closing=closing)
        if fired is None:
            break
        found.append(fired)
        serial = story.table.serial
        story = fired.story or without(story, fired.seat)
        closing = closing and story.table.serial == serial
    return found


def next_fired(story: Story, *, closing: bool = False) -> Fired | None:
    """Return what the next plan plays, or how it ends; None where all wait."""
    window = story.game.rules.window(story.table.state)
    if window is None or not story.plans:
        return None
    found = _decided(story, window, story.awaited())
    for seat, what in found.items():
        if isinstance(what, PlanEnd):
            plan = story.plans[seat]
            return Fired(seat, story.table.serial, plan, what.line, why=what.why)
    due = [seat for seat, what in found.items() if isinstance(what, Branch)]
    if not due or not (closing or _may_answer(story, window, due)):
        return None
    branch = found[due[0]]
    assert isinstance(branch, Branch)
    return _play(story, due[0], branch)


def answer_of(story: Story, seat: Seat) -> Branch | None:
    """Return the line that a plan plays in the open window if its seat stays silent."""
    if seat not in story.plans or seat not in story.awaited():
        return None
    window = story.game.rules.window(story.table.state)
    found = None if window is None else _decided(story, window, [seat]).get(seat)
    return found if isinstance(found, Branch) else None


def without(story: Story, *seats: Seat) -> Story:
    """Return a story without the plans of some seats."""
    others = {seat: one for seat, one in story.plans.items() if seat not in seats}
    return replace(story.copy(), plans=others)


def ended(story: Story) -> list[Plan]:
    """Return the plans that are at their end."""
    return [plan for plan in story.plans.values() if plan.ended is not None]


def _decided(
    story: Story, window: Window, seats: Iterable[Seat]
) -> dict[Seat, Branch | PlanEnd]:
    """Return what the plans of awaited seats come to in the open window."""
    rules, state = story.game.rules, story.table.state
    found, serial = {}, story.table.serial
    for seat in seats:
        plan = story.plans.get(seat)
        what = decide(rules, plan, state, window, serial) if plan else None
        if what is not None:
            found[seat] = what
    return found


def _may_answer(story: Story, window: Window, due: Sequence[Seat]) -> bool:
    """Return whether plans may answer before the deadline of a window."""
    quiet = window.sealed or window.discreet or window.interrupts
    if window.closes is Closes.FIRST and not quiet:
        return True
    # Somebody's own order is then the last that was awaited, and closes it.
    spoke = any(not one.standing for one in story.table.answers.values())
    return spoke and set(due) == set(story.awaited())


def _play(story: Story, seat: Seat, branch: Branch) -> Fired:
    plan, serial = story.plans[seat], story.table.serial
    tried = try_orders(story, seat, branch.answer)
    rules, whole = story.game.rules, tried.on_table
    if (
        isinstance(rules, CompoundRules)
        and whole is not None
        and whole.bound is not None
    ):
        # What it says nothing of does what silence means.
        rest = rules.unsaid(story.table.state, seat, whole.bound)
        if rest and not tried.refused:
            lines = (*branch.answer, *map(str, rest))
            tried = try_orders(story, seat, lines)
    after = tried.story
    if tried.refused or (after.table.serial == serial and seat in after.awaited()):
        found = tried.offer.faults
        fault = next((one for one in found if one.fault.refuses), None)
        return Fired(seat, serial, plan, branch.line, why="refused", fault=fault)
    given = (seat, serial, plan, branch.line, tried.text)
    return Fired(*given, tried.story, tried.resolved, last=not branch.below)
