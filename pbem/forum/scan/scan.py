"""Orders out of a thread into a record: what is sure is taken, the rest is asked.

Scanning again changes nothing: each order keeps the post that it comes from,
and each post a digest, so that what was read is known, and what was changed
since is seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pbem.forum.annotations import game_settings
from pbem.forum.annotations.evidence import Ledger, Placed, Sheet, same
from pbem.forum.annotations.remembered import Memory, recall, remembered
from pbem.forum.scan.assign_turn import Place, Refusal, choose, place
from pbem.forum.scan.authors import Who, strange
from pbem.forum.scan.find_orders import Found, Wonder
from pbem.forum.scan.forged_quotes import unposted
from pbem.forum.scan.questions import (
    KEEP,
    NOTHING,
    Doubt,
    Scan,
    Taken,
    answered,
    read_sheet,
    spelt,
)
from pbem.forum.scan.state import LASTING, Desk
from pbem.forum.thread import Post, Thread

_ASIDE = ("other-seat",)  #: questions that do not touch the writer's own order
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
    found = game_settings.read(first)
    return found.into(memory) if found else memory


class _Run(Desk):
    """One pass over the posts of a thread."""

    def done(self, text: str, old: Memory) -> Scan:
        """The whole scan."""
        for at, post in enumerate(self.thread.posts):
            self._post(at, post)
        for post, line in unposted(self.thread, self.reader, self.people, self.ledger):
            if self.memory.answer(post.key, post.digest()) is None:
                self.tell("quote", post, "", line)
        self.doubts = [self.settled(one) for one in self.doubts]
        asked = {one.post.key for one in self.doubts if one.asks and one.seat}
        for post in self.read_posts:
            if post.key not in asked:
                self.seen[post.key] = post.digest()
        placed = self.ledger.placed
        seen = {key: one for key, one in self.seen.items() if key not in placed}
        memory = replace(self.memory, seen=seen, report=self.last_report())
        lines = self.ledger.lines
        after = text
        if memory != old:
            lines = remembered(lines, memory)
        if memory != old or self.taken:
            after = "\n".join(lines) + "\n"
        return Scan(
            after, text, self.thread, memory, tuple(self.taken), tuple(self.doubts)
        )

    def _post(self, at: int, post: Post) -> None:
        reported = any(one.at == at for one in self.reports)
        who = self.people.of(post)
        if not who.seat:
            if not self.people.moderates(post):
                self._stranger(post, who, at)
            else:
                self._moderators(post, reported)
            return
        where = self.place(at)
        self.last_low = self.lows[post.key] = where.low
        count = len(self.doubts)
        lines = [
            line for line in post.lines if line.kind in self.kinds or not line.text
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
        self.read_posts.append(post)
        if asked and known is None and who.seat in self.ledger.story.awaited():
            self.hold(where.low, who.seat)

    def _odd(self, post: Post, seat: str, found: Found) -> None:
        """What was strange in the post itself."""
        for code in post.odd:
            if code in _CUT_OFF or found.sheet or found.wonders:
                self.tell(f"post-{code}", post, seat)

    def _moderators(self, post: Post, reported: bool) -> None:
        """A moderator who does not play: orders for others are questions."""
        found = self.reader.find(post.said(self.kinds), "", marked_only=True)
        for wonder in found.wonders:
            if wonder.code == "other-seat" and not reported:
                self.wonder(post, "", wonder)

    def _stranger(self, post: Post, who: Who, at: int) -> None:
        """Somebody who has no seat: asked once, and only about what looks like one."""
        known = self.people.watches(post) or post.author in self.strangers
        if known or not post.author:
            return
        found = self.reader.find(post.said(self.kinds), "")
        texts = [spelt(found.sheet)] if found.sheet else []
        texts += [one.text for one in found.wonders if one.code != "almost"]
        likely = found.sheet or found.wonders
        given = {"name": post.author, "near": who.near, "letters": strange(post.author)}
        given["shown"] = post.shown
        text = texts[0] if texts else ""
        if who.why == "twin" or (who.why and likely):
            self.strangers[post.author] = None
            self.ask(f"name-{who.why}", post, "", text, given=given)
            if who.near in self.ledger.story.awaited():
                self.hold(self.place(at).low, who.near)
        elif found.level >= 2 and found.sheet:
            self.strangers[post.author] = None
            self.ask("name-unknown", post, "", text, given=given)

    def _new(self, post: Post, seat: str, found: Found, where: Place) -> None:
        """A post that no order in the record comes from."""
        if self.superseded(post, seat, where.low):
            lasting = (one for one in found.wonders if one.code in LASTING)
            found = Found(wonders=tuple(lasting))
        open_ = [one for one in found.wonders if one.code not in _ASIDE]
        for wonder in found.wonders:
            whole = (
                found.sheet and wonder in open_ and wonder.code in ("almost", "word")
            )
            proposal = spelt(found.sheet) if whole else ""
            self.wonder(post, seat, wonder, proposal)
        if open_ or not (found.sheet or found.choices):
            return
        if found.choices:
            chosen = choose(self.ledger, seat, found, where)
            if isinstance(chosen, Wonder):
                self.wonder(post, seat, chosen)
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
            self.ask(code, post, seat, spelt(found.sheet), spelt(found.sheet), given)
            return
        if where.late(post.time):
            times = {"until": where.until, "time": post.time}
            self.ask("late", post, seat, spelt(found.sheet), spelt(found.sheet), times)
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
            self.ask("edited-late", post, known.seat, text, KEEP, given)
        elif self.memory.policy("edits") == "count" and not found.wonders:
            self._replace(post, known, found.sheet)
        else:
            self.ask("edited", post, known.seat, given["after"], proposal, given)

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
            self.ask("unfit", post, known.seat, spelt(sheet), KEEP)
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
