"""What a scan knows so far: the thread, the record, the people, and who waits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from pbem.forum.annotations.evidence import AnnotatedRecord, Placed
from pbem.forum.annotations.remembered import Memory, SeenReport
from pbem.forum.annotations.report_header import PostedReport, header_in
from pbem.forum.annotations.timing import grace_of
from pbem.forum.scan.answers import KEEP, NOTHING
from pbem.forum.scan.assign_turn import TurnBounds, held_up
from pbem.forum.scan.authors import People
from pbem.forum.scan.ballots import Count
from pbem.forum.scan.found import TAKES_BACK, PostReading, found_in
from pbem.forum.scan.plan_lines import Finder
from pbem.forum.scan.questions import (
    AcceptedOrders,
    AcceptedPlan,
    Question,
    read_sheet,
    spelt,
)
from pbem.forum.thread import Post, Thread
from pbem.language.changes import in_place_of
from pbem.language.reading import Asking, MarkedLine, Orders, Plays
from pbem.language.text import read_text
from pbem.protocol import Lines, Seat
from pbem.record.explained import Explained, explain
from pbem.record.imagined import legal_orders
from pbem.record.trial import parse
from pbem.record.tried_orders import faulty
from pbem.record.turn_file import Unreadable

#: Questions about a post that are not overtaken by what comes later.
LASTING = ("edited", "edited-late", "other-seat")

#: What came of a post: orders or a plan in the record, or something to be asked.
PostOutcome: TypeAlias = AcceptedOrders | AcceptedPlan | Question


@dataclass(slots=True)
class Known:
    """What a scan knows where it reads a post."""

    annotated: AnnotatedRecord  #: the record, with what was found in posts above
    thread: Thread
    memory: Memory
    people: People
    finder: Finder
    reports: tuple[PostedReport, ...]
    reached: int  #: the turn that the record was at before this scan
    count: Count  #: of votes
    #: Serials and seats that wait for an answer about an order, and about a plan.
    held: set[tuple[int, Seat]] = field(default_factory=set)
    plans_held: set[tuple[int, Seat]] = field(default_factory=set)
    waiting: set[Seat] = field(default_factory=set)  #: whose orders wait for answers
    lows: dict[str, int | None] = field(default_factory=dict)  #: of posts, by key
    #: A record as it was before an answer, and what it holds.
    earlier: tuple[str, AnnotatedRecord | None] = ("", None)

    def asking(self, seat: Seat = "", plays: Plays | None = None) -> Asking:
        """Return what is known where somebody writes in this thread."""
        game, seats = self.annotated.story.game, tuple(self.people.seats)
        named = (*self.memory.aliases, *self.memory.moderators)
        called = self.annotated.story.record.called
        names = {**called, **{name: self.people.exactly(name) for name in named}}
        legal = legal_orders(self.annotated.story, seat) if seat else tuple
        return Asking(game, seat, seats, plays, legal, names)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of lines that count in this thread."""
        policies = {"spoiler": "spoilers", "struck": "struck"}
        counts = (x for x in policies if self.memory.policy(policies[x]) == "count")
        return ("new", *counts)

    def last_report(self) -> SeenReport | None:
        """Return the last report of the thread, for a scan of later pages alone."""
        last = self.reports[-1] if self.reports else None
        old = self.memory.report
        if last is None or last.at < 0 or (old and old.serial > last.serial):
            return old
        return SeenReport(self.thread.posts[last.at].number, last.serial, last.until)

    @property
    def deadline_post(self) -> int:
        """The number of the last post that set a deadline; -1: none is here."""
        last = self.reports[-1] if self.reports else None
        at = max(last.at, last.moved) if last else -1
        return self.thread.posts[at].number if at >= 0 else -1

    def place(self, at: int) -> TurnBounds:
        """Return between which reports a post stands."""
        low = next((one for one in reversed(self.reports) if one.at < at), None)
        high = next((one for one in self.reports if one.at > at), None)
        until = low.until + grace_of(self.memory) if low and low.until else None
        return TurnBounds(
            low.serial if low else None,
            high.serial if high else None,
            until,
            high.time if high else None,
        )

    def over(self, where: TurnBounds) -> bool:
        """Return whether what was posted there was for turns that are reported."""
        return where.high is not None and where.high <= self.reached

    def was_read(self, post: Post) -> bool:
        """Return whether an earlier scan has read a post as it is now."""
        known = self.annotated.placed.get(post.key)
        digest = known.digest if known else self.memory.seen.get(post.key)
        return digest == post.digest()

    def waits(self, seat: Seat, low: int | None) -> bool:
        """Return whether something that was said before must be answered first."""
        held = self.held | self.plans_held
        story = self.annotated.story
        return bool(self.waiting - {seat}) or held_up(story, seat, low, held)

    def superseded(self, post: Post, seat: Seat, low: int | None) -> bool:
        """Return whether a later post of the seat was taken in its place."""
        if self.memory.policy("orders") == "first":
            return False
        return any(
            one.seat == seat and one.number > post.number and one.serial >= (low or 0)
            for one in self.annotated.placed.values()
        )

    def settled(self, one: Question) -> Question:
        """Return a question; one that a later order has overtaken asks no more."""
        if not one.asks or not one.seat or one.code in LASTING:
            return one
        if one.plans:
            last, plans = one.post.number, self.annotated.plans.values()
            later = any(x.seat == one.seat and x.number > last for x in plans)
            return replace(one, asks=False) if later else one
        key, placed = one.post.key, self.annotated.placed
        low = self.lows.get(key)
        past = key not in placed and self.superseded(one.post, one.seat, low)
        return replace(one, asks=False) if past else one

    def about(self, one: Question, post: Post, seat: Seat = "") -> Question:
        """Return a question about a post, with what each reading of it would do."""
        one = replace(one, post=post, seat=seat)
        return replace(one, would=self._would(one))

    @property
    def amends(self) -> bool:
        """Whether an order of the game has a line for each unit."""
        return self.annotated.story.game.rules.lines is Lines.COMPOUND

    def parts_answered(self, post: Post, seat: Seat, found: PostReading) -> str | None:
        """Return what the answers to the several questions of a post come to; None
        where it has not several, or one of them is open still."""
        texts = [replace(one, post=post, seat=seat) for one in found.questions]
        letters = iter("abcdefghijklmnopqrstuvwxyz")
        values = [
            self.memory.answer(post.key + next(letters, ""), post.digest())
            if one.lettered
            else None
            for one in texts
        ]
        asking = [at for at, one in enumerate(texts) if one.lettered]
        if len(asking) < 2 or any(values[at] is None for at in asking):
            return None
        rows = found.rows or (*(spelt((one,)) for one in found.sheet), *asking)
        parts = (values[one] if isinstance(one, int) else one for one in rows)
        given = [one for one in parts if one and one not in (*NOTHING, KEEP)]
        sheets = self.annotated.story.game.rules.lines is not Lines.ONE
        return (" / " if sheets else " // ").join(given) or NOTHING[0]

    def _would(self, one: Question) -> dict[str, tuple[Explained, ...]]:
        """Return what each reading of a question would do."""
        if not (one.asks and one.seat and one.readings) or one.plans:
            return {}
        seat = one.owner or one.seat
        story = self._before_answer(seat, self.lows.get(one.post.key)).story
        found = {}
        for text in one.readings:
            lines = [line for order in read_sheet(text) for line in order]
            found[text] = explain(story, seat, parse(story, lines))
        return found

    def plays(self, seat: Seat, low: int | None, *, instead: bool = False) -> Plays:
        """Return what says whether orders of a seat could be played.

        They are laid on the position that they are for: where the seat has answered
        last and the turn is not reported yet, on the one before its answer; and, but
        `instead` of that answer, on the open one, if the seat is awaited again.
        """
        found: list[AnnotatedRecord] = []

        def plays(reading: Orders) -> bool:
            if not found:
                found.append(self._before_answer(seat, low))
                again = not instead and seat in self.annotated.story.awaited()
                found.extend([self.annotated] * (again and found != [self.annotated]))
            return any(_plays(one, seat, reading, low) for one in found)

        return plays

    def standing(self, seat: Seat, low: int | None) -> Placed | None:
        """Return a seat's last orders that a post below the last report may change."""
        placed = [one for one in self.annotated.placed.values() if one.seat == seat]
        last = max(placed, key=lambda one: one.start, default=None)
        if last is None or last.serial < (low or 0):
            return None
        return last if last.serial >= self.annotated.serial - 1 else None

    def has_answered(self, seat: Seat, where: TurnBounds) -> bool:
        """Return whether a seat has answered what is, or was, asked of it."""
        if self.over(where):
            low, high = where.low or 0, where.high or 0
            placed = self.annotated.placed.values()
            return any(x.seat == seat and low <= x.serial < high for x in placed)
        standing = self.standing(seat, where.low) is not None
        return standing and seat not in self.annotated.story.awaited()

    def as_change(self, one: Question, seat: Seat, where: TurnBounds) -> Question:
        """Return a question with what it would make of an order that stands."""
        mine = self.standing(seat, where.low)
        if mine is None or one.change is None or not one.change.applies:
            return one
        had = spelt(mine.sheet)
        readings = tuple(one.readings)
        if len(mine.sheet) == 1:
            plays = self.plays(seat, where.low, instead=True)
            fits = any(plays(read_sheet(text)[0]) for text in readings)
            readings = in_place_of(had, one.change, readings, plays, fits)
        given = {**one.given, "had": had, "readings": readings}
        code = TAKES_BACK if one.code == "almost" else one.code
        return replace(one, code=code, proposal=next(iter(readings), ""), given=given)

    def _before_answer(self, seat: Seat, low: int | None) -> AnnotatedRecord:
        mine = self.standing(seat, low)
        if mine is None or mine.serial == self.annotated.serial:
            return self.annotated
        text = "\n".join(self.annotated.lines[: mine.start]) + "\n"
        had, record = self.earlier
        if record is None or had != text:
            record = AnnotatedRecord(text)
            self.earlier = text, record
        return record


