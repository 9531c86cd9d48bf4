"""A plan played out before it is needed: each of its lines on a copy of the game.

The copy holds what the plan's seat knows. Others do what the line waits for; where it
does not say, they do what silence does, or the first thing that they may.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pbem.plans.plan import Block, Branch
from pbem.protocol import Held, Hidden, Order, Queue, Seat, alike
from pbem.record.replay import LocatedFault, Story
from pbem.record.respelling import pieces
from pbem.record.trial import Explained, imagined, try_orders
from pbem.referee import window_of

MAX_LINES = 40  #: lines of a plan that are played out
MAX_WINDOWS = 60  #: that may pass before a line can be played


class Rehearsed(NamedTuple):
    """What came of a line of a plan on a copy of the game."""

    branch: Branch
    why: str = ""  #: why it can never be played; "": it can
    seat: Seat = ""  #: whose order stands against it
    fault: LocatedFault | None = None  #: what is wrong with that order
    explained: tuple[Explained, ...] = ()  #: what the line would do ...
    before: Story | None = None  #: ... in this position
    after: Story | None = None  #: once it was played
    sure: bool = True  #: nothing hidden has a part in it
    notes: tuple[LocatedFault, ...] = ()  #: what of its orders would not count


@dataclass(frozen=True, slots=True)
class _Blocked(Exception):
    """A line that cannot be reached."""

    why: str
    seat: Seat = ""
    fault: LocatedFault | None = None


def rehearse(story: Story, seat: Seat) -> list[Rehearsed]:
    """Return what each line of a seat's plan would do, as far as the seat can know."""
    known = imagined(story, seat)
    plan = story.plans[seat]
    if known is None or plan.ended:
        return []
    return list(_walk(known, seat, plan.block, [0]))


def _walk(
    story: Story, seat: Seat, block: Block, done: list[int]
) -> Iterator[Rehearsed]:
    """Yield the lines of a block, each with those below it. `done` counts them."""
    drawn = story.game.needs_chance(story.options)
    sure = not (drawn and isinstance(story.game.rules, Hidden))
    for index, branch in enumerate(block):
        done[0] += 1
        if done[0] > MAX_LINES:
            return
        shadow = _shadowed(branch, block[:index])
        if shadow:
            yield Rehearsed(branch, shadow)
            yield from _under(branch.below)
            continue
        notes: list[LocatedFault] = []
        try:
            at = _reach(story, seat, branch, block, notes)
        except _Blocked as error:
            yield Rehearsed(branch, error.why, error.seat, error.fault, sure=sure)
            yield from _under(branch.below)
            continue
        if not branch.answer:
            part = tuple(notes)
            yield Rehearsed(branch, before=at, after=at, sure=sure, notes=part)
            yield from _walk(at, seat, branch.below, done)
            continue
        tried = try_orders(at, seat, branch.answer)
        if tried.refused:
            fault = next(one for one in tried.offer.faults if one.fault.refuses)
            yield Rehearsed(branch, "answer", seat, fault, sure=sure)
            yield from _under(branch.below)
            continue
        after = tried.story
        told = tried.explained
        part = (*notes, *tried.offer.faults)
        yield Rehearsed(branch, "", "", None, told, at, after, sure, part)
        yield from _walk(after, seat, branch.below, done)


def _under(block: Block) -> Iterator[Rehearsed]:
    """Yield the lines below one that can never be played."""
    for branch in block:
        yield Rehearsed(branch, "above")
        yield from _under(branch.below)


def _shadowed(branch: Branch, before: Sequence[Branch]) -> str:
    """Return why lines before one always hold where it does: "else", "twice" or ""."""
    if any(one.otherwise for one in before):
        return "else"
    own = {(one.seat, str(one.order)) for one in branch.heard}
    for one in before:
        if own and {(x.seat, str(x.order)) for x in one.heard} <= own:
            return "twice"
    return ""


def _reach(
    story: Story, seat: Seat, branch: Branch, block: Block, notes: list[LocatedFault]
) -> Story:
    """Return a copy of the game in which a line is to be played; what does not count
    of the orders that it waits for goes to `notes`. Raises _Blocked."""
    story, anchor = story.copy(), story.plans[seat].anchor
    wanted: dict[Seat, list[str]] = {}
    for one in branch.heard:
        wanted.setdefault(one.seat, []).append(one.text)
    others = {one.seat for each in block for one in each.heard} - wanted.keys()
    if not branch.otherwise:
        others = set()
    for _ in range(MAX_WINDOWS):
        window = window_of(story.game.rules, story.table.state)
        if window is None:
            raise _Blocked("over")
        asked = seat in story.awaited()
        late = story.table.serial > anchor
        if asked and late and not wanted and not others and _suits(story, seat, branch):
            return story
        serial = story.table.serial
        for who in story.awaited():
            if story.table.serial != serial:
                break
            heard = who in wanted
            text = _said(story, who, wanted, others, block)
            offer = story.order(who, pieces(text.split("\n")))
            notes += offer.faults if heard and not offer.refused else ()
            if offer.refused and not window.aside:
                fault = next(one for one in offer.faults if one.fault.refuses)
                raise _Blocked("heard", who, fault)
        if story.table.serial == serial:
            raise _Blocked("stuck")
    raise _Blocked("stuck")


def _said(
    story: Story,
    who: Seat,
    wanted: dict[Seat, list[str]],
    others: set[Seat],
    block: Block,
) -> str:
    """Return what a seat is to play next: what a line waits for, or anything."""
    texts = wanted.get(who)
    if texts:
        text = texts.pop(0)
        if not texts:
            del wanted[who]
        return text
    rules, state = story.game.rules, story.table.state
    named: list[Order] = []
    if who in others:
        others.discard(who)
        named = [h.order for one in block for h in one.heard if h.seat == who]
    default = rules.default(state, who)
    choices = [] if default is None else [default]
    for order in (*choices, *_legal(story, who)):
        if not any(alike(rules, state, who, one, order) for one in named):
            return str(order)
    raise _Blocked("stuck", who)


def _legal(story: Story, who: Seat) -> Iterator[Order]:
    """Yield the legal orders that answer the open window."""
    for order in story.game.rules.legal(story.table.state, who):
        if not order.anytime:
            yield order


def _suits(story: Story, seat: Seat, branch: Branch) -> bool:
    """Return whether what a line plays is for the open window."""
    rules = story.game.rules
    if not branch.orders or not isinstance(rules, Queue):
        return True
    return rules.held(story.table.state, seat, branch.orders[0]) is Held.FEED
