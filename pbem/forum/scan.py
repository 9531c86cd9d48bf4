"""Orders out of a thread into a record: what is sure is taken, the rest is asked.

Scanning again changes nothing: each order keeps the post that it comes from,
and each post a digest, so that what was read is known, and what was changed
since is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pbem.forum import reports, settings
from pbem.forum.doubts import (
    KEEP,
    NOTHING,
    Doubt,
    Scan,
    Taken,
    answered,
    read_sheet,
    spelt,
)
from pbem.forum.ledger import Ledger, Placed, Sheet, same
from pbem.forum.memory import Memory, Told, recall, remembered
from pbem.forum.orders import Found, Reader, Wonder
from pbem.forum.people import People, Who, strange
from pbem.forum.place import Place, Refusal, choose, place, trimmed
from pbem.forum.quoted import unposted
from pbem.forum.thread import Post, Thread
from pbem.protocol import Fault

_ASIDE = ("other-seat",)  #: questions that do not touch the writer's own order
#: Questions whose proposal is cut to what can be played.
_PARTS = ("almost", "notation")
#: Doubts about a post that are not overtaken by what comes later.
_LASTING = ("edited", "edited-late", "other-seat")
_CUT_OFF = ("cut", "unclosed", "head")


def scan(text: str, thread: Thread, answers: Iterable[str] = ()) -> Scan:
    """A thread read into a record. Raises Unreadable, AnswerRefused.

    `answers` are the moderator's, as `doubts.answered` reads them.
    """
    answers = list(answers)
    old = recall(text)
    memory = _introduced(old, thread, text)
    first = Ledger.of(text)
    doubts: tuple[Doubt, ...] = ()
    if any(one.rpartition("=")[2].strip().lower() == "yes" for one in answers):
        doubts = _Run(first, thread, memory).done(text, old).doubts
        first = Ledger.of(text)
    seats = first.record.header.seats
    memory = answered(memory, answers, thread, seats, doubts)
    return _Run(first, thread, memory).done(text, old)


def _introduced(memory: Memory, thread: Thread, text: str) -> Memory:
    """What is remembered, with the first post's settings and its author."""
    if not thread.posts or memory.moderators:
        return memory
    first = thread.posts[0]
    memory = replace(memory, moderators=(first.author,))
    found = settings.read(first)
    return found.into(memory) if found else memory


