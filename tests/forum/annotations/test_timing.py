"""Deadlines of a thread: by a time control in words, behind absences, by its clocks."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbem.forum.annotations.remembered import recall
from pbem.forum.annotations.timing import due
from pbem.forum.detect import read_all
from pbem.forum.posts.dialect import known_dialects
from pbem.forum.posts.post import posts
from pbem.forum.scan.answers import AnswerRefused
from pbem.forum.scan.scan import scan
from pbem.record.replay import play
from pbem.record.turn_file import read
from tests.web.site import BEGUN

NOW = datetime(2026, 11, 27, 18, 20, tzinfo=UTC)  # a Friday
AWAY = """#1 Gina
game duel #0
#2 Bob
I am V/LA until Monday.
"""


@pytest.mark.parametrize(
    ("pace", "until"),
    [
        ("3 days, not on weekends", "Wed 20:00"),
        ("48h", "Sun 20:00"),
        ("Sat 20:00", "Sat 20:00"),
        ("none", ""),
    ],
)
def test_a_time_control_in_words(pace: str, until: str) -> None:
    zone = "zone = Europe/Paris"
    thread = read_all([b"#1 Gina\ngame duel #0\n"])
    text = scan(BEGUN, thread, [f"pace = {pace}", zone]).text
    found = due(play(read(text)), recall(text), NOW)
    assert (f"{found:%a %H:%M}" if found else "") == until


def test_a_deadline_lies_behind_an_absence_that_was_told_before() -> None:
    page = AWAY.replace("#2 Bob", "#2 Bob (2026-11-20 20:00 UTC)")
    thread = read_all([page.encode()])
    text = scan(BEGUN, thread, ["pace = 24h"]).text
    (away,) = recall(text).away
    assert (away.seat, f"{away.until:%a %d}") == ("Bob", "Tue 24")
    told = datetime(2026, 11, 21, 12, tzinfo=UTC)
    found = due(play(read(text)), recall(text), told)
    assert found == datetime(2026, 11, 25, 0, tzinfo=UTC)
    assert scan(text, thread).text == text


def test_the_head_of_a_post_says_it_by_the_clocks_of_the_forum() -> None:
    text = scan(BEGUN, read_all([AWAY.encode()]), ["zone = Europe/Paris"]).text
    story, memory = play(read(text)), recall(text)
    until = due(story, memory, NOW, "2 days")
    (post,) = posts(story, known_dialects()["markdown"], until=until).public
    head = post.splitlines()[:5]
    assert "orders until 2026-11-29 19:00 UTC" in head[2].replace("\\", "")
    assert "Orders are due until Sunday 29 November, 20:00 (Paris)." in head[4]


@pytest.mark.parametrize("said", ["pace = soon", "zone = Atlantis", "hold = long"])
def test_words_that_say_no_time_are_refused(said: str) -> None:
    with pytest.raises(AnswerRefused):
        scan(BEGUN, read_all([AWAY.encode()]), [said])
