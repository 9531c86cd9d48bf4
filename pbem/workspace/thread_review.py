"""A thread next to a game: each post with the orders read from it, to be corrected.

What the moderator changes becomes an answer to the scan (`pbem.forum`), which
the turn file remembers, so that scanning again asks nothing twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from pbem.bots.table import Let
from pbem.forum.annotations.evidence import AnnotatedRecord, Placed, Sheet
from pbem.forum.annotations.known_posts import recognised
from pbem.forum.annotations.remembered import ABOUT_DEADLINES, POLICIES, recall
from pbem.forum.detect import read_all
from pbem.forum.scan.answers import KEEP, NOTHING
from pbem.forum.scan.authors import People
from pbem.forum.scan.questions import PLAN, Question, Scan, numbered, spelt
from pbem.forum.scan.scan import scan
from pbem.forum.thread import Post, Thread
from pbem.workspace.folder import Copy, Folder, digest_of
from pbem.workspace.loaded_game import FolderCache, LoadedGame
from pbem.workspace.order_preview import OrderPreview, of_item
from pbem.workspace.plan_rows import USE, PlanFormRow, plan_row

MAX_ROUNDS = 4  #: of answers, and of questions that these raise, in one form
#: What can be said of a post: what was read counts, this text does, nothing does.
SAYS = ("read", "use", NOTHING[0], KEEP)


@dataclass(slots=True)
class PostRow:
    """A post next to what was read from it."""

    post: Post
    seat: str
    questions: list[Question]
    placed: Placed | None
    fresh: bool = False  #: to be looked at
    text: str = ""  #: what the field for its order holds
    previews: list[OrderPreview] = field(default_factory=list)
    plan: PlanFormRow | None = None
    #: What was asked and is answered by a form that is not written yet.
    answered: list[Question] = field(default_factory=list)

    @property
    def shown(self) -> list[Question]:
        """The orders that the page shows for it; a form may still change them."""
        return [*self.answered, *self.questions]

    @property
    def asks(self) -> bool:
        """Whether the moderator should say something to it."""
        return any(one.asks for one in self.questions)

    def marks(self, text: str) -> bool:
        """Return whether an order, or a question, is about a line of the post."""
        parts = [one.text for one in self.questions]
        parts += [line for lines in self.sheet for line in lines]
        if self.plan is not None:
            parts += [line.strip() for line in self.plan.text.split("\n")]
        return any(one and one in text for one in parts)

    @property
    def about_order(self) -> list[Question]:
        """What is said of its order, if one of that is a question."""
        found = [one for one in self.shown if not (one.asks_who or one.plans)]
        return found if any(one.asks for one in found) else []

    def plan_field(self, form: Mapping[str, str]) -> list[tuple[str, str]]:
        """Return what a form says of a plan whose question is answered by it, to stay
        in it until it is written: name and value. It counts as its field has it."""
        name = f"part-{self.post.key}{PLAN}"
        says = form.get(name, "read")
        if says == "read" or any(one.plans and one.asks for one in self.questions):
            return []
        shown = self.plan is not None and self.plan.spelt
        return [(name, USE if shown else says)]

    @property
    def readings(self) -> dict[str, str]:
        """The readings that the post's question offers, by the values of the form."""
        open_ = [one for one in self.questions if one.asks and not one.letter]
        texts = next((one.readings for one in open_ if one.readings), ())
        return {f"reading-{at}": text for at, text in enumerate(texts)}

    @property
    def sheet(self) -> Sheet:
        """The orders of the post in the file."""
        return self.placed.sheet if self.placed else ()

    @property
    def keeps(self) -> bool:
        """Whether what the record has may be kept although the post has changed."""
        return any(one.about_edit for one in self.about_order)


class NextTurn(NamedTuple):
    """The state of the open turn."""

    sent: list[str]  #: seats whose orders are in
    asked: list[PostRow]  #: posts that wait for a word
    missing: list[str]  #: awaited seats of which nothing was found


