"""Orders out of a thread into a record: what is sure is taken, the rest is asked.

Scanning again changes nothing: each order keeps the post that it comes from,
and each post a digest, so that what was read is known, and what was changed
since is seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pbem.bots.table import Let, next_to_answer
from pbem.forum.annotations import game_settings
from pbem.forum.annotations.evidence import AnnotatedRecord
from pbem.forum.annotations.known_posts import under_known_names
from pbem.forum.annotations.remembered import Memory, recall, remembered
from pbem.forum.scan.addressed import addressed
from pbem.forum.scan.answers import KEEP, NOTHING, answered
from pbem.forum.scan.assign_turn import Place
from pbem.forum.scan.authors import People, Who
from pbem.forum.scan.forged_quotes import unposted
from pbem.forum.scan.found import Found
from pbem.forum.scan.order_posts import OrderScan
from pbem.forum.scan.questions import Question, Scan, lettered, spelt
from pbem.forum.thread import Post, Thread
from pbem.language.reading import MarkedLine
from pbem.language.talk_words import agrees_with_talk
from pbem.lookalikes import strange

_CUT_OFF = ("cut", "unclosed", "head")


def scan(
    text: str, thread: Thread, answers: Iterable[str] = (), let: Let | None = None
) -> Scan:
    """Read a thread into a record. Raises Unreadable, AnswerRefused, NoAnswer.

    `answers` are the moderator's, as `questions.answered` reads them. `let` has bots
    answer where nobody else is awaited; without it they are awaited.
    """
    answers = list(answers)
    old = recall(text)
    memory = _introduced(old, thread)
    annotated = _opened(text, let)
    asked: tuple[Question, ...] = ()
    short = {"yes", KEEP, *NOTHING}
    if any(one.rpartition("=")[2].strip().lower() in short for one in answers):
        asked = _Run(annotated, thread, memory).done(text, old).questions
        annotated = _opened(text, let)
    seats = People.of_game(annotated.record.header, memory).seats
    memory = answered(memory, answers, thread, seats, asked)
    digests = (*(x.digest for x in annotated.placed.values()), *memory.seen.values())
    thread = under_known_names(thread, memory, digests)
    return _Run(annotated, thread, memory).done(text, old)


def _opened(text: str, let: Let | None) -> AnnotatedRecord:
    """Return a record, bots having their say where it waits for them alone."""
    annotated = AnnotatedRecord(text, let)
    if let is not None:
        annotated.go_on()
    return annotated


def _introduced(memory: Memory, thread: Thread) -> Memory:
    """Return what is remembered, with the first post's settings and its author."""
    if not thread.posts or memory.moderators:
        return memory
    first = thread.posts[0]
    memory = replace(memory, moderators=(first.author,))
    found = game_settings.opening(thread)
    return found.into(memory) if found else memory


