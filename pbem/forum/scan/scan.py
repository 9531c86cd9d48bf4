"""Orders out of a thread into a record: what is sure is taken, the rest is asked.

Scanning again changes nothing: each order keeps the post that it comes from,
and each post a digest, so that what was read is known, and what was changed
since is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.bots.table import Let, next_to_answer
from pbem.forum.annotations import game_settings
from pbem.forum.annotations.evidence import AnnotatedRecord
from pbem.forum.annotations.known_posts import under_known_names
from pbem.forum.annotations.remembered import Absence, Memory, recall, remembered
from pbem.forum.annotations.report_header import is_notice
from pbem.forum.annotations.timing import zone_of
from pbem.forum.scan.absences import absence_of
from pbem.forum.scan.addressed import OFFER, addressed, without_times
from pbem.forum.scan.answers import KEEP, NOTHING, answered
from pbem.forum.scan.assign_turn import TurnBounds
from pbem.forum.scan.authors import People, Who
from pbem.forum.scan.forged_quotes import unposted
from pbem.forum.scan.found import PostReading
from pbem.forum.scan.known import Known, PostOutcome, find, known_of
from pbem.forum.scan.order_posts import (
    answered_order,
    new_orders,
    orders_again,
    passed_on,
)
from pbem.forum.scan.plan_posts import plan_of
from pbem.forum.scan.questions import (
    AcceptedOrders,
    AcceptedPlan,
    Question,
    Scan,
    lettered,
    spelt,
)
from pbem.forum.scan.vote_lines import counted, said_in
from pbem.forum.thread import Post, Thread
from pbem.language.candidates import words_of
from pbem.language.doubts import TalkLine
from pbem.language.lines import greets
from pbem.language.reading import Asking, MarkedLine, Reading
from pbem.language.talk_words import agrees_with_talk
from pbem.notation.lookalikes import strange
from pbem.protocol import Seat

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
        asked = _read(annotated, thread, memory, text, old).questions
        annotated = _opened(text, let)
    seats = People.of_game(annotated.record.header, memory).seats
    memory = answered(memory, answers, thread, seats, asked)
    digests = (*(x.digest for x in annotated.placed.values()), *memory.seen.values())
    thread = under_known_names(thread, memory, digests)
    return _read(annotated, thread, memory, text, old)


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


def _read(
    annotated: AnnotatedRecord, thread: Thread, memory: Memory, text: str, old: Memory
) -> Scan:
    """Return the whole scan: one pass over the posts of a thread."""
    known, outcomes = known_of(annotated, thread, memory)
    outcomes, people, seen = list(outcomes), _Seen(), dict(memory.seen)
    of_seats: list[Post] = []
    for at, post in enumerate(thread.posts):
        came = _post(known, people, at, post)
        outcomes += came
        waits = (x for x in came if isinstance(x, Question) and x.code == "waits")
        known.waiting |= {one.seat for one in waits}
        of_seats += [post] * bool(known.people.of(post).seat)
    asked = [one for one in outcomes if isinstance(one, Question)]
    asked += _forged(known)
    asked += _passed_over(known, people, {one.seat for one in asked if one.asks})
    asked += _seed(known)
    asked += _uncovered(known, outcomes)
    questions = lettered(known.settled(one) for one in asked)
    open_ = {one.post.key for one in questions if one.asks and one.seat}
    seen |= {one.key: one.digest() for one in of_seats if one.key not in open_}
    seen = {key: one for key, one in seen.items() if key not in annotated.placed}
    memory = replace(memory, seen=seen, report=known.last_report())
    memory = replace(memory, ballot=known.count.ballot, votes=known.count.votes)
    memory = replace(memory, away=_away(memory, asked))
    accepted = tuple(one for one in outcomes if isinstance(one, AcceptedOrders))
    plans = tuple(one for one in outcomes if isinstance(one, AcceptedPlan))
    lines, after = annotated.lines, text
    if memory != old:
        lines = remembered(lines, memory)
    if memory != old or accepted or plans or annotated.answered:
        after = "\n".join(lines) + "\n"
    fired = tuple(annotated.fired.values())
    return Scan(
        *(after, text, thread, memory, accepted, questions, plans, fired),
        serial=annotated.serial,
        awaited=tuple(annotated.story.awaited()),
        bots=tuple(annotated.answered),
        bots_next=tuple(next_to_answer(annotated.story)),
        left=tuple(people.left),
        unclear=tuple(known.count.unclear.items()),
        deadline_post=known.deadline_post,
    )


def _away(memory: Memory, questions: Iterable[Question]) -> tuple[Absence, ...]:
    """Return the absences that are known, with those that posts tell now."""
    zone = zone_of(memory).key
    absences = (one for one in questions if one.code == "wish-absence")
    found = (absence_of(one, zone) for one in absences)
    return tuple(dict.fromkeys((*memory.away, *(one for one in found if one))))


@dataclass(slots=True)
class _Seen:
    """Who has written so far, and what of it was talk."""

    strangers: set[str] = field(default_factory=set)  #: who were asked about
    accounts: dict[Seat, str] = field(default_factory=dict)  #: by which a seat orders
    #: The last post of a seat, with a line that was read as talk.
    talk: dict[Seat, tuple[Post, Reading]] = field(default_factory=dict)
    left: list[tuple[Post, str]] = field(default_factory=list)  #: all such lines


def _post(known: Known, people: _Seen, at: int, post: Post) -> list[PostOutcome]:
    """Read a post; return what came of it."""
    reported = any(one.at == at for one in known.reports)
    who, where = known.people.of(post), known.place(at)
    if known.people.moderates(post):
        known.count.ask(post, post.lines_of(known.kinds))
    if not who.seat:
        if not known.people.moderates(post):
            came = _stranger(known, people, post, who, where)
            return [*_offers(known, post), *came]
        notice = is_notice(post, known.annotated.story.name)
        return [] if reported or notice else _moderators(known, post, where)
    seat = who.seat
    known.lows[post.key] = where.low
    lines = [x for x in post.lines if x.kind in known.kinds or not x.text]
    of_plan: list[PostOutcome] = []
    if not reported:
        lines, of_plan = plan_of(known, post, seat, lines, where)
    quoted = " ".join(one.text for one in post.lines_of(("quote",)))
    lines = [x for x in lines if not agrees_with_talk(x.text, quoted)]
    asking = known.asking(seat, known.plays(seat, where.low))
    orders = lines if reported else counted(known, asking, post, lines)
    orders = [x for x in orders if not _only_asks(asking, x)]
    found = find(orders, asking, labelled_only=reported)
    found, came = passed_on(known, post, found, where)
    read_before = known.over(where) and known.was_read(post)
    if not reported and not read_before:
        wishes = addressed(post, lines, known.memory.moderators, seat)
        ordered = {line for order in found.sheet for line in order}
        requests = (x for x in wishes if ordered.isdisjoint(said_in(x.text)))
        came += [known.about(one, post, seat) for one in requests]
    came += _oddities(known, post, seat, found)
    if found.sheet:
        came += _account(known, people, post, seat, read_before)
    people.talk.pop(seat, None)
    if found.talk is not None:
        people.talk[seat] = post, found.talk
    old = known.annotated.placed.get(post.key)
    came += _orders(known, post, seat, found, where)
    if not reported and not known.over(where):
        left = (*found.left, *_left_unsaid(known, post, found, came))
        people.left += [(post, x) for x in left if _names_order(asking, x)]
    awaited = seat in known.annotated.story.awaited() and not known.over(where)
    asks = any(isinstance(x, Question) and x.asks and x.seat for x in came)
    if asks and old is None and awaited:
        low = where.low if where.low is not None else known.annotated.serial
        known.held.add((low, seat))
    return [*of_plan, *came]


def _left_unsaid(
    known: Known, post: Post, found: PostReading, came: Sequence[PostOutcome]
) -> Iterator[str]:
    """Yield lines of a post that may be orders and about which nothing is asked; some
    other line of the post counts."""
    asked = [one.text for one in came if isinstance(one, Question) and one.asks]
    placed = known.annotated.placed.get(post.key)
    back = [found.takes_back.written] if found.takes_back else []
    if placed is not None:
        ordered = {line for orders in placed.sheet for line in orders}
        back += (one for one in found.choices if one not in ordered)
    yield from (one for one in back if not any(one in text for text in asked))


def _orders(
    known: Known, post: Post, seat: Seat, found: PostReading, where: TurnBounds
) -> list[PostOutcome]:
    """Do with what a post orders as was answered, or read before, or as is new."""
    answer = known.memory.answer(post.key, post.digest())
    if answer is None:
        answer = known.parts_answered(post, seat, found)
    old = known.annotated.placed.get(post.key)
    if answer is not None:
        return answered_order(known, post, seat, answer, where)
    if old is not None:
        return orders_again(known, post, old, found, where)
    return new_orders(known, post, seat, found, where)


def _names_order(asking: Asking, text: str) -> bool:
    """Return whether a line of talk holds a word of an order, and is no greeting."""
    row = TalkLine(text, words_of(asking).talk)
    return not greets(text) and (row.has("order") or not row.words)


def _only_asks(asking: Asking, line: MarkedLine) -> bool:
    """Return whether a line asks the moderator for more time or tells an absence, and
    its numbers count nothing but days and hours: "Can we have 2 more days?"."""
    rest = without_times(line.text)
    if not rest or line.bold:
        return False
    found = find([MarkedLine(rest)], asking)
    return not (found.sheet or found.questions or found.left)


def _oddities(
    known: Known, post: Post, seat: Seat, found: PostReading
) -> list[PostOutcome]:
    """Tell what was odd in the text of a post, as far as it may matter."""
    codes = (x for x in post.odd if x in _CUT_OFF or found.sheet or found.questions)
    odd = (Question(f"post-{code}", asks=False) for code in codes)
    return [known.about(one, post, seat) for one in odd]


def _account(
    known: Known, people: _Seen, post: Post, seat: Seat, read_before: bool
) -> list[PostOutcome]:
    """Tell where a seat that was played under another name goes by its own."""
    had = people.accounts.setdefault(seat, post.author)
    if read_before:
        people.accounts[seat] = post.author
    elif post.author != had and post.author.casefold() == seat.casefold():
        one = Question("account", given={"had": had}, asks=False)
        return [known.about(one, post, seat)]
    return []


def _forged(known: Known) -> Iterator[Question]:
    """Yield quotes of orders that nobody has posted."""
    for at, post, line in unposted(known.thread, known.asking(), known.annotated):
        past = known.over(known.place(at)) and known.was_read(post)
        if not past and known.memory.answer(post.key, post.digest()) is None:
            yield Question("quote", line, asks=False, post=post)


def _passed_over(known: Known, people: _Seen, asked: Set[Seat]) -> Iterator[Question]:
    """Yield what was read as talk of seats that have ordered nothing yet."""
    for seat in known.annotated.story.awaited():
        if seat in asked or seat not in people.talk:
            continue
        post, talk = people.talk[seat]
        low = known.lows[post.key]
        new = low is None or low == known.annotated.serial
        if new and known.memory.answer(post.key, post.digest()) is None:
            code, asks = ("almost", True) if talk.may_order else (talk.why, False)
            yield Question(code, talk.written, asks=asks, post=post, seat=seat)


def _seed(known: Known) -> list[Question]:
    """Return where the seed of a game that goes on can be read by everybody."""
    seed = known.annotated.record.header.seed
    if seed is None or known.annotated.story.window is None:
        return []
    for post in known.thread.posts:
        if any(seed.hex() in line.text.casefold() for line in post.lines):
            return [Question("seed", asks=False, post=post)]
    return []


def _uncovered(known: Known, outcomes: Iterable[PostOutcome]) -> Iterator[Question]:
    """Yield orders of a game in fog that everybody can read."""
    story = known.annotated.story
    if story.window is not None and story.game.deaf(story.options):
        for one in outcomes:
            if isinstance(one, AcceptedOrders):
                yield Question("uncovered", asks=False, post=one.post, seat=one.seat)


def _moderators(known: Known, post: Post, where: TurnBounds) -> list[PostOutcome]:
    """Ask about orders for others of a moderator who does not play."""
    lines = post.lines_of(known.kinds)
    found = find(lines, known.asking(), labelled_only=True)
    found, outcomes = passed_on(known, post, found, where)
    asked = (one for one in found.questions if one.owner)
    return [*outcomes, *(known.about(one, post) for one in asked)]


def _offers(known: Known, post: Post) -> list[PostOutcome]:
    """List that somebody without a seat would play on for a player."""
    if known.people.watches(post):
        return []
    wishes = addressed(post, post.lines_of(known.kinds), (), "")
    return [known.about(one, post) for one in wishes if one.code == OFFER]


def _stranger(
    known: Known, people: _Seen, post: Post, who: Who, where: TurnBounds
) -> list[PostOutcome]:
    """Ask once about somebody without a seat, and only if it looks like one."""
    asked = known.people.watches(post) or post.author in people.strangers
    if asked or not post.author:
        return []
    found = find(post.lines_of(known.kinds), known.asking())
    plan = known.finder.split(post.lines_of(known.kinds))[1].written[:1]
    texts = [spelt(found.sheet)] * bool(found.sheet) + plan
    texts += [one.text for one in found.questions if one.code != "almost"]
    offered = [one.text for one in found.questions if one.readings]
    likely = found.sheet or found.questions or plan
    given: dict[str, Any] = {"name": post.author, "near": who.near}
    given["letters"] = strange(post.author)
    given["shown"] = post.shown
    given["seats"] = known.people.nicknames()
    if who.why == "twin" or (who.why and likely):
        code, text = f"name-{who.why}", next(iter(texts), "")
        if who.near in known.annotated.story.awaited() and not known.over(where):
            low = where.low if where.low is not None else known.annotated.serial
            known.held.add((low, who.near))
    elif found.sheet or plan or offered:
        code, text = "name-unknown", (texts or offered)[0]
    else:
        return []
    people.strangers.add(post.author)
    return [known.about(Question(code, text, given=given), post)]
