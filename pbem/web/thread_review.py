"""A thread beside a game: each post with the orders read from it, to be corrected.

What the moderator changes becomes an answer to the scan (`pbem.forum`), which
the turn file remembers, so that scanning again asks nothing twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pbem.forum.annotations.evidence import Ledger, Placed, Sheet
from pbem.forum.annotations.remembered import POLICIES, recall
from pbem.forum.formats.detect import read_all
from pbem.forum.scan.authors import People
from pbem.forum.scan.question_text import doubt_words
from pbem.forum.scan.questions import KEEP, NOTHING, Doubt, Scan, Taken, spelt
from pbem.forum.scan.scan import scan
from pbem.forum.thread import Post, Thread
from pbem.web.folder import Copy, digest_of
from pbem.web.loaded_game import Opened, Shelf
from pbem.web.order_preview import Reading, entry

#: What can be said of a post: what was read counts, this text does, nothing does.
SAYS = ("read", "use", NOTHING[0], KEEP)


@dataclass(frozen=True, slots=True)
class Told:
    """A doubt in words."""

    doubt: Doubt
    words: str

    @property
    def caret(self) -> str:
        """The mark under the place that it is about; empty: the whole."""
        fault = self.doubt.fault
        if fault is None or fault.span[1] <= fault.span[0]:
            return ""
        start, end = fault.span
        return " " * start + "^" * (min(end, len(self.doubt.text)) - start)

    @property
    def names(self) -> bool:
        """Whether it asks who somebody is."""
        return self.doubt.asks and self.doubt.code.startswith("name-")


@dataclass(slots=True)
class Row:
    """A post beside what was read from it."""

    post: Post
    seat: str
    text: str = ""  #: what the field for its order holds
    says: str = "read"
    taken: Taken | None = None
    placed: Placed | None = None
    readings: list[Reading] = field(default_factory=list)
    doubts: list[Told] = field(default_factory=list)
    fresh: bool = False

    @property
    def asks(self) -> bool:
        """Whether the moderator should say something to it."""
        return any(told.doubt.asks for told in self.doubts)

    def marks(self, text: str) -> bool:
        """Whether a line of the post is what its order, or a question, is about."""
        said = [told.doubt.text for told in self.doubts]
        said += [one for lines in self.sheet for one in lines]
        return any(one and one in text for one in said)

    @property
    def sheet(self) -> Sheet:
        """The orders of the post in the file."""
        return self.placed.sheet if self.placed else ()

    @property
    def keeps(self) -> bool:
        """Whether what the record has may be kept although the post has changed."""
        return any(told.doubt.code.startswith("edited") for told in self.doubts)


@dataclass(slots=True)
class Beside:
    """A whole thread beside its game."""

    scan: Scan
    after: Opened  #: the game with what was found
    rows: list[Row]
    moderators: tuple[str, ...] = ()
    policies: Mapping[str, str] = field(default_factory=dict)

    @property
    def asking(self) -> list[Row]:
        """The rows that wait for a word of the moderator."""
        return [row for row in self.rows if row.asks]


def thread_of(files: Iterable[tuple[str, bytes]], game: Opened) -> Thread:
    """The thread that files hold. Raises ThreadRefused."""
    memory = recall(game.copy.text)
    names = People(game.story.header.seats, memory).names()
    return read_all([raw for _, raw in files], names)


def beside(
    shelf: Shelf, game: Opened, thread: Thread, answers: Iterable[str] = ()
) -> Beside:
    """A thread beside its game, with what the moderator has said so far.

    Raises Unreadable, AnswerRefused.
    """
    text = game.copy.text
    old = recall(text)
    found = scan(text, thread, answers)
    after = shelf.read(Copy(game.copy.name, found.text, digest_of(found.text)))
    placed = Ledger.of(found.text).placed
    known = {*Ledger.of(text).placed, *old.seen}
    last = max(
        (i for i, post in enumerate(thread.posts) if post.key in known), default=-1
    )
    people = People(game.story.header.seats, found.memory)
    taken = {one.post.key: one for one in found.taken}
    rows = []
    for at, post in enumerate(thread.posts):
        doubts = [
            Told(one, doubt_words(one, game.story.game))
            for one in found.doubts
            if one.post.key == post.key
        ]
        row = Row(post, people.of(post).seat, doubts=doubts)
        row.taken = taken.get(post.key)
        row.placed = placed.get(post.key)
        row.fresh = bool(row.taken or row.asks or at > last)
        _fill(row, after)
        rows.append(row)
    policies = {word: found.memory.policy(word) for word in POLICIES}
    return Beside(found, after, rows, found.memory.moderators, policies)


def _fill(row: Row, after: Opened) -> None:
    """What the row's field holds, and what its orders would do."""
    proposals = [told.doubt.proposal for told in row.doubts if told.doubt.asks]
    proposal = next((one for one in proposals if one not in ("", KEEP, *NOTHING)), "")
    if row.placed is not None and row.placed.seat:
        row.seat = row.placed.seat
        row.text = as_lines(spelt(row.placed.sheet))
        first, last = row.placed.start + 1, row.placed.end
        for mark in after.marks:
            if first < mark.first <= last and mark.seat:
                row.readings.append(entry(after, mark)[0])
    elif proposal:
        row.text = as_lines(proposal)
    elif row.asks:
        texts = [told.doubt.text for told in row.doubts if told.doubt.asks]
        row.text = as_lines(texts[0])


def as_lines(sheet: str) -> str:
    """Orders as they stand in a field: a line each, `//` between two orders.

    >>> as_lines("beam Y1 / end // pass"), as_sheet("beam Y1 \\n\\nend\\n//\\npass")
    ('beam Y1\\nend\\n//\\npass', 'beam Y1 / end // pass')
    """
    return sheet.replace(" // ", "\n//\n").replace(" / ", "\n")


def as_sheet(text: str) -> str:
    """A field's orders as an answer spells them."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return " / ".join(line for line in lines if line).replace("/ // /", "//")


def answers_in(form: Mapping[str, str], now: Beside) -> list[str]:
    """What a form says about a thread, as answers to its scan."""
    found = _people(form, now)
    for row in now.rows:
        key = row.post.key
        says = form.get(f"says-{key}", "read")
        text = as_sheet(form.get(f"order-{key}", ""))
        if f"says-{key}" not in form or says not in SAYS:
            continue
        changed = text != as_sheet(row.text)
        if says in (NOTHING[0], KEEP):
            found.append(f"{key} = {says}")
        elif says == "use" or changed:
            found.append(f"{key} = {text or NOTHING[0]}")
    return found


def _people(form: Mapping[str, str], now: Beside) -> list[str]:
    """Who is who, who moderates, and how posts are read."""
    found = []
    for row in now.rows:
        who = form.get(f"who-{row.post.key}", "")
        if who and any(told.names for told in row.doubts):
            found.append(f"{row.post.author} = {who}")
    moderator = " ".join(form.get("moderator", "").split())
    if moderator and moderator not in now.moderators:
        found.append(f"moderator = {moderator}")
    for word, value in now.policies.items():
        if form.get(f"policy-{word}", value) != value:
            found.append(f"{word} = {form[f'policy-{word}']}")
    return found