class _Run:
    """One pass over the posts of a thread."""

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
        self._read: list[Post] = []  #: posts of seats
        self._strangers: dict[str, None] = {}
        self._last_low: int | None = None
        self._lows: dict[str, int | None] = {}
        self._reports = self._headers()
        kinds = ["new"]
        kinds += ["spoiler"] if memory.policy("spoilers") == "count" else []
        kinds += ["struck"] if memory.policy("struck") == "count" else []
        self._kinds = tuple(kinds)

    def done(self, text: str, old: Memory) -> Scan:
        """The whole scan."""
        for at, post in enumerate(self.thread.posts):
            self._post(at, post)
        for post, line in unposted(self.thread, self.reader, self.people, self.ledger):
            if self.memory.answer(post.key, post.digest()) is None:
                self._tell("quote", post, "", line)
        self.doubts = [self._settled(one) for one in self.doubts]
        asked = {one.post.key for one in self.doubts if one.asks and one.seat}
        for post in self._read:
            if post.key not in asked:
                self.seen[post.key] = post.digest()
        placed = self.ledger.placed
        seen = {key: one for key, one in self.seen.items() if key not in placed}
        memory = replace(self.memory, seen=seen, report=self._last_report())
        lines = self.ledger.lines
        after = text
        if memory != old:
            lines = remembered(lines, memory)
        if memory != old or self.taken:
            after = "\n".join(lines) + "\n"
        return Scan(
            after, text, self.thread, memory, tuple(self.taken), tuple(self.doubts)
        )

    def _headers(self) -> list[reports.Report]:
        """The reports of the thread; one that the moderator has not posted is told."""
        found: list[reports.Report] = []
        posts, name = self.thread.posts, self.ledger.story.name
        last = self.memory.report
        if last is not None and posts and last.number < posts[0].number:
            found.append(reports.Report(-1, last.serial, last.until, None))
        for at, post in enumerate(self.thread.posts):
            for serial, until in reports.heads(post, name):
                if not self.people.moderates(post):
                    given = {"serial": serial, "moderators": self.memory.moderators}
                    self._tell("report", post, given=given)
                    break
                if not found or serial > found[-1].serial:
                    found.append(reports.Report(at, serial, until, post.time))
        return found

    def _last_report(self) -> Told | None:
        """The last report of the thread, for a scan of later pages alone."""
        last = self._reports[-1] if self._reports else None
        old = self.memory.report
        if last is None or last.at < 0 or (old and old.serial > last.serial):
            return old
        return Told(self.thread.posts[last.at].number, last.serial, last.until)

    def _place(self, at: int) -> Place:
        """Between which reports a post stands."""
        before = [one for one in self._reports if one.at < at]
        after = [one for one in self._reports if one.at > at]
        low = before[-1] if before else None
        high = after[0] if after else None
        return Place(
            low.serial if low else None,
            high.serial if high else None,
            low.until if low else None,
            high.time if high else None,
        )

    def _post(self, at: int, post: Post) -> None:
        reported = any(one.at == at for one in self._reports)
        who = self.people.of(post)
        if not who.seat:
            if not self.people.moderates(post):
                self._stranger(post, who, at)
            else:
                self._moderators(post, reported)
            return
        where = self._place(at)
        self._last_low = self._lows[post.key] = where.low
        count = len(self.doubts)
        lines = [
            line for line in post.lines if line.kind in self._kinds or not line.text
        ]
        found = self.reader.find(lines, who.seat, marked_only=reported)
        self._odd(post, who.seat, found)
        answer = self.memory.answer(post.key, post.digest())
        known = self.ledger.placed.get(post.key)
        if answer is not None:
            self._answered(post, who.seat, answer, known, where)
        elif known is not None:
            self._again(post, known, found, where)
        else:
            self._new(post, who.seat, found, where)
        asked = any(one.asks and one.seat for one in self.doubts[count:])
        self._read.append(post)
        if asked and known is None and who.seat in self.ledger.story.awaited():
            self._hold(where.low, who.seat)

    def _hold(self, low: int | None, seat: str) -> None:
        """Nothing that comes after a doubt about an awaited seat is taken."""
        self.held.add((low if low is not None else self.ledger.serial, seat))

    def _superseded(self, post: Post, seat: str, low: int | None) -> bool:
        """Whether a later post of the seat was taken in its place."""
        if self.memory.policy("orders") == "first":
            return False
        return any(
            one.seat == seat and one.number > post.number and one.serial >= (low or 0)
            for one in self.ledger.placed.values()
        )

    def _settled(self, doubt: Doubt) -> Doubt:
        """A doubt; one that a later order has overtaken asks no more."""
        if not doubt.asks or not doubt.seat or doubt.code in _LASTING:
            return doubt
        low = self._lows.get(doubt.post.key)
        late = doubt.post.key not in self.ledger.placed
        if late and self._superseded(doubt.post, doubt.seat, low):
            return replace(doubt, asks=False)
        return doubt

    def _odd(self, post: Post, seat: str, found: Found) -> None:
        """What was strange in the post itself."""
        for code in post.odd:
            if code in _CUT_OFF or found.sheet or found.wonders:
                self._tell(f"post-{code}", post, seat)

    def _moderators(self, post: Post, reported: bool) -> None:
        """A moderator who does not play: orders for others are questions."""
        found = self.reader.find(post.said(self._kinds), "", marked_only=True)
        for wonder in found.wonders:
            if wonder.code == "other-seat" and not reported:
                self._wonder(post, "", wonder)

    def _stranger(self, post: Post, who: Who, at: int) -> None:
        """Somebody who has no seat: asked once, and only about what looks like one."""
        known = self.people.watches(post) or post.author in self._strangers
        if known or not post.author:
            return
        found = self.reader.find(post.said(self._kinds), "")
        texts = [spelt(found.sheet)] if found.sheet else []
        texts += [one.text for one in found.wonders if one.code != "almost"]
        likely = found.sheet or found.wonders
        given = {"name": post.author, "near": who.near, "letters": strange(post.author)}
        given["shown"] = post.shown
        text = texts[0] if texts else ""
        if who.why == "twin" or (who.why and likely):
            self._strangers[post.author] = None
            self._ask(f"name-{who.why}", post, "", text, given=given)
            if who.near in self.ledger.story.awaited():
                self._hold(self._place(at).low, who.near)
        elif found.level >= 2 and found.sheet:
            self._strangers[post.author] = None
            self._ask("name-unknown", post, "", text, given=given)

    def _new(self, post: Post, seat: str, found: Found, where: Place) -> None:
        """A post that no order in the record comes from."""
        if self._superseded(post, seat, where.low):
            lasting = (one for one in found.wonders if one.code in _LASTING)
            found = Found(wonders=tuple(lasting))
        open_ = [one for one in found.wonders if one.code not in _ASIDE]
        for wonder in found.wonders:
            whole = (
                found.sheet and wonder in open_ and wonder.code in ("almost", "word")
            )
            proposal = spelt(found.sheet) if whole else ""
            self._wonder(post, seat, wonder, proposal)
        if open_ or not (found.sheet or found.choices):
            return
        if found.choices:
            chosen = choose(self.ledger, seat, found, where)
            if isinstance(chosen, Wonder):
                self._wonder(post, seat, chosen)
                return
            found = chosen
        seen = self.memory.seen.get(post.key)
        changed = seen is not None and seen != post.digest()
        edits = self.memory.policy("edits")
        late = where.edited_late(post.edited) and not where.late(post.time)
        if (changed or late) and edits == "ignore":
            return
        if (changed or late) and edits == "ask":
            code = "edited-late" if late else "edited"
            given = {"before": "", "after": spelt(found.sheet)}
            self._ask(code, post, seat, spelt(found.sheet), spelt(found.sheet), given)
            return
        if where.late(post.time):
            times = {"until": where.until, "time": post.time}
            self._ask("late", post, seat, spelt(found.sheet), spelt(found.sheet), times)
            return
        self._offer(post, seat, found, where)

    def _again(self, post: Post, known: Placed, found: Found, where: Place) -> None:
        """A post that was read before: only what has changed in it matters."""
        unchanged = known.digest == post.digest() or same(known.sheet, found.sheet)
        if not known.seat or unchanged or self.memory.policy("edits") == "ignore":
            return
        proposal = spelt(found.sheet) or NOTHING[0]
        given = {"before": spelt(known.sheet), "after": spelt(found.sheet)}
        if where.high is not None:
            text = given["after"]
            self._ask("edited-late", post, known.seat, text, KEEP, given)
        elif self.memory.policy("edits") == "count" and not found.wonders:
            self._replace(post, known, found.sheet)
        else:
            self._ask("edited", post, known.seat, given["after"], proposal, given)

    def _answered(
        self, post: Post, seat: str, answer: str, known: Placed | None, where: Place
    ) -> None:
        """A post that the moderator has decided about."""
        if answer == KEEP:
            return
        if answer in NOTHING:
            if known is not None and known.seat:
                self._replace(post, known, ())
            return
        sheet = read_sheet(self._of(answer, seat))
        if known is not None and known.seat:
            if not same(known.sheet, sheet):
                self._replace(post, known, sheet)
            return
        self._offer(post, seat, Found(sheet, None, 9), where)

    def _of(self, answer: str, seat: str) -> str:
        """An answer without the name of its seat in front."""
        name, colon, rest = answer.partition(":")
        return rest.strip() if colon and self.people.exactly(name) == seat else answer

    def _replace(self, post: Post, known: Placed, sheet: Sheet) -> None:
        """Other orders in the place of those of a post."""
        found = self.ledger.replaced(known, sheet, post)
        if found is None:
            self._ask("unfit", post, known.seat, spelt(sheet), KEEP)
            return
        self.ledger = found
        how = "replaced" if sheet else "removed"
        self.taken.append(Taken(post, known.seat, known.serial, sheet, how))

    def _offer(self, post: Post, seat: str, found: Found, where: Place) -> None:
        """Orders for the window that they are meant for."""
        first = self.memory.policy("orders") == "first"
        result = place(self.ledger, post, seat, found, where, self.held, first=first)
        if isinstance(result, Refusal):
            if result.code:
                self.doubts.append(
                    Doubt(
                        result.code,
                        post,
                        seat,
                        spelt(found.sheet),
                        result.proposal,
                        result.given,
                        result.fault,
                        result.asks,
                    )
                )
            return
        self.ledger, taken = result
        self.taken.append(taken)
        low = where.low if where.low is not None else taken.serial
        self.held.discard((low, seat))

    def _wonder(self, post: Post, seat: str, one: Wonder, proposal: str = "") -> None:
        if seat and not proposal and one.proposal and one.code in _PARTS:
            low = self._last_low
            one = replace(one, proposal=trimmed(self.ledger, seat, one.proposal, low))
        self._ask(
            one.code,
            post,
            seat,
            one.text,
            proposal or one.proposal,
            dict(one.given),
            one.fault,
        )

    def _ask(
        self,
        code: str,
        post: Post,
        seat: str = "",
        text: str = "",
        proposal: str = "",
        given: Mapping[str, Any] | None = None,
        fault: Fault | None = None,
    ) -> None:
        doubt = Doubt(code, post, seat, text, proposal, given or {}, fault)
        self.doubts.append(doubt)

    def _tell(
        self,
        code: str,
        post: Post,
        seat: str = "",
        text: str = "",
        given: Mapping[str, Any] | None = None,
    ) -> None:
        doubt = Doubt(code, post, seat, text, "", given or {}, asks=False)
        self.doubts.append(doubt)
