"""A random game in a forum thread: posts with orders, plans, talk, edits, reports."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import islice

from pbem.forum.scan.questions import Scan
from pbem.forum.scan.scan import scan
from pbem.forum.thread import Post, Thread
from pbem.record.replay import Story, play
from pbem.record.turn_file import read
from tests.forum.said import at, post

KINDS = ("arena", "lava", "magma", "magblast", "mars")
SEATS = ("Ann", "Bob", "Cid")
TALK = (
    "Well played, everybody!",
    "I will be away until Monday.",
    "Sorry, my telephone died.",
    "What a mess.",
    "\u2764\ufe0f",
)


class ThreadWorld:
    """Everything that happens follows from the seed.

    `step` writes a post and reads the thread, and raises AssertionError where a plain
    order is neither recorded nor asked about, is recorded twice, or where reading the
    same thread again changes the record.
    """

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        kind = self.luck.choice(KINDS)
        self.text = f"Game: {kind}\nName: duel\nSeats: {', '.join(SEATS)}\n"
        if kind in ("magblast", "mars", "lava"):
            self.text += f"Seed: {self.luck.randbytes(16).hex()}\n"
        self.text += "\n== 0 ==\n"
        self.posts: list[Post] = []
        self._report()

    def step(self) -> None:
        """Write one post, read the thread, and check the record."""
        story = play(read(self.text))
        if story.window is None:
            return
        roll = self.luck.random()
        awaited = [*story.awaited()]
        if not awaited or roll < 0.2:
            self._report()
        elif roll < 0.3:
            self._write(self.luck.choice(SEATS), self.luck.choice(TALK))
        elif roll < 0.4:
            self._plan(story)
        elif roll < 0.45:
            self._edit()
        else:
            self._order(story, self.luck.choice(awaited))

    def _order(self, story: Story, seat: str) -> None:
        order = _legal(story, seat, self.luck)
        found = self._write(seat, order)
        key = self.posts[-1].key
        asked = any(one.post.key == key for one in found.questions)
        recorded = f" by {seat}, " in self.text and f"[{key}@" in self.text
        assert asked or recorded, self._thread(f"{seat}: {order} is lost")

    def _plan(self, story: Story) -> None:
        seat, other = self.luck.sample(SEATS, 2)
        heard = _legal(story, other, self.luck)
        answer = _legal(story, seat, self.luck)
        self._write(seat, f"if {other}: {heard} then {answer}")

    def _edit(self) -> None:
        """Change a post that was written a while ago."""
        own = [one for one in self.posts if one.author in SEATS]
        if own:
            old = self.luck.choice(own)
            where = self.posts.index(old)
            new = post(old.number, old.author, self.luck.choice(TALK))
            edited = at(len(self.posts) + 1)
            self.posts[where] = replace(new, edited=edited)
            self._read()

    def _report(self) -> None:
        serial = play(read(self.text)).table.serial
        self._write("Gina", f"game duel #{serial}")

    def _write(self, author: str, text: str) -> Scan:
        self.posts.append(post(len(self.posts) + 1, author, text))
        return self._read()

    def _read(self) -> Scan:
        thread = Thread("A duel", tuple(self.posts))
        found = scan(self.text, thread, ())
        again = scan(found.text, thread, ())
        assert again.text == found.text, self._thread("read again, it differs")
        play(read(found.text))
        for one in self.posts:
            orders = re.findall(rf"^# post .*\[{one.key}@", found.text, re.MULTILINE)
            assert len(orders) <= 1, self._thread(f"post {one.key} is recorded twice")
        self.text = found.text
        return found

    def _thread(self, fault: str) -> str:
        lines = [
            f"{one.number} {one.author}: {line.text}"
            for one in self.posts[-8:]
            for line in one.lines
        ]
        return "\n".join([fault, "The last posts:", *lines, "The record:", self.text])


def _legal(story: Story, seat: str, luck: random.Random) -> str:
    """Return a random legal order of a seat; "pass" where it has none."""
    orders = [*islice(story.game.rules.legal(story.table.state, seat), 80)]
    return str(luck.choice(orders)) if orders else "pass"
