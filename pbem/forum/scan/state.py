"""What a scan goes by: the thread, the record, the people, and what it asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pbem.forum.annotations import report_header
from pbem.forum.annotations.evidence import Ledger
from pbem.forum.annotations.remembered import Memory, Told
from pbem.forum.scan.assign_turn import Place, trimmed
from pbem.forum.scan.authors import People
from pbem.forum.scan.find_orders import Reader, Wonder
from pbem.forum.scan.questions import Doubt, Taken
from pbem.forum.thread import Post, Thread
from pbem.protocol import Fault

#: Questions whose proposal is cut to what can be played.
_PARTS = ("almost", "notation")
#: Doubts about a post that are not overtaken by what comes later.
LASTING = ("edited", "edited-late", "other-seat")


class Desk:
    """The papers of one scan, and the list of questions that comes of it."""

    def __init__(self, ledger: Ledger, thread: Thread, memory: Memory) -> None:
        self.ledger = ledger
        self.thread = thread
        self.memory = memory
        self.people = People(ledger.record.header.seats, memory)
        self.reader = Reader(ledger.story.game, self.people.exactly)
        self.taken: list[Taken] = []
        self.doubts: list[Doubt] = []
        self.held: set[tuple[int, str]] = set()  #: serials and seats in doubt
        self.seen = dict(memory.seen)
        self.read_posts: list[Post] = []  #: posts of seats
        self.strangers: dict[str, None] = {}
        self.last_low: int | None = None
        self.lows: dict[str, int | None] = {}
        self.reports = self._headers()
        kinds = ["new"]
        kinds += ["spoiler"] if memory.policy("spoilers") == "count" else []
        kinds += ["struck"] if memory.policy("struck") == "count" else []
        self.kinds = tuple(kinds)

    def _headers(self) -> list[report_header.Report]:
        """The reports of the thread; one that the moderator has not posted is told."""
        found: list[report_header.Report] = []
        posts, name = self.thread.posts, self.ledger.story.name
        last = self.memory.report
        if last is not None and posts and last.number < posts[0].number:
            found.append(report_header.Report(-1, last.serial, last.until, None))
        for at, post in enumerate(self.thread.posts):
            for serial, until in report_header.heads(post, name):
                if not self.people.moderates(post):
                    given = {"serial": serial, "moderators": self.memory.moderators}
                    self.tell("report", post, given=given)
                    break
                if not found or serial > found[-1].serial:
                    found.append(report_header.Report(at, serial, until, post.time))
        return found

    def last_report(self) -> Told | None:
        """The last report of the thread, for a scan of later pages alone."""
        last = self.reports[-1] if self.reports else None
        old = self.memory.report
        if last is None or last.at < 0 or (old and old.serial > last.serial):
            return old
        return Told(self.thread.posts[last.at].number, last.serial, last.until)

    def place(self, at: int) -> Place:
        """Between which reports a post stands."""
        before = [one for one in self.reports if one.at < at]
        after = [one for one in self.reports if one.at > at]
        low = before[-1] if before else None
        high = after[0] if after else None
        return Place(
            low.serial if low else None,
            high.serial if high else None,
            low.until if low else None,
            high.time if high else None,
        )

    def hold(self, low: int | None, seat: str) -> None:
        """Nothing that comes after a doubt about an awaited seat is taken."""
        self.held.add((low if low is not None else self.ledger.serial, seat))

    def superseded(self, post: Post, seat: str, low: int | None) -> bool:
        """Whether a later post of the seat was taken in its place."""
        if self.memory.policy("orders") == "first":
            return False
        return any(
            one.seat == seat and one.number > post.number and one.serial >= (low or 0)
            for one in self.ledger.placed.values()
        )

    def settled(self, doubt: Doubt) -> Doubt:
        """A doubt; one that a later order has overtaken asks no more."""
        if not doubt.asks or not doubt.seat or doubt.code in LASTING:
            return doubt
        low = self.lows.get(doubt.post.key)
        late = doubt.post.key not in self.ledger.placed
        if late and self.superseded(doubt.post, doubt.seat, low):
            return replace(doubt, asks=False)
        return doubt

    def wonder(self, post: Post, seat: str, one: Wonder, proposal: str = "") -> None:
        if seat and not proposal and one.proposal and one.code in _PARTS:
            low = self.last_low
            one = replace(one, proposal=trimmed(self.ledger, seat, one.proposal, low))
        self.ask(
            one.code,
            post,
            seat,
            one.text,
            proposal or one.proposal,
            dict(one.given),
            one.fault,
        )

    def ask(
        self,
        code: str,
        post: Post,
        seat: str = "",
        text: str = "",
        proposal: str = "",
        given: Mapping[str, Any] | None = None,
        fault: Fault | None = None,
        *,
        asks: bool = True,
    ) -> None:
        doubt = Doubt(code, post, seat, text, proposal, given or {}, fault, asks=asks)
        self.doubts.append(doubt)

    def tell(
        self,
        code: str,
        post: Post,
        seat: str = "",
        text: str = "",
        given: Mapping[str, Any] | None = None,
    ) -> None:
        self.ask(code, post, seat, text, given=given, asks=False)
