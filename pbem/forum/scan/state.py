"""What a scan goes by: the thread, the record, the people, and what it asks."""

from __future__ import annotations

from dataclasses import replace

from pbem.forum.annotations.evidence import AnnotatedRecord
from pbem.forum.annotations.remembered import Memory, SeenReport
from pbem.forum.annotations.report_header import PostedReport, headers_in
from pbem.forum.scan.assign_turn import Place, trimmed
from pbem.forum.scan.authors import People
from pbem.forum.scan.find_orders import Reader
from pbem.forum.scan.questions import Question, Taken
from pbem.forum.thread import Post, Thread

#: Questions whose proposal is cut to what can be played.
_PARTS = ("almost", "notation")
#: Questions about a post that are not overtaken by what comes later.
LASTING = ("edited", "edited-late", "other-seat")


class ScanState:
    """What one scan reads, and what it has found so far."""

    def __init__(
        self, annotated: AnnotatedRecord, thread: Thread, memory: Memory
    ) -> None:
        self.annotated = annotated
        self.thread = thread
        self.memory = memory
        self.people = People(annotated.record.header.seats, memory)
        self.reader = Reader(annotated.story.game, self.people.exactly)
        self.taken: list[Taken] = []
        self.questions: list[Question] = []
        #: Serials and seats that wait for an answer.
        self.held: set[tuple[int, str]] = set()
        self.seen = dict(memory.seen)
        self.read_posts: list[Post] = []  #: posts of seats
        self.strangers: set[str] = set()
        self.last_low: int | None = None
        self.lows: dict[str, int | None] = {}
        self.reports = self._posted_reports()
        policies = {"spoiler": "spoilers", "struck": "struck"}
        counts = [kind for kind in policies if memory.policy(policies[kind]) == "count"]
        self.kinds = ("new", *counts)

    def _posted_reports(self) -> list[PostedReport]:
        """Return the moderator's reports; of others a header line is only told."""
        found: list[PostedReport] = []
        posts, name = self.thread.posts, self.annotated.story.name
        last = self.memory.report
        if last is not None and posts and last.number < posts[0].number:
            found.append(PostedReport(-1, last.serial, last.until, None))
        for at, post in enumerate(posts):
            for serial, until in headers_in(post, name):
                if not self.people.moderates(post):
                    given = {"serial": serial, "moderators": self.memory.moderators}
                    self.ask(Question("report", given=given, asks=False), post)
                    break
                if not found or serial > found[-1].serial:
                    found.append(PostedReport(at, serial, until, post.time))
        return found

    def last_report(self) -> SeenReport | None:
        """Return the last report of the thread, for a scan of later pages alone."""
        last = self.reports[-1] if self.reports else None
        old = self.memory.report
        if last is None or last.at < 0 or (old and old.serial > last.serial):
            return old
        return SeenReport(self.thread.posts[last.at].number, last.serial, last.until)

    def place(self, at: int) -> Place:
        """Return between which reports a post stands."""
        low = next((one for one in reversed(self.reports) if one.at < at), None)
        high = next((one for one in self.reports if one.at > at), None)
        return Place(
            low.serial if low else None,
            high.serial if high else None,
            low.until if low else None,
            high.time if high else None,
        )

    def hold(self, low: int | None, seat: str) -> None:
        """Take nothing that comes after a question about an awaited seat."""
        self.held.add((low if low is not None else self.annotated.serial, seat))

    def superseded(self, post: Post, seat: str, low: int | None) -> bool:
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
        key, placed = one.post.key, self.annotated.placed
        low = self.lows.get(key)
        past = key not in placed and self.superseded(one.post, one.seat, low)
        return replace(one, asks=False) if past else one

    def ask(self, one: Question, post: Post, seat: str = "") -> None:
        """Put a question about a post to the moderator."""
        self.questions.append(replace(one, post=post, seat=seat))

    def ask_usable(self, one: Question, post: Post, seat: str) -> None:
        """Ask, with the proposal cut to what can be played."""
        if one.proposal and one.code in _PARTS:
            part = trimmed(self.annotated, seat, one.proposal, self.last_low)
            one = replace(one, proposal=part)
        self.ask(one, post, seat)