@dataclass(slots=True)
class ThreadReview:
    """A whole thread next to its game."""

    scan: Scan
    after: LoadedGame  #: the game with what was found
    rows: list[PostRow]
    moderators: tuple[str, ...]
    policies: Mapping[str, str]

    @property
    def next_turn(self) -> NextTurn:
        """Who is in, asked and missing in the turn that is open after this."""
        story = self.after.story
        asked = {row.seat: row for row in self.asking if row.seat}
        awaited = story.awaited()
        return NextTurn(
            [seat for seat in story.table.answers if seat not in awaited],
            [row for row in self.asking if not row.seat or row.seat in asked],
            [seat for seat in awaited if seat not in asked],
        )

    @property
    def asking(self) -> list[PostRow]:
        """The rows that wait for a word of the moderator."""
        return [row for row in self.rows if row.asks]


def thread_of(
    files: Iterable[tuple[str, bytes]], game: LoadedGame, given: Iterable[datetime]
) -> Thread:
    """Return the thread that files hold; `given` says when. Raises ThreadRefused."""
    memory = recall(game.copy.text)
    names = People.of_game(game.story.header, memory).names()
    found = read_all([raw for _, raw in files], names, given)
    return recognised(found, game.copy.text)


def stored_thread(folder: Folder, game: LoadedGame) -> Thread | None:
    """Return the thread that is stored with a game; None: no thread.

    Raises ThreadRefused.
    """
    name = game.copy.name
    files = folder.thread(name)
    return thread_of(files, game, folder.thread_times(name)) if files else None


def review(
    games: FolderCache,
    game: LoadedGame,
    thread: Thread,
    answers: Iterable[str] = (),
    let: Let | None = None,
) -> ThreadReview:
    """Return a thread next to its game, with what the moderator has said so far.

    `let`: has bots answer. Raises Unreadable, AnswerRefused, NoAnswer.
    """
    text = game.copy.text
    found = scan(text, thread, answers, let)
    after = games.read(Copy(game.copy.name, found.text, digest_of(found.text)))
    record, before = AnnotatedRecord(found.text), AnnotatedRecord(text)
    placed = record.placed
    known = {*before.placed, *before.plans, *recall(text).seen}
    read = (at for at, post in enumerate(thread.posts) if post.key in known)
    last = max(read, default=-1)
    people = People.of_game(game.story.header, found.memory)
    entered = {one.post.key for one in found.took}
    rows = []
    for at, post in enumerate(thread.posts):
        key, seat = post.key, people.of(post).seat
        questions = [one for one in found.questions if one.post.key == key]
        row = PostRow(post, seat, questions, placed.get(key))
        row.plan = plan_row(post, record, questions)
        row.fresh = key in entered or row.asks or at > last
        _fill(row, after)
        rows.append(row)
    words = (word for word in POLICIES if word not in ABOUT_DEADLINES)
    policies = {word: found.memory.policy(word) for word in words}
    return ThreadReview(found, after, rows, found.memory.moderators, policies)


def _fill(row: PostRow, after: LoadedGame) -> None:
    """Fill the row's field, and find what its orders would do."""
    asked = [one for one in row.questions if one.asks and not (one.plans or one.owner)]
    proposals = [one.proposal for one in asked]
    proposal = next((one for one in proposals if one not in ("", KEEP, *NOTHING)), "")
    if row.placed is not None and row.placed.seat:
        row.seat = row.placed.seat
        row.text = as_lines(spelt(row.placed.sheet))
        first, last = row.placed.start + 1, row.placed.end
        for item in after.items:
            if first < item.first <= last and item.seat:
                row.previews.append(of_item(after, item))
    elif proposal:
        row.text = as_lines(proposal)
    elif asked:
        row.text = as_lines(asked[0].text)


def as_lines(sheet: str) -> str:
    """Return orders as they are in a field: a line each, `//` between two orders.

    >>> as_lines("beam Y1 / end // pass"), as_sheet("beam Y1 \\n\\nend\\n//\\npass")
    ('beam Y1\\nend\\n//\\npass', 'beam Y1 / end // pass')
    """
    return sheet.replace(" // ", "\n//\n").replace(" / ", "\n")


