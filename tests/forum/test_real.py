"""A game in real forums: twelve posts by four members, read and written back.

What a browser would save is read; the next post is written in the forum's own
markup, twice; no order is lost or doubled.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from datetime import UTC
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from selectolax.lexbor import LexborHTMLParser

from pbem.forum.detect import read_all
from pbem.forum.posts.dialect import known_dialects
from pbem.forum.posts.post import posts
from pbem.forum.scan.questions import Scan
from pbem.forum.scan.scan import scan
from pbem.record.replay import Story, play
from pbem.record.turn_file import read
from tests.forum import members, real
from tests.forum.evening import Parts, moderates
from tests.support import processes
from tests.support.browser import for_tests as for_tests
from tests.watch.killed import posted_once_though_killed

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

START = "Game: arena\nName: duel\nSeats: Ann, Bob, Cid\nOptions: hp=20\n\n== 0 ==\n"


def started(make: Callable[[], members.Forum]) -> members.Forum:
    """A forum; where it cannot be had the test is skipped, but never in CI."""
    try:
        return make()
    except processes.Missing as reason:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(reason))


def next_post(story: Story, record: str, begin: bool = False) -> str:
    """What the moderator posts."""
    made = posts(story, known_dialects()["markdown"], record=record, begin=begin)
    assert not made.private
    (text,) = made.public
    return text


def orders(text: str) -> list[str]:
    """The orders of a record."""
    body = text.split("\n\n", 1)[1]
    return [line for line in body.split("\n") if line and not line.startswith("#")]


def drawn(page: bytes) -> list[str]:
    """The drawings of a page, as they stand in it."""
    tree = LexborHTMLParser(page.decode())
    return [(node.text(strip=False) or "").strip("\n") for node in tree.css("pre")]


def board(story: Story) -> str:
    """The board of a report, as the templates draw it."""
    from pbem.report import builder
    from pbem.report.model import Reader

    blocks = builder.report(story, Reader()).blocks()
    return "\n".join(next(one for one in blocks if one.kind == "|").lines)


@pytest.fixture(scope="module")
def looked() -> set[Parts]:
    """The pages that were looked at in some forum."""
    return set()


@pytest.mark.parametrize("make", [real.flaskbb, real.nodebb], ids=lambda m: m.__name__)
def test_a_real_forum(
    make: Callable[[], members.Forum],
    tmp_path: Path,
    chromium: Browser,
    monkeypatch: pytest.MonkeyPatch,
    looked: set[Parts],
) -> None:
    # In one test: to start a forum takes longer than all that is done in it.
    forum = started(make)
    reads_a_game(forum)
    if isinstance(forum, members.NodeBB):
        posted_once_though_killed(forum, tmp_path / "killed")
    moderates(forum, tmp_path / "evening", chromium, monkeypatch, looked)


def reads_a_game(forum: members.Forum) -> None:
    """A game of twelve posts, by pages that a browser saves."""
    text = START

    def scanned(*answers: str) -> Scan:
        return scan(text, read_all(forum.pages(), ["Ann", "Bob", "Cid"]), answers)

    first = next_post(play(read(text)), text, begin=True)
    forum.begin("Gina", "A duel of wizards", "Welcome to the duel!\n\n" + first)
    forum.reply("Ann", "Hello!\n\nfire C3\n\nGood luck.")
    forum.reply("Bob", "> fire C3\n\nI see. **air F6**")
    forum.reply("Cid", "Move: water A7")
    forum.edit("Cid", 4, "Move: water A8")
    found = scanned()
    assert [one.code for one in found.questions if one.asks] == []
    assert [post.author for post in found.thread.posts] == ["Gina", "Ann", "Bob", "Cid"]
    text = found.text
    assert orders(text) == [
        "== 0 ==",
        "Ann: fire C3",
        "Bob: air F6",
        "Cid: water A8",
    ]
    story = play(read(text))
    assert story.table.serial == 1
    forum.reply("Gina", next_post(story, text))
    assert board(story) in drawn(forum.pages()[-1])

    forum.reply("Ann", "> air F6\n\nThere you are.\n\n- 1N")
    forum.reply("Bob", "D5 is tempting, but\n\n## E5 1C3")
    forum.reply("Ann", "~~H8~~ I stay where I am.")
    forum.reply("Cid", "B7\n\n> ## E5 1C3\n\nOuch.")
    found = scanned()
    assert [one.code for one in found.questions] == []
    assert len(found.accepted) == 3
    text = found.text
    assert orders(text)[4:] == ["== 1 ==", "Ann: - 1N", "Bob: E5 1C3", "Cid: B7"]
    assert scanned().text == text
    story = play(read(text))
    assert story.table.serial == 2
    forum.reply("Gina", next_post(story, text))
    assert board(story) in drawn(forum.pages()[-1])

    forum.edit("Bob", 7, "## F7")
    forum.reply("Ann", "C4 1NE")
    forum.reply("Cid", "Give me a day to think, please.")
    found = scanned()
    (asked,) = [one for one in found.questions if one.asks]
    assert (asked.code, asked.post.number, asked.proposal) == ("edited-late", 7, "keep")
    assert [one.sheet for one in found.accepted] == [(("C4 1NE",),)]
    text = scanned("7 = yes").text
    assert orders(text)[8:] == ["== 2 ==", "Ann: C4 1NE"]
    assert len(found.thread.posts) == 12
    again = scanned()
    assert (again.text, [one.code for one in again.questions if one.asks]) == (text, [])
    assert len(re.findall(r"(?m)^(?:Ann|Bob|Cid):", text)) == 7
    times = [post.time for post in found.thread.posts if post.time]
    assert times == sorted(times)
    assert all(time.tzinfo is UTC for time in times)
