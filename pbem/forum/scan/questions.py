"""What a scan found, what it asks the moderator, and how that is answered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from pbem.bots import table
from pbem.forum.annotations.evidence import Sheet
from pbem.forum.annotations.remembered import Memory
from pbem.forum.thread import Post, Thread
from pbem.language.reading import Change
from pbem.language.readings import MAX_READINGS
from pbem.protocol import Fault, Seat
from pbem.record.explained import Explained
from pbem.record.firing import Fired

#: Questions about a part of what a post orders.
LETTERED = (
    *("almost", "word", "notation", "dash", "unseen", "letters", "beside"),
    "corrected",
)
PLAN = "plan"  #: behind the number of a post: its plan
FOR = "for "  #: and its order for another seat: "12 for Bob"


#: The post of a question about a text that is no post yet.
NO_POST = Post(number=0, author="", lines=())


@dataclass(frozen=True, slots=True)
class AcceptedOrders:
    """Orders of a post that are in the record now."""

    post: Post
    seat: Seat
    serial: int
    sheet: Sheet
    how: str = "new"  #: or "replaced", "removed"
    notes: tuple[tuple[Fault, str], ...] = ()  #: faults of a part, with its text


@dataclass(frozen=True, slots=True)
class AcceptedPlan:
    """A plan of a post that is in the record now, or was taken back."""

    post: Post
    seat: Seat
    serial: int  #: the turn that it came in
    lines: tuple[str, ...]  #: with the blanks before them
    how: str = "new"  #: or "replaced", "cleared"
    markup: str = ""  #: what each line would do (report/plans.py)
    sealed: bool = False  #: what others order is kept back, and this is not


@dataclass(frozen=True, slots=True)
class Question:
    """Something in a post that the moderator should look at.

    Where `asks` is false it only informs: nothing was believed, and nothing
    waits for an answer.
    """

    code: str
    text: str = ""  #: the line of the post
    proposal: str = ""  #: what `yes` would mean
    given: Mapping[str, Any] = field(default_factory=dict)
    fault: Fault | None = None
    asks: bool = True
    post: Post = NO_POST
    seat: Seat = ""
    letter: str = ""  #: where its post raises several
    change: Change | None = None  #: what it makes of what its seat has ordered before
    would: Mapping[str, tuple[Explained, ...]] = field(
        default_factory=dict
    )  #: readings
    shown: Mapping[str, str] = field(default_factory=dict)
    #: ^ readings of a plan, each with what its lines would do, in markup

    @property
    def number(self) -> str:
        """The number by which it is answered: of its post, and a letter."""
        apart = self.plans or self.owner
        return f"{self.post.number}{' ' if apart else ''}{self.letter}"

    @property
    def owner(self) -> Seat:
        """The other seat that an order of its post is for; empty: the writer's own."""
        return self.letter.removeprefix(FOR) if self.letter.startswith(FOR) else ""

    @property
    def plans(self) -> bool:
        """Whether it is about a plan, and not about an order."""
        return self.letter == PLAN

    @property
    def readings(self) -> tuple[str, ...]:
        """What it may mean, the proposal first."""
        found = (self.proposal, *self.given.get("readings", ()))
        return tuple(dict.fromkeys(one for one in found if one))[:MAX_READINGS]

    @property
    def asks_who(self) -> bool:
        """Whether it asks who somebody is."""
        return self.asks and self.code.startswith("name-")

    @property
    def lettered(self) -> bool:
        """Whether it is one of those that a post may raise several of."""
        return self.asks and bool(self.seat) and self.code in LETTERED

    @property
    def about_edit(self) -> bool:
        """Whether it is about a post that was changed."""
        return self.code.startswith(("edited", "plan-edited"))


