"""For which window an order in a thread is, and whether it can be used there."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from typing import Any, TypeAlias

from pbem.forum.annotations.evidence import (
    BY_PLAN,
    AnnotatedRecord,
    Placed,
    Sheet,
    same,
)
from pbem.forum.scan.answers import NOTHING
from pbem.forum.scan.found import PostReading
from pbem.forum.scan.questions import AcceptedOrders, Question, spelt
from pbem.forum.thread import Post
from pbem.language.nearest import nearest
from pbem.language.readings import MAX_READINGS
from pbem.protocol import Closes, Lines, Seat
from pbem.record.imagined import legal_orders
from pbem.record.located import LocatedFault
from pbem.record.replay import Story
from pbem.record.trial import Continuation, doubt, parse
from pbem.record.turn_file import Entry, Unreadable

DECIDED = 9  #: the level of an order that the moderator has decided about

#: Orders in the record, why they are not, or nothing that need be said of them.
Assigned: TypeAlias = AcceptedOrders | Question | None
Faults: TypeAlias = tuple[LocatedFault, ...]


@dataclass(frozen=True, slots=True)
class TurnBounds:
    """Where a post stands: between which reports, and before which deadline."""

    low: int | None = None  #: serial of the last report above it
    high: int | None = None  #: serial of the first report below it
    until: datetime | None = None
    reported: datetime | None = None  #: when the report below was posted

    def late(self, time: datetime | None) -> bool:
        """Return whether a post came after the deadline; on the minute is in time."""
        return time is not None and self.until is not None and time > self.until

    def edited_late(self, time: datetime | None) -> bool:
        """Return whether a post was changed after the deadline or after the report."""
        ends = [end for end in (self.until, self.reported) if end is not None]
        return time is not None and any(time > end for end in ends)


@dataclass(frozen=True, slots=True)
class Assignment:
    """The orders of one post on their way into the record."""

    annotated: AnnotatedRecord
    post: Post
    seat: Seat
    found: PostReading
    first_counts: bool  #: of several posts of a seat, not the last
    reached: int  #: the turn that the record was at before this scan

    def to(self, where: TurnBounds, held: Set[tuple[int, Seat]]) -> Assigned:
        """Take the orders into the window that they are for, or return why not.

        `held` are serials and seats that wait for an answer of the moderator.
        """
        annotated, found = self.annotated, self.found
        low, high, now = where.low, where.high, annotated.serial
        text = spelt(found.sheet)
        if found.turn is not None:
            if not self._in_turn(found.turn, low, high):
                given = {"turn": found.turn, "serial": now}
                return Question("turn", proposal=text, given=given)
            low = found.turn
        window = annotated.story.window
        if window is None and (low is None or low >= now):
            return Question("over", asks=False)
        if high is not None and now >= high and low is not None:
            fits = self._fits(self._mine(low)) if self._sealed(low) else True
            if self.reached >= high or not fits:
                return self._past(low, high)
        anytime = _anytime(annotated, found.sheet)
        ahead = False
        if low is not None and low < now and self._sealed(low) and not anytime:
            sealed = window is not None and window.closes is Closes.ALL
            alike = sealed and now == low + 1  # no further turn went unreported
            ahead = self._plays() and not (alike and self._fits(self._mine(low)))
            if not ahead:
                return self._instead(low)
        reach = None
        if low is not None and low > now:
            if low > now + 1 or window is None or window.closes is Closes.FIRST:
                return Question("ahead", given={"low": low, "serial": now})
            reach = low
        if held_up(annotated.story, self.seat, low, held):
            return Question("waits", asks=False)
        if found.level < DECIDED and not anytime:
            after = self._overtaken(low or 0, now)
            if after is not None:
                return self._early(after, now)
        if found.level < DECIDED and (ahead or (low is None and self._unsure())):
            return Question("no-report", proposal=text, given={"serial": now})
        mine = self._mine(now)
        if mine is not None and reach is None and not anytime and self._stale(mine):
            return None
        return self._try(reach)

    def _in_turn(self, turn: int, low: int | None, high: int | None) -> bool:
        now = self.annotated.serial
        if low is None:
            return turn <= now
        return low <= turn < (high if high is not None else max(now, low) + 1)

    def _sealed(self, serial: int) -> bool:
        return self.annotated.closes.get(serial) is Closes.ALL

    def _mine(self, serial: int) -> Placed | None:
        """Return the seat's last orders for a window, as far as posts gave them."""
        found = [
            one
            for one in self.annotated.placed.values()
            if one.seat == self.seat
            and one.serial == serial
            and not _anytime(self.annotated, one.sheet)
        ]
        return max(found, key=lambda one: one.start, default=None)

    def _overtaken(self, low: int, now: int) -> Placed | None:
        """Return orders of a later post that were played before this turn began."""
        later = (
            one
            for one in self.annotated.placed.values()
            if one.number > self.post.number and low <= one.serial < now
        )
        return min(later, key=lambda one: one.start, default=None)

    def _early(self, after: Placed, now: int) -> Question | None:
        """Ask about what was written while another turn was open, and not played."""
        mine = (x for x in self.annotated.placed.values() if x.seat == self.seat)
        last = max(mine, key=lambda one: one.start, default=None)
        if last is not None and same(last.sheet, self.found.sheet):
            return None
        given = {"seat": after.seat, "number": after.number, "serial": now}
        return Question("early", proposal=spelt(self.found.sheet), given=given)

    def _stale(self, mine: Placed) -> bool:
        """Return whether what is in the record already is to stay there."""
        first = self.first_counts and mine.number != BY_PLAN
        later = first or mine.number > self.post.number
        return later or same(mine.sheet, self.found.sheet)

    def _past(self, low: int, high: int) -> Question | None:
        """Refuse an order for a turn that has been reported: history stays."""
        for one in self.annotated.placed.values():
            if one.seat == self.seat and low <= one.serial < high:
                earlier = one.number < self.post.number
                counts = earlier if self.first_counts else one.number > self.post.number
                if counts or same(one.sheet, self.found.sheet):
                    return None
        return Question("past", proposal=NOTHING[0], given={"serial": low})

    def _instead(self, low: int) -> Assigned:
        """Take a change of mind after all have answered, but before the report."""
        mine = self._mine(low)
        if mine is None:
            return Question("past", proposal=NOTHING[0], given={"serial": low})
        if self._stale(mine):
            return None
        if self._amends():
            every = (*chain(*mine.sheet), *chain(*self.found.sheet))
            both = replace(self.found, sheet=(every,))
            tried = self._without(mine).try_(self.seat, both.sheet)
            if self.found.level == 1 and tried.faults:
                return self._almost(tried)
            return replace(self, found=both)._replace(mine)
        earlier = replace(self, annotated=self._without(mine))
        tried = earlier.annotated.try_(self.seat, self.found.sheet)
        if self.found.level == 1 and tried.faults:
            return earlier._almost(tried)
        if less := self._less(earlier.annotated, mine.sheet, tried.faults):
            return less
        return self._replace(mine)

    def _without(self, mine: Placed) -> AnnotatedRecord:
        """Return the record up to some orders in it."""
        return AnnotatedRecord("\n".join(self.annotated.lines[: mine.start]) + "\n")

    def _fits(self, mine: Placed | None) -> bool:
        """Return whether these orders can be played in the place of others."""
        sheet = self.found.sheet
        return bool(mine and not self._without(mine).try_(self.seat, sheet).faults)

    def _plays(self) -> bool:
        """Return whether these orders can be played in the turn that is open."""
        awaited = self.seat in self.annotated.story.awaited()
        return awaited and not self.annotated.try_(self.seat, self.found.sheet).faults

    def _less(self, annotated: AnnotatedRecord, had: Sheet, faults: Faults) -> Assigned:
        """Return what is to be asked before these orders are taken (`trial.doubt`)."""
        if self.found.level == DECIDED:
            return None
        story, lines = annotated.story, self.found.sheet[-1]
        orders = parse(story, had[-1]) if had else ()
        why = doubt(story, self.seat, next(iter(orders), None), lines, faults)
        text = spelt(self.found.sheet)
        return Question("less", proposal=text, fault=why) if why else None

    def _replace(self, old: Placed) -> Assigned:
        if not self.annotated.replace(old, self.found.sheet, self.post):
            return Question("unfit", proposal=NOTHING[0])
        return AcceptedOrders(
            self.post, self.seat, old.serial, self.found.sheet, "replaced"
        )

    def _unsure(self) -> bool:
        """Return whether this may be for the turn that has just become complete."""
        last = self.annotated.serial - 1
        if not self._sealed(last) or _anytime(self.annotated, self.found.sheet):
            return False
        return any(one.serial == last for one in self.annotated.placed.values())

    def _try(self, reach: int | None) -> Assigned:
        """Offer the orders to the open window, or to the one that is to open."""
        annotated, found, seat = self.annotated, self.found, self.seat
        try:
            trial = annotated.try_(seat, found.sheet, reach)
        except Unreadable as fault:
            return Question("awaited", given={"reach": reach}, fault=fault.fault)
        before = self._mine(annotated.serial - 1)
        if trial.refused and before and same(before.sheet, found.sheet):
            return None  # it says what was played
        last = reach is None and before and before.end == len(annotated.lines)
        if trial.refused and (found.level > 1 or (last and self._fits(before))):
            if before is None or not last:
                return Question("refused", **self._first(trial))
            if found.level == DECIDED:
                return self._replace(before)
            given = {"before": spelt(before.sheet), "number": before.number}
            text, why = spelt(found.sheet), trial.faults[0].fault
            return Question("changed", proposal=text, given=given, fault=why)
        if found.level == 1 and trial.faults and not self._partly(trial):
            return self._almost(trial)
        mine = self._mine(annotated.serial) if reach is None else None
        if less := self._less(annotated, mine.sheet if mine else (), trial.faults):
            return less
        placed = annotated.append(seat, self.post, trial, reach)
        notes = tuple((one.fault, one.text) for one in trial.faults)
        return AcceptedOrders(
            self.post, seat, placed.serial, placed.sheet, "new", notes
        )

    def _partly(self, trial: Continuation) -> bool:
        """Return whether lines of many are good, but for those that are only noted."""
        faults = [one.fault for one in trial.faults]
        return self._amends() and all(
            one.line or not (one.refuses or one.part or one.ask) for one in faults
        )

    def _amends(self) -> bool:
        """Return whether a later line takes the place of the one for its unit."""
        return self.annotated.story.game.rules.lines is Lines.COMPOUND

    def _almost(self, trial: Continuation) -> Question:
        """Ask about a plain line with faults: talk, or an order with more."""
        return Question("almost", **self._first(trial))

    def _first(self, trial: Continuation) -> dict[str, Any]:
        """Return the first fault of orders, the piece of them that it is about, and the
        legal orders that are most like it where it is the only one, or, where it only
        asks, the orders as they were read."""
        one, story = next(iter(trial.faults)), self.annotated.story
        readings: tuple[str, ...] = ()
        if one.fault.refuses:
            alone = sum(len(x.pieces) for x in trial.items if isinstance(x, Entry)) == 1
            like = nearest(legal_orders(story, self.seat), one.source) if alone else ()
            readings = tuple(" / ".join(orders) for orders in like)
        elif one.fault.ask:
            orders = parse(story, self.found.sheet[-1])
            readings = (" / ".join(chain(*(str(x).split("\n") for x in orders))),)
        return {"given": {"piece": one.text, "readings": readings}, "fault": one.fault}


