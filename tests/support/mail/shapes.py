"""Letters of runs, repeats and near matches of any size, and what one costs."""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from types import FrameType
from typing import Any

from pbem.mail.message.limits import LetterRefused
from pbem.mail.sandbox.read import read
from pbem.plugins import games
from pbem.record.header import Header
from pbem.record.replay import Story
from pbem.server.flow import parse
from pbem.server.flow.instructions import Orders
from pbem.server.game import orders, preview
from pbem.server.store.game_store import begin_story
from pbem.server.store.letters import SortedLetter

#: Pieces that mean something to a reader of replies, of commands or of orders.
_PLAIN = (
    *(
        "a",
        " ",
        "a ",
        "- ",
        "_",
        "=",
        "<",
        "@",
        "a@",
        ":",
        " : ",
        "*",
        "\t",
        "é",
        "#1 ",
    ),
    *("\n", "\r\n", "> a\n", ">\n", ">> a\n", "| a\n", "A> b\n", "&gt; a\n", "\n\n"),
    *("--\n", "-- \n", "-----\n", "_____\n", "=====\n", "--- a ---\n", "—\n"),
    *("On 3 May 2024\n", "On 3 May 2024, a@b.org wrote:\n", "wrote:\n", "<a@x.org>\n"),
    *("From: a@b.org\n", "To: a\n\n", "ab: c@d.ef\n", "x: y\n", "Date: 1 May 2024\n"),
    *("-----Original Message-----\n", "##-\n", "##- answer above this line (\n"),
    *("Sent from my iPhone\n", "http://a\n", "+1 222 333 4444\n", "a@b.cc\n"),
    *("wait\n", "list\n", "press to all\n", "game x\n", "preview\n", "stnading\n"),
    *("new arena with a@b.cc, ", "Bob: ", "if Bob : ", "D4 1NE\n", "pass\n", "H3 "),
)
_HTML = (
    *("a", " ", "&lt;", "<br>", "<p>a</p>", "<div>a</div>", "<b>a</b>", "<p>> a</p>"),
    *("<p>From: a@b.cc</p>", "<div>On 3 May 2024, a@b.org wrote:</div>", "<hr>"),
    *("<blockquote>a</blockquote>", "<table><tr><td>a</td></tr></table>", "<!--a-->"),
    *("<div>", "<blockquote>", "<ul><li>", "<b>", "<a href=x>", "<table><tr><td>"),
    *("<p style='margin:0'>a</p>", "<pre>a\n</pre>", "<ul><li>a</ul>", "<img alt=a>"),
)
_HEAD = "From: ann@a.example\nTo: referee@x.example\nSubject: x\nContent-Type: text/{}"


@dataclass(frozen=True, slots=True)
class Shape:
    """What a letter is made of: one beginning, one end, and a unit again and again."""

    kind: str
    head: str
    unit: str
    tail: str
    game: str

    def letter(self, size: int) -> bytes:
        """A letter of about so many bytes."""
        start = _HEAD.format(self.kind) + "; charset=utf-8\n\n" + self.head
        count = max(1, size // len(self.unit.encode()))
        return f"{start}{self.unit * count}{self.tail}".encode()


def shape(seed: int) -> Shape:
    """The shape of that number."""
    chance = random.Random(seed)
    kind = chance.choice(("plain", "plain", "plain", "html"))
    pieces = _HTML if kind == "html" else _PLAIN

    def some(most: int) -> str:
        times = (chance.choice((1, 1, 1, 3)) for _ in range(chance.randint(0, most)))
        return "".join(chance.choice(pieces) * count for count in times)

    head, unit, tail = some(2), some(3) or chance.choice(pieces), some(1)
    return Shape(kind, head, unit, tail, chance.choice(sorted(games.built_in())))


def story(kind: str) -> Story:
    """A game that has just begun."""
    found = games.find(kind)
    seats = ("Ann", "Bob", "Cid", "Dot")[: max(2, found.facts["seats"][0])]
    return begin_story(Header(kind, seats, name="x", seed=bytes(32)))


def work(letter: bytes, table: Story) -> None:
    """All that is done with the words of a letter, in the sandbox and outside."""
    try:
        text = read(letter).reply.text
    except LetterRefused:
        return
    given: Any = dict.fromkeys(SortedLetter.__struct_fields__)
    content = SortedLetter(**{**given, "text": text, "subject": "x", "buried": False})
    seat = table.header.seats[0]
    for step in parse.parse(content, table.game, "x").steps:
        if isinstance(step, Orders):
            own, _ = preview.split_guesses(table, seat, [*step.lines])
            orders.offer_text(table, seat, "\n".join(own))


def steps(letter: bytes, table: Story) -> int:
    """How many calls that work takes; they are the same on every machine."""
    count = 0

    def called(frame: FrameType, event: str, given: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        work(letter, table)
    finally:
        sys.setprofile(None)
    return count
