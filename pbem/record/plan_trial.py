"""A plan played out before it is needed: each of its lines on a copy of the game.

The copy holds what the plan's seat knows. Others do what the line waits for; where it
does not say, they do what silence does, or the first thing that they may.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, takewhile
from typing import NamedTuple

from pbem.plans.follow import hears, holds, suits
from pbem.plans.plan import Block, Branch, Heard, Spoken
from pbem.protocol import (
    Compound,
    CompoundRules,
    Hidden,
    Order,
    Seat,
    alike,
    failures,
)
from pbem.record.explained import Explained
from pbem.record.imagined import imagined
from pbem.record.located import LocatedFault
from pbem.record.replay import Story
from pbem.record.trial import parse, try_orders
from pbem.record.tried_orders import pieces

MAX_LINES = 40  #: lines of a plan that are played out
MAX_WINDOWS = 60  #: that may pass before a line can be played
#: Why a line is not reached as others cannot do what it waits for.
_UNREACHED = ("heard", "above")
MAX_LEGAL = 400  #: legal orders among which one is looked for that comes to something
WORLDS = 4  #: ways to deal what is hidden, until others can do what lines wait for
#: How many orders that somebody may play, silence first, are passed over in guesses
#: at one behind the first guess.
GUESSES = (1, 7, 29)


class Guess(NamedTuple):
    """An assumed order of another seat, where it has a choice."""

    seat: Seat
    text: str
    silent: bool  #: it is what silence does


class TriedLine(NamedTuple):
    """What came of a line of a plan on a copy of the game."""

    branch: Branch
    why: str = ""  #: why it cannot be played; "": it can
    seat: Seat = ""  #: whose order stands against it
    fault: LocatedFault | None = None  #: what is wrong with that order
    explained: tuple[Explained, ...] = ()  #: what the line would do ...
    before: Story | None = None  #: ... in this position
    after: Story | None = None  #: once it was played
    sure: bool = True  #: nothing hidden has a part in it, and nothing guessed
    notes: tuple[LocatedFault, ...] = ()  #: what of its orders would not count
    guessed: tuple[Guess, ...] = ()  #: before it, in order


@dataclass(frozen=True, slots=True)
class _Blocked(Exception):
    """A line that cannot be reached."""

    why: str
    seat: Seat = ""
    fault: LocatedFault | None = None


class _Block(NamedTuple):
    """Lines of the same depth, and what their seat has heard of them already."""

    seat: Seat
    lines: Block
    heard: tuple[Spoken, ...] = ()

    def hears(self, story: Story, condition: Heard) -> bool:
        """Return whether what a line waits for was heard."""
        return holds(story.game.rules, self.heard, condition)

    def is_due(self, story: Story) -> bool:
        """Return whether one of them is played in the open window."""
        window = story.game.rules.window(story.table.state)
        asked = (
            window is not None
            and not window.interrupts
            and self.seat in story.awaited()
        )
        return asked and story.table.serial > story.plans[self.seat].anchor


def try_plan(story: Story, seat: Seat) -> list[TriedLine]:
    """Return what each line of a seat's plan would do, as far as the seat can know."""
    known = imagined(story, seat)
    plan = story.plans[seat]
    if known is None or plan.ended:
        return []
    drawn = story.game.needs_chance(story.options)
    sure = not (drawn and isinstance(story.game.rules, Hidden))
    block, number = _Block(seat, plan.block, plan.heard), 1
    found = list(_walk(known, block, [0], sure))
    while not sure and number < WORLDS and any(one.why == "heard" for one in found):
        known = imagined(story, seat, number)
        assert known is not None
        others = {one.branch.line: one for one in _walk(known, block, [0], sure)}
        pairs = [(one, others.get(one.branch.line, one)) for one in found]
        found = [two if one.why in _UNREACHED else one for one, two in pairs]
        number += 1
    return found


def _walk(
    story: Story, at: _Block, done: list[int], known: bool
) -> Iterator[TriedLine]:
    """Yield the lines of a block, each with those below it. `done` counts them;
    nothing was guessed on the way to a position that is `known`."""
    holds, due = False, at.is_due(story)
    for index, branch in enumerate(at.lines):
        done[0] += 1
        if done[0] > MAX_LINES:
            return
        shadow = "holds" if holds else _shadowed(branch, at.lines[:index])
        if at.heard and not shadow and not branch.otherwise:
            holds = all(at.hears(story, one) for one in branch.heard)
            shadow = "missed" if due and not holds else ""
        if shadow:
            yield TriedLine(branch, shadow)
            yield from _under(branch.below, True)
            continue
        one = _tried(story, at, branch)
        sure = known and not one.guessed
        yield one._replace(sure=sure)
        if one.after is None:
            yield from _under(branch.below, sure)
        else:
            below = _Block(at.seat, branch.below)
            yield from _walk(one.after, below, done, sure)


def _tried(story: Story, at: _Block, branch: Branch) -> TriedLine:
    """Return what comes of a line, by the first guess under which it can be played."""
    first = _played(story, at, branch, 0)
    if not first.why or not first.guessed:
        return first
    others = (_played(story, at, branch, skip) for skip in GUESSES)
    return next((one for one in others if not one.why), first)