def held_up(
    story: Story, seat: Seat, low: int | None, held: Set[tuple[int, Seat]]
) -> bool:
    """Return whether a post below the report of a turn waits for an answer: about an
    earlier turn, or somebody else's in games in which one answer resolves a window."""
    window = story.window
    in_turn = window is not None and window.closes is Closes.FIRST
    return any(
        serial < (low or 0) or (in_turn and other != seat) for serial, other in held
    )


def choose(
    annotated: AnnotatedRecord, seat: Seat, found: PostReading, where: TurnBounds
) -> PostReading | Question:
    """Return the one of several plain lines that can be played; a question if not one.

    Talk that happens to read like an order seldom can be played.
    """
    now, low = annotated.serial, where.low
    texts = found.choices
    clean: list[str] = []
    if where.high is None or now < where.high:
        reach = low if low == now + 1 else None
        for text in texts:
            try:
                if annotated.plays(seat, text, reach):
                    clean.append(text)
            except Unreadable:
                break
    if len(clean) == 1:
        return replace(found, sheet=(*found.sheet, (clean[0],)), choices=())
    texts = tuple(clean) or texts
    readings = texts[::-1][:MAX_READINGS]
    if not clean:
        return Question("almost", texts[-1], given={"readings": readings})
    given = {"texts": texts, "readings": readings}
    return Question("several", " / ".join(texts), texts[-1], given)


def _anytime(annotated: AnnotatedRecord, sheet: Sheet) -> bool:
    """Return whether all that is ordered can be ordered at any time."""
    notation = annotated.story.game.notation
    lines = ["\n".join(one) for one in sheet]
    return all(notation.reads(x) and notation.parse(x).anytime for x in lines)