def as_sheet(text: str) -> str:
    """Return a field's orders as an answer spells them."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return " / ".join(line for line in lines if line).replace("/ // /", "//")


def answered_by(
    games: FolderCache,
    game: LoadedGame,
    thread: Thread,
    form: Mapping[str, str],
    let: Let | None = None,
) -> ThreadReview:
    """Return a thread next to its game with all that a form says, and what it answers.

    What is said may raise other questions (who somebody is, and then what is meant),
    which the form may answer, too: each is read against the questions that it was
    asked. `let`: has bots answer. Raises Unreadable, AnswerRefused, NoAnswer.
    """
    answers: dict[str, str] = {}
    answered: dict[str, list[Question]] = defaultdict(list)
    now = review(games, game, thread)
    for _ in range(MAX_ROUNDS):
        given = {_left(one): one for one in answers_in(form, now)}
        new = {left: one for left, one in given.items() if left not in answers}
        if not new:
            break
        for row in now.rows:
            names = {f"{row.post.key}{one.letter}": one for one in row.questions}
            for name, one in names.items():
                who = f"who {row.post.author}" if one.asks_who else name
                if one.asks and not one.plans and who in new:
                    answered[row.post.key].append(one)
        answers |= new
        now = review(games, game, thread, answers.values())
    if let is not None:
        now = review(games, game, thread, answers.values(), let)
    for row in now.rows:
        open_ = {(one.code, one.letter) for one in row.questions if one.asks}
        row.answered = [
            one for one in answered[row.post.key] if (one.code, one.letter) not in open_
        ]
    return now


def _left(answer: str) -> str:
    """Return what an answer is about."""
    left = answer.rpartition("=")[0] if answer.startswith("who ") else ""
    return (left or answer.partition("=")[0]).strip()


def answers_in(form: Mapping[str, str], now: ThreadReview) -> list[str]:
    """Return what a form says about a thread, as answers to its scan."""
    found = _people(form, now)
    for row in now.rows:
        key = row.post.key
        says = form.get(f"says-{key}", "read")
        text = as_sheet(form.get(f"order-{key}", ""))
        found += _parts(form, row)
        found += row.plan.answers(form) if row.plan is not None else ()
        readings = row.readings
        if says in readings:
            found.append(f"{key} = {readings[says]}")
        if f"says-{key}" not in form or says not in SAYS:
            continue
        was = as_sheet(form.get(f"was-{key}", row.text))
        changed = f"order-{key}" in form and text != was
        if says in (NOTHING[0], KEEP):
            found.append(f"{key} = {says}")
        elif says == "use" or changed:
            found.append(f"{key} = {text or NOTHING[0]}")
    return found


def _parts(form: Mapping[str, str], row: PostRow) -> list[str]:
    """Return the answers to the questions of a post that raises several."""
    found = []
    for one in row.questions:
        name = f"{row.post.key}{one.letter}"
        parts = one.asks and one.letter and not one.plans
        says = form.get(f"part-{name}", "") if parts else ""
        chosen = numbered(one.readings)
        if says in (*chosen, NOTHING[0]):
            found.append(f"{name} = {chosen.get(says, says)}")
    return found


def _people(form: Mapping[str, str], now: ThreadReview) -> list[str]:
    """Return who is who, who moderates, and how posts are read."""
    found = []
    for row in now.rows:
        who = form.get(f"who-{row.post.key}", "")
        if who and any(one.asks_who for one in row.questions):
            found.append(f"who {row.post.author} = {who}")
    moderator = " ".join(form.get("moderator", "").split())
    if moderator and moderator not in now.moderators:
        found.append(f"moderator = {moderator}")
    for word, value in now.policies.items():
        if form.get(f"policy-{word}", value) != value:
            found.append(f"{word} = {form[f'policy-{word}']}")
    return found
