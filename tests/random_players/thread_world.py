"""A random game in a forum thread: posts with orders, plans, talk, edits, reports."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from pbem.forum.annotations.remembered import recall
from pbem.forum.scan.questions import Scan
from pbem.forum.scan.scan import scan
from pbem.forum.thread import ForumRefusal, Post, Thread
from pbem.record.replay import NoDefault, Story, play
from pbem.record.turn_file import read
from pbem.workspace import edits
from tests.forum.said import at, post

KINDS = ("arena", "lava", "magma", "magblast", "mars")
SEATS = ("Ann", "Bob", "Cid")
TALK = (
    "Well played, everybody!",
    "I will be away until Monday.",
    "V/LA from Friday to Sunday, can we have an extension of 2 days?",
    "More time, please.",
    "I have to leave the game, sorry.",
    "wrong, that is not what I meant",
    "Sorry, my telephone died.",
    "What a mess.",
    "\u2764\ufe0f",
)
#: What a moderator sets.
SET = (
    "pace = 3 days, not on weekends",
    "silence = wait",
    "silence = default",
    "closing = itself",
    "prods = itself",
    "hold = 10m",
    "zone = Europe/Paris",
)


class ThreadWorld:
    """Everything that happens follows from the seed.

    `step` writes a post, or does what a moderator does, and reads the thread. It raises
    AssertionError where a plain order is neither recorded nor asked about, is recorded
    twice or for who plays no more, where a vote is not counted, and where reading the
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
        self.names = {seat: seat for seat in SEATS}  #: who plays each seat
        self.gone: list[str] = []  #: who played once
        self.voted: dict[str, str] = {}
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
            writer = self.names[self.luck.choice(SEATS)]
            self._write(writer, self.luck.choice(TALK))
        elif roll < 0.4:
            self._plan(story)
        elif roll < 0.45:
            self._edit()
        elif roll < 0.6:
            self._moderate()
        else:
            self._order(story, self.luck.choice(awaited))

    def _order(self, story: Story, seat: str) -> None:
        order = _legal(story, seat, self.luck)
        found = self._write(self.names[seat], order)
        key = self.posts[-1].key
        asked = any(one.post.key == key for one in found.questions)
        recorded = f" by {self.names[seat]}, " in self.text and f"[{key}@" in self.text
        again = self.text.count(self.posts[-1].digest()) > 1  # the same words once more
        assert asked or recorded or again, self._thread(f"{seat}: {order} is lost")

    def _moderate(self) -> None:
        """Do one of the things that are a moderator's, or that are told to one."""
        acts = [self._set, self._answer, self._close, self._replace, self._vote]
        self.luck.choice([*acts, self._ask_vote, self._notice])()

    def _set(self) -> None:
        """Say how long a turn lasts, and what comes of silence."""
        self._read(self.luck.choice(SET))

    def _answer(self) -> None:
        """Answer a question, with or without looking at it."""
        asked = [one for one in self._read().questions if one.asks]
        if asked:
            number = self.luck.choice(asked).post.number
            said = self.luck.choice(("yes", "nothing", "keep"))
            with suppress(ForumRefusal):  # a yes to what offers nothing
                self._read(f"{number} = {said}")

    def _close(self) -> None:
        """Close the turn without waiting for the silent."""
        before = play(read(self.text))
        text = edits.closed_as_set(self.text, "the deadline has passed")
        try:
            after = play(read(text)).table.serial
        except NoDefault:  # the rules wait for the silent, and so does the game
            return
        self.text = text
        assert after >= before.table.serial
        self._read()

    def _replace(self) -> None:
        """Have somebody else play on, and who played so far write an order all the
        same."""
        seat, name = self.luck.choice(SEATS), f"Dana{len(self.gone) + 1}"
        old, self.names[seat] = self.names[seat], name
        self.gone.append(old)
        self._write(name, _legal(play(read(self.text)), seat, self.luck))  # a bystander
        before = self.posts[-1].key
        self._read(f"seat {seat} = {name}")
        taken = f"[{before}@" in self.text
        assert not taken, self._thread(f"{name} did not play yet, and gave an order")
        story = play(read(self.text))
        if seat in story.awaited():
            self._write(old, _legal(story, seat, self.luck))
            lost = f"[{self.posts[-1].key}@" not in self.text
            assert lost, self._thread(f"{old} plays no more, and an order was taken")

    def _vote(self) -> None:
        """Vote, or take a vote back."""
        seat = self.luck.choice(SEATS)
        choice = self.luck.choice(("draw", "continue", ""))
        self._write(self.names[seat], f"##vote {choice}" if choice else "##unvote")
        self.voted.pop(seat, None)
        self.voted |= {seat: choice} if choice else {}
        counted = recall(self.text).votes
        assert counted == self.voted, self._thread(f"{counted}, not {self.voted}")

    def _ask_vote(self) -> None:
        """Ask for a vote, which begins anew, or end it."""
        self._write(
            "Gina", self.luck.choice(("Vote: continue or draw", "Vote: closed"))
        )
        self.voted = {}
        counted = recall(self.text).votes
        assert counted == {}, self._thread(f"{counted}, and the vote is a new one")

    def _notice(self) -> None:
        """Post what a watched thread writes to the silent: it orders nothing."""
        before = play(read(self.text))
        head = f"game duel #{before.table.serial}"
        what = self.luck.choice(
            ("reminder", "late", "held: post 3", "who plays on for Bob", "orders until")
        )
        until = f" {at(len(self.posts) + 60):%Y-%m-%d %H:%M} UTC"
        self._write("Gina", f"{head}, {what}{until * (what == 'orders until')}")
        after = play(read(self.text))
        assert after.table.answers == before.table.answers, self._thread("a notice")

    def _plan(self, story: Story) -> None:
        seat, other = self.luck.sample(SEATS, 2)
        heard = _legal(story, other, self.luck)
        answer = _legal(story, seat, self.luck)
        self._write(self.names[seat], f"if {other}: {heard} then {answer}")

    def _edit(self) -> None:
        """Change a post that was written a while ago."""
        own = [one for one in self.posts if one.author in self.names.values()]
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

    def _read(self, *answers: str) -> Scan:
        thread = Thread("A duel", tuple(self.posts))
        found = scan(self.text, thread, answers)
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