def _played(story: Story, at: _Block, branch: Branch, skip: int) -> TriedLine:
    """Return what comes of a line by one guess."""
    notes: list[LocatedFault] = []
    guessed: list[Guess] = []
    try:
        there = _reach(story, at, branch, notes, guessed, skip)
    except _Blocked as error:
        given = (error.why, error.seat, error.fault)
        return TriedLine(branch, *given, guessed=tuple(guessed))
    line = TriedLine(branch, before=there, after=there, guessed=tuple(guessed))
    if not branch.answer:
        return line._replace(notes=tuple(notes))
    tried = try_orders(there, at.seat, branch.answer)
    faults = tried.offer.faults
    if tried.refused:
        fault = next(one for one in faults if one.fault.refuses)
        given = ("answer", at.seat, fault)
        return TriedLine(branch, *given, guessed=tuple(guessed))
    explained, part = tried.explained, (*notes, *faults)
    return line._replace(explained=explained, after=tried.story, notes=part)


def _under(block: Block, sure: bool) -> Iterator[TriedLine]:
    """Yield the lines below one that cannot be played."""
    for branch in block:
        yield TriedLine(branch, "above", sure=sure)
        yield from _under(branch.below, sure)


def _shadowed(branch: Branch, before: Sequence[Branch]) -> str:
    """Return why lines before one always hold where it does: "else", "twice" or ""."""
    if any(one.otherwise for one in before):
        return "else"
    own = {(one.seats, str(one.order), one.negated) for one in branch.heard}
    for one in before:
        if own and {(x.seats, str(x.order), x.negated) for x in one.heard} <= own:
            return "twice"
    return ""


def _reach(
    story: Story,
    at: _Block,
    branch: Branch,
    notes: list[LocatedFault],
    guessed: list[Guess],
    skip: int,
) -> Story:
    """Return a copy of the game in which a line is to be played; what does not count
    of the orders that it waits for goes to `notes`, and what is guessed to `guessed`.
    Raises _Blocked."""
    story, seat = story.copy(), at.seat
    anchor = story.plans[seat].anchor
    conditions: dict[Seat, list[Heard]] = {}
    for one in branch.heard:
        if not at.hears(story, one):
            conditions.setdefault(one.seat, []).append(one)
    above = takewhile(lambda one: one is not branch, at.lines)
    named = [one for each in above for one in each.heard]
    if any(one.negated or not one.seat for one in (*branch.heard, *named)):
        raise _Blocked("stuck")  # nobody in particular can be made to answer
    others: set[Seat] = set()
    if branch.otherwise:
        spoke = {who for one in at.heard for who in one.orders}
        others = {one.seat for one in named} - spoke
    for _ in range(MAX_WINDOWS):
        window = story.game.rules.window(story.table.state)
        if window is None:
            raise _Blocked("over")
        asked = seat in story.awaited()
        late = story.table.serial > anchor
        if (
            asked
            and late
            and not conditions
            and not others
            and _suits(story, seat, branch)
        ):
            return story
        serial = story.table.serial
        for who in story.awaited():
            if story.table.serial != serial:
                break
            heard = who in conditions
            text = _next_order(story, who, conditions, named, skip)
            others.discard(who)
            if not heard:
                silence = story.game.rules.default(story.table.state, who)
                guessed.append(Guess(who, text, text == str(silence)))
            offer = story.order(who, pieces(_whole(story, who, text)))
            notes += offer.faults if heard and not offer.refused else ()
            if offer.refused and not window.interrupts:
                fault = next(one for one in offer.faults if one.fault.refuses)
                raise _Blocked("heard", who, fault)
        if story.table.serial == serial:
            raise _Blocked("stuck")
    raise _Blocked("stuck")


def _whole(story: Story, who: Seat, text: str) -> list[str]:
    """Return the lines of an order, and those that silence about other units means."""
    rules, state = story.game.rules, story.table.state
    lines = text.split("\n") if text else []
    if not isinstance(rules, CompoundRules):
        return lines
    read = (
        one for order in parse(story, lines) for one in getattr(order, "lines", [order])
    )
    order = failures.bind(
        rules, state, who, Compound(lines=tuple(read) if lines else ())
    )
    rest = rules.unsaid(state, who, order.order) if order.order is not None else ()
    return [*lines, *map(str, rest)]


def _next_order(
    story: Story,
    who: Seat,
    conditions: dict[Seat, list[Heard]],
    named: Sequence[Heard],
    skip: int,
) -> str:
    """Return what a seat is to play next: what a line waits for, or anything that no
    line above it waits for."""
    rules, state = story.game.rules, story.table.state
    heard = conditions.get(who)
    if heard:
        one = heard.pop(0)
        if not heard:
            del conditions[who]
        if failures.bind(rules, state, who, one.order).order is not None:
            return one.text
        if isinstance(rules, CompoundRules):
            raise _Blocked("stuck", who)  # it hangs on the orders of all
        # It says what comes of an order: "takes Gal".
        legal = islice(_legal(story, who), MAX_LEGAL)
        trials = ((order, Spoken(state, {who: order})) for order in legal)
        alike_ones = (x for x, y in trials if hears(rules, y, who, one.order))
        return str(next(alike_ones, one.text))
    others = [one.order for one in named if one.seat == who]
    default = rules.default(state, who)
    choices = [] if default is None else [default]
    if who in story.plans:  # its own; what others do is tried against one thing
        skip = min(skip, len(choices))
    for order in islice(chain(choices, _legal(story, who)), skip, None):
        if not any(alike(rules, state, who, one, order) for one in others):
            return str(order)
    raise _Blocked("stuck", who)


def _legal(story: Story, who: Seat) -> Iterator[Order]:
    """Yield the legal orders that answer the open window."""
    for order in story.game.rules.legal(story.table.state, who):
        if not order.anytime:
            yield order


def _suits(story: Story, seat: Seat, branch: Branch) -> bool:
    """Return whether what a line plays is for the open window."""
    return not branch.orders or suits(story.game.rules, story.table.state, seat, branch)