class _Run(OrderScan):
    """One pass over the posts of a thread."""

    def done(self, text: str, old: Memory) -> Scan:
        """Return the whole scan."""
        for at, post in enumerate(self.thread.posts):
            self._post(at, post)
        forged = unposted(self.thread, self.asking(), self.annotated)
        for at, post, line in forged:
            past = self.over(self.place(at)) and self.was_read(post)
            if not past and self.memory.answer(post.key, post.digest()) is None:
                self.ask(Question("quote", line, asks=False), post)
        self._passed_over()
        self._seed()
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
        if memory != old or self.taken or self.plans or self.annotated.answered:
            after = "\n".join(lines) + "\n"
        found = (tuple(self.taken), questions, tuple(self.plans))
        fired = tuple(self.annotated.fired.values())
        story = self.annotated.story
        return Scan(
            *(after, text, self.thread, memory, *found, fired),
            serial=self.annotated.serial,
            awaited=tuple(story.awaited()),
            bots=tuple(self.annotated.answered),
            bots_next=tuple(next_to_answer(story)),
        )

    def _post(self, at: int, post: Post) -> None:
        reported = any(one.at == at for one in self.reports)
        who = self.people.of(post)
        if not who.seat:
            if not self.people.moderates(post):
                self._stranger(post, who, at)
            elif not reported:
                self._moderators(post, at)
            return
        where = self.place(at)
        self.lows[post.key] = where.low
        lines = [x for x in post.lines if x.kind in self.kinds or not x.text]
        if not reported:
            lines = self.said_of_plans(post, who.seat, lines, where)
        count = len(self.questions)
        plays = self.plays(who.seat, where.low)
        quoted = " ".join(one.text for one in post.said(("quote",)))
        lines = [x for x in lines if not agrees_with_talk(x.text, quoted)]
        found = self.find(lines, self.asking(who.seat, plays), labelled_only=reported)
        found = self.passed_on(post, found, where)
        if not reported and not (self.over(where) and self.was_read(post)):
            self._wishes(post, who.seat, lines, found)
        self._oddities(post, who.seat, found)
        if found.sheet:
            self._account(post, who.seat, self.over(where) and self.was_read(post))
        self.talk[who.seat] = (post, found.talk) if found.talk else None
        known = self.annotated.placed.get(post.key)
        self._order(post, who.seat, found, where)
        asked = any(one.asks and one.seat for one in self.questions[count:])
        self.read_posts.append(post)
        waits = who.seat in self.annotated.story.awaited() and not self.over(where)
        if asked and known is None and waits:
            self.hold(where.low, who.seat)

    def _wishes(
        self, post: Post, seat: str, lines: list[MarkedLine], found: Found
    ) -> None:
        """Tell what a post says to the moderator, beside its order."""
        for wish in addressed(post, lines, self.memory.moderators, seat):
            if spelt(found.sheet) != wish.text:
                self.ask(wish, post, seat)

    def _oddities(self, post: Post, seat: str, found: Found) -> None:
        """Tell what was odd in the text of a post, as far as it may matter."""
        for code in post.odd:
            if code in _CUT_OFF or found.sheet or found.questions:
                self.ask(Question(f"post-{code}", asks=False), post, seat)

    def _account(self, post: Post, seat: str, known: bool) -> None:
        """Tell where a seat that was played under another name goes by its own."""
        had = self.accounts.setdefault(seat, post.author)
        if known:
            self.accounts[seat] = post.author
        elif post.author != had and post.author.casefold() == seat.casefold():
            self.ask(Question("account", given={"had": had}, asks=False), post, seat)

    def _order(self, post: Post, seat: str, found: Found, where: Place) -> None:
        """Do with what a post orders as was answered, or read before, or as is new."""
        answer = self.memory.answer(post.key, post.digest())
        if answer is None:
            answer = self.parts_answered(post, seat, found)
        known = self.annotated.placed.get(post.key)
        if answer is not None:
            self.do_answered(post, seat, answer, known, where)
        elif known is not None:
            self.look_again(post, known, found, where)
        else:
            self.take_new(post, seat, found, where)

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

    def _seed(self) -> None:
        """Tell where the seed of a game that goes on can be read by everybody."""
        seed = self.annotated.record.header.seed
        if seed is None or self.annotated.story.window is None:
            return
        for post in self.thread.posts:
            if any(seed.hex() in line.text.casefold() for line in post.lines):
                self.ask(Question("seed", asks=False), post)
                return

    def _moderators(self, post: Post, at: int) -> None:
        """Ask about orders for others of a moderator who does not play."""
        found = self.find(post.said(self.kinds), self.asking(), labelled_only=True)
        for one in self.passed_on(post, found, self.place(at)).questions:
            if one.owner:
                self.ask(one, post)

    def _stranger(self, post: Post, who: Who, at: int) -> None:
        """Ask once about somebody without a seat, and only if it looks like one."""
        known = self.people.watches(post) or post.author in self.strangers
        if known or not post.author:
            return
        found = self.find(post.said(self.kinds), self.asking())
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
