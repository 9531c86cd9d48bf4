"""Orders out of a thread into a record: what is sure is taken, the rest is asked.

Scanning again changes nothing: each order keeps the post that it comes from,
and each post a digest, so that what was read is known, and what was changed
since is seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pbem.forum.annotations import game_settings
from pbem.forum.annotations.evidence import AnnotatedRecord, Placed, Sheet, same
from pbem.forum.annotations.remembered import Memory, recall, remembered
from pbem.forum.scan.addressed import addressed
from pbem.forum.scan.assign_turn import DECIDED, Assignment, Place, choose
from pbem.forum.scan.authors import Who
from pbem.forum.scan.find_orders import Found
from pbem.forum.scan.forged_quotes import unposted
from pbem.forum.scan.plan_posts import PlanScan
from pbem.forum.scan.questions import (
    KEEP,
    NOTHING,
    Question,
    Scan,
    Taken,
    answered,
    lettered,
    read_sheet,
    spelt,
)
from pbem.forum.scan.state import LASTING
from pbem.forum.thread import Post, Thread
from pbem.lookalikes import strange

_ASIDE = ("other-seat",)  #: questions that do not touch the writer's own order
_PLAIN = ("almost", "takes-back")  #: a line that may be an order of some turn
_CUT_OFF = ("cut", "unclosed", "head")


def scan(text: str, thread: Thread, answers: Iterable[str] = ()) -> Scan:
    """Read a thread into a record. Raises Unreadable, AnswerRefused.

    `answers` are the moderator's, as `questions.answered` reads them.
    """
    answers = list(answers)
    old = recall(text)
    memory = _introduced(old, thread)
    annotated = AnnotatedRecord(text)
    asked: tuple[Question, ...] = ()
    short = {"yes", KEEP, *NOTHING}
    if any(one.rpartition("=")[2].strip().lower() in short for one in answers):
        asked = _Run(annotated, thread, memory).done(text, old).questions
        annotated = AnnotatedRecord(text)
    seats = annotated.record.header.seats
    memory = answered(memory, answers, thread, seats, asked)
    return _Run(annotated, thread, memory).done(text, old)


def _introduced(memory: Memory, thread: Thread) -> Memory:
    """Return what is remembered, with the first post's settings and its author."""
    if not thread.posts or memory.moderators:
        return memory
    first = thread.posts[0]
    memory = replace(memory, moderators=(first.author,))
    found = game_settings.opening(thread)
    return found.into(memory) if found else memory