@dataclass(frozen=True, slots=True)
class Scan:
    """A thread as it was read into a record."""

    text: str  #: the record, with all that was found
    before: str
    thread: Thread
    memory: Memory
    accepted: tuple[AcceptedOrders, ...]
    questions: tuple[Question, ...]
    plans: tuple[AcceptedPlan, ...] = ()
    fired: tuple[Fired, ...] = ()  #: what plans have played behind these orders
    serial: int = 0  #: the turn that is open now
    awaited: tuple[Seat, ...] = ()  #: in it; nobody where the game is over
    bots: tuple[table.BotAnswer, ...] = ()  #: their answers after these orders
    bots_next: tuple[Seat, ...] = ()  #: who answer when the record is written
    #: Lines of talk with words of orders, but for turns that were past before.
    left: tuple[tuple[Post, str], ...] = ()
    #: Votes of which nobody knows for what they are, by seat.
    unclear: tuple[tuple[Seat, tuple[Post, str]], ...] = ()
    deadline_post: int = -1  #: the number of the last post that set a deadline

    @property
    def took(self) -> tuple[AcceptedOrders | AcceptedPlan, ...]:
        """All that was taken, orders and plans."""
        return (*self.accepted, *self.plans)

    @property
    def unreported(self) -> bool:
        """Whether the thread has a report, and none of the turn that is open."""
        last = self.memory.report
        return last is not None and last.serial < self.serial

    @property
    def changed(self) -> bool:
        """Whether the record is to be written."""
        return self.text != self.before


def numbered(readings: Iterable[str]) -> dict[str, str]:
    """Return the readings that a form offers, by the number that it says for each."""
    return {str(at): text for at, text in enumerate(islice(readings, MAX_READINGS))}


def spelt(sheet: Sheet) -> str:
    """Return orders on one line: `/` parts lines, `//` parts orders.

    >>> spelt((("D4 1NE",), ("beam Y1", "end"))), read_sheet("beam Y1 / end")
    ('D4 1NE // beam Y1 / end', (('beam Y1', 'end'),))
    """
    return " // ".join(" / ".join(lines) for lines in sheet)


def read_sheet(text: str) -> Sheet:
    """Return the orders that an answer spells."""
    orders = (re.split(r"\s+/\s+", one.strip()) for one in re.split(r"\s*//\s*", text))
    sheets = (tuple(line.strip() for line in lines if line.strip()) for lines in orders)
    return tuple(lines for lines in sheets if lines)


_TOGETHER = ("almost", "word")  #: questions of several lines that are one


def together(questions: Iterable[Question]) -> list[Question]:
    """Return questions with those about what a post orders put into one."""
    found: list[Question] = []
    for one in questions:
        at = next((i for i, x in enumerate(found) if x.code in _TOGETHER), None)
        if one.code not in _TOGETHER or at is None:
            found.append(one)
            continue
        first = found[at]
        readings = dict.fromkeys((*first.readings, *one.readings))
        unread = (*first.given.get("unread", ()), *one.given.get("unread", ()))
        given = {
            **first.given,
            "readings": tuple(readings)[:MAX_READINGS],
            "unread": unread,
        }
        text = f"{first.text} / {one.text}"
        proposal = one.proposal or first.proposal
        found[at] = replace(first, text=text, proposal=proposal, given=given)
    return found


def by_owner(questions: Iterable[Question], *, sheets: bool) -> list[Question]:
    """Return the questions about orders for other seats, one a seat.

    Where a game takes sheets, all its lines together are proposed, if each can be
    read; elsewhere each of them is a reading.
    """
    found: dict[Seat, Question] = {}
    for one in questions:
        first = found.get(one.owner)
        if not one.owner or first is None:
            found[one.owner] = one
            continue
        proposal, readings = first.proposal, (*first.readings, *one.readings)
        if sheets:
            both = proposal and one.proposal
            proposal, readings = f"{proposal} / {one.proposal}" if both else "", ()
        given = {**first.given, "readings": readings}
        text = f"{first.text} / {one.text}"
        found[one.owner] = replace(first, text=text, proposal=proposal, given=given)
    return [one for one in found.values() if one.owner]


def part_key(key: str, letter: str) -> str:
    """Return the key of a part of a post, by which what is said of it is remembered.

    >>> part_key("12", "a"), part_key("12", "for Ann B.")
    ('12a', '12+Ann_B.')
    """
    owner = letter.removeprefix(FOR)
    return key + letter if owner == letter else f"{key}+{owner.replace(' ', '_')}"


def lettered(questions: Iterable[Question]) -> tuple[Question, ...]:
    """Return questions, those of one post that propose orders with letters."""
    found = list(questions)
    several = Counter(one.post.key for one in found if one.lettered)
    done: Counter[str] = Counter()
    for at, one in enumerate(found):
        if one.lettered and several[one.post.key] > 1:
            found[at] = replace(one, letter=chr(ord("a") + done[one.post.key] % 26))
            done[one.post.key] += 1
    return tuple(found)