def _plays(
    annotated: AnnotatedRecord, seat: Seat, reading: Orders, low: int | None
) -> bool:
    """Return whether a seat's orders could be played below the report of a turn."""
    sheets = annotated.story.game.rules.lines is not Lines.ONE
    sheet = (reading,) if sheets else tuple((one,) for one in reading)
    reach = low if low == annotated.serial + 1 else None
    try:
        trial = annotated.try_(seat, sheet, reach)
    except Unreadable:
        return annotated.story.game.notation.reads(reading[0])
    return not faulty(trial.faults) and not trial.respelt


def known_of(
    annotated: AnnotatedRecord, thread: Thread, memory: Memory
) -> tuple[Known, list[PostOutcome]]:
    """Return what is known above the first post, and posts that look like reports of
    somebody who is not the moderator."""
    story = annotated.story
    people = People.of_game(annotated.record.header, memory)
    seats, called = story.header.seats, story.record.called
    finder = Finder(story.game, seats, called, people.exactly)
    found: list[PostedReport] = []
    forged: list[PostOutcome] = []
    posts, last = thread.posts, memory.report
    if last is not None and posts and last.number < posts[0].number:
        found.append(PostedReport(-1, last.serial, last.until, None))
    for at, post in enumerate(posts):
        if (head := header_in(post, story.name, opening=not found)) is None:
            continue
        serial, until = head
        if not people.moderates(post):
            given = {"serial": serial, "moderators": memory.moderators}
            forged.append(Question("report", given=given, asks=False, post=post))
        elif not found or serial > found[-1].serial:
            found.append(PostedReport(at, serial, until, post.time))
        elif until and serial == found[-1].serial:  # more time, or less
            found[-1] = found[-1]._replace(until=until, moved=at)
    reached = annotated.serial
    votes = Count(people.seats, memory.ballot, dict(memory.votes))
    args = (annotated, thread, memory, people, finder, tuple(found))
    known = Known(*args, reached=reached, count=votes)
    return known, forged


def find(
    lines: Iterable[MarkedLine], asking: Asking, *, labelled_only: bool = False
) -> PostReading:
    """Return what lines of a post order."""
    readings = read_text(lines, asking, labelled_only=labelled_only)
    return found_in(readings, sheets=asking.sheets)