class _Run(PlanScan):
    """One pass over the posts of a thread."""

    def done(self, text: str, old: Memory) -> Scan:
        """Return the whole scan."""
        for at, post in enumerate(self.thread.posts):
            self._post(at, post)
        forged = unposted(self.thread, self.reader, self.people, self.annotated)
        for post, line in forged:
            if self.memory.answer(post.key, post.digest()) is None:
                self.ask(Question("quote", line, asks=False), post)
        self._passed_over()
        questions = lettered(self.settled(one) for one in self.questions)
        asked = {one.post.key for one in questions if one.asks and one.seat}
        for post in self.read_posts:
            if post.key not in asked:
                self.seen[post.key] = post.digest()
        placed = self.annotated.placed
        seen = {key: one for key, one in self.seen.items() if key not in placed}
        memory = replace(self.memory, seen=seen, report=self.last_report())
        lines, after = self.annotated.lines, text
        if memory != old:
            lines = remembered(lines, memory)
        if memory != old or self.taken or self.plans:
            after = "\n".join(lines) + "\n"
        found = (tuple(self.taken), questions, tuple(self.plans))
        fired = tuple(self.annotated.fired.values())
        serial, awaited = self.annotated.serial, tuple(self.annotated.story.awaited())
        return Scan(after, text, self.thread, memory, *found, fired, serial, awaited)

    def _post(self, at: int, post: Post) -> None:
        reported = any(one.at == at for one in self.reports)
        who = self.people.of(post)
        if not who.seat:
            if not self.people.moderates(post):
                self._stranger(post, who, at)
            elif not reported:
                self._moderators(post)
            return
        where = self.place(at)
        self.last_low = self.lows[post.key] = where.low
        lines = [x for x in post.lines if x.kind in self.kinds or not x.text]
        if not reported:
            lines = self.said_of_plans(post, who.seat, lines, where)
        count = len(self.questions)
        plays = self.plays(who.seat, where.low)
        found = self.reader.find(lines, who.seat, reported, plays)
        if not reported:
            for wish in addressed(post, lines, self.memory.moderators, who.seat):
                if spelt(found.sheet) != wish.text:
                    self.ask(wish, post, who.seat)
        for code in post.odd:
            if code in _CUT_OFF or found.sheet or found.questions:
                self.ask(Question(f"post-{code}", asks=False), post, who.seat)
        self.talk[who.seat] = (post, found.talk) if found.talk else None
        answer = self.memory.answer(post.key, post.digest())
        if answer is None:
            answer, found = self.parts_answered(post, who.seat, found)
        known = self.annotated.placed.get(post.key)
        if answer is not None:
            self._answered(post, who.seat, answer, known, where)
        elif known is not None:
            self._again(post, known, found, where)
        else:
            self._new(post, who.seat, found, where)
        asked = any(one.asks and one.seat for one in self.questions[count:])
        self.read_posts.append(post)
        waits = who.seat in self.annotated.story.awaited() and not self.over(where)
        if asked and known is None and waits:
            self.hold(where.low, who.seat)

    def _passed_over(self) -> None:
        """Tell what was read as talk of seats that have ordered nothing yet."""
        asked = {one.seat for one in self.questions if one.asks}
        for seat in self.annotated.story.awaited():
            post, text = self.talk.get(seat) or (None, "")
            if post is None or seat in asked:
                continue
            low = self.lows[post.key]
            new = low is None or low == self.annotated.serial
            if new and self.memory.answer(post.key, post.digest()) is None:
                self.ask(Question("passed", text, asks=False), post, seat)

    def _moderators(self, post: Post) -> None:
        """Ask about orders for others of a moderator who does not play."""
        found = self.reader.find(post.said(self.kinds), "", marked_only=True)
        for one in found.questions:
            if one.code == "other-seat":
                self.ask(one, post)

    def _stranger(self, post: Post, who: Who, at: int) -> None:
        """Ask once about somebody without a seat, and only if it looks like one."""
        known = self.people.watches(post) or post.author in self.strangers
        if known or not post.author:
            return
        found = self.reader.find(post.said(self.kinds), "")
        plan = self.finder.split(post.said(self.kinds))[1].written[:1]
        texts = [spelt(found.sheet)] * bool(found.sheet) + plan
        texts += [one.text for one in found.questions if one.code != "almost"]
        likely = found.sheet or found.questions or plan
        given: dict[str, Any] = {"name": post.author, "near": who.near}
        given["letters"] = strange(post.author)
        given["shown"] = post.shown
        given["seats"] = self.people.nicknames()
        text = texts[0] if texts else ""
        if who.why == "twin" or (who.why and likely):
            self.strangers.add(post.author)
            self.ask(Question(f"name-{who.why}", text, given=given), post)
            where = self.place(at)
            if who.near in self.annotated.story.awaited() and not self.over(where):
                self.hold(where.low, who.near)
        elif found.sheet or plan or any(one.readings for one in found.questions):
            self.strangers.add(post.author)
            text = text or next(one.text for one in found.questions if one.readings)
            self.ask(Question("name-unknown", text, given=given), post)

    def _new(self, post: Post, seat: str, found: Found, where: Place) -> None:
        """Take a post that no order in the record comes from."""
        if self.superseded(post, seat, where.low):
            lasting = (one for one in found.questions if one.code in LASTING)
            found = Found(questions=tuple(lasting))
        if self.has_answered(seat, where):
            found = replace(found, questions=tuple(filter(_about, found.questions)))
        text, low = spelt(found.sheet), where.low
        for one in found.questions:
            if text and one.code in ("almost", "word") and not one.proposal:
                beside = {**one.given, "beside": one.text}
                one = Question("beside", text, text, beside)
            one = self.as_change(one, seat, where)
            if not one.readings and one.code in _PLAIN and self._waits(seat, low):
                one = Question("waits", one.text, asks=False)
            self._put(one, post, seat, where)
        open_ = any(one.code not in _ASIDE for one in found.questions)
        if found.corrects and not open_ and self._matters(found, seat, where):
            text = text or " / ".join(found.choices)
            mine = self.standing(seat, where.low)
            had = spelt(mine.sheet) if mine else ""
            given: dict[str, Any] = {"used": found.used, "had": had, "swap": found.swap}
            given |= {"adds": True} if found.adds else {}
            given["denies"] = found.denies
            one = Question("takes-back", found.corrects, text, given)
            self._put(self.as_change(one, seat, where), post, seat, where)
            return
        if open_ or not (found.sheet or found.choices):
            return
        part = found.led or found.adds
        if part and self.standing(seat, where.low) is not None:
            on_top: dict[str, Any] = {"used": found.used, "adds": found.adds}
            one = Question("takes-back", text, text, on_top)
            self._put(self.as_change(one, seat, where), post, seat, where)
            return
        if found.level <= 1 and self._says_less(seat, text, where):
            if found.less:
                one = Question("takes-back", text, text)
                self._put(self.as_change(one, seat, where), post, seat, where)
            return
        if found.choices:
            chosen = choose(self.annotated, seat, found, where)
            if isinstance(chosen, Question):
                self._put(chosen, post, seat, where)
                return
            found, text = chosen, spelt(chosen.sheet)
        seen = self.memory.seen.get(post.key)
        changed = seen is not None and seen != post.digest()
        edits = self.memory.policy("edits")
        late = where.edited_late(post.edited) and not where.late(post.time)
        if (changed or late) and edits == "ignore":
            return
        if (changed or late) and edits == "ask":
            code = "edited-late" if late else "edited"
            given = {"before": "", "after": text}
            self.ask(Question(code, text, text, given), post, seat)
            return
        if where.late(post.time):
            times = {"until": where.until, "time": post.time}
            self._put(Question("late", text, text, times), post, seat, where)
            return
        self._offer(post, seat, found, where)

    def _put(self, one: Question, post: Post, seat: str, where: Place) -> None:
        """Ask about a post, or tell that its turn is reported: nothing changes it."""
        if self.over(where) and one.asks and one.code not in LASTING:
            one = Question("past", one.text, NOTHING[0], {"serial": where.low})
        self.ask(one, post, seat)

    def _says_less(self, seat: str, text: str, where: Place) -> bool:
        """Return whether a plain line only repeats a part of a seat's order."""
        mine = self.standing(seat, where.low)
        if mine is None or not text:
            return False
        said, had = text.split(), spelt(mine.sheet).split()
        return len(said) < len(had) and had[: len(said)] == said

    def _matters(self, found: Found, seat: str, where: Place) -> bool:
        """Return whether a line that takes something back, or repeats it, can do so."""
        awaited = seat in self.annotated.story.awaited()
        return self.standing(seat, where.low) is not None or (found.repeats and awaited)

    def _again(self, post: Post, known: Placed, found: Found, where: Place) -> None:
        """Look at a post that was read before: only what has changed matters."""
        unchanged = known.digest == post.digest() or same(known.sheet, found.sheet)
        if not known.seat or unchanged or self.memory.policy("edits") == "ignore":
            return
        text = spelt(found.sheet)
        given: dict[str, Any] = {"before": spelt(known.sheet), "after": text}
        unsure = [one for one in found.questions if one.asks and one.text and not text]
        given["unsure"] = unsure[0].text if unsure else ""
        if where.high is not None:
            self.ask(Question("edited-late", text, KEEP, given), post, known.seat)
        elif self.memory.policy("edits") == "count" and not found.questions:
            self._replace(post, known, found.sheet)
        else:
            one = Question("edited", text, text or NOTHING[0], given)
            if unsure and unsure[0].readings:
                given["readings"] = unsure[0].readings
                text, proposal = unsure[0].text, unsure[0].proposal
                one = Question("edited", text, proposal, given, would=unsure[0].would)
            self.ask(one, post, known.seat)

    def _answered(
        self, post: Post, seat: str, answer: str, known: Placed | None, where: Place
    ) -> None:
        """Do what the moderator has decided about a post."""
        if answer == KEEP:
            return
        if answer in NOTHING:
            if known is not None and known.seat:
                self._replace(post, known, ())
            return
        name, colon, rest = answer.partition(":")
        if colon and self.people.exactly(name) == seat:
            answer = rest.strip()
        sheet = read_sheet(answer)
        if known is None or not known.seat:
            self._offer(post, seat, Found(sheet, level=DECIDED), where)
        elif not same(known.sheet, sheet):
            self._replace(post, known, sheet)

    def _replace(self, post: Post, known: Placed, sheet: Sheet) -> None:
        """Put other orders in the place of those of a post."""
        if not self.annotated.replace(known, sheet, post):
            self.ask(Question("unfit", spelt(sheet), KEEP), post, known.seat)
            return
        how = "replaced" if sheet else "removed"
        self.taken.append(Taken(post, known.seat, known.serial, sheet, how))

    def _offer(self, post: Post, seat: str, found: Found, where: Place) -> None:
        """Offer orders to the window that they are meant for."""
        first = self.memory.policy("orders") == "first"
        orders = Assignment(self.annotated, post, seat, found, first, self.reached)
        result = orders.to(where, self.held | self.plans_held)
        if isinstance(result, Question):
            self.ask(replace(result, text=spelt(found.sheet)), post, seat)
        elif result is not None:
            self.taken.append(result)
            low = where.low if where.low is not None else result.serial
            self.held.discard((low, seat))


def _about(one: Question) -> bool:
    """Return whether a question matters to an order that stands already."""
    return one.code != "almost" or bool(one.given.get("about", True))
