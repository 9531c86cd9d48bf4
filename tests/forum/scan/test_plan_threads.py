"""Threads of orders and plans by lot: read again, and post by post, to the same."""

from __future__ import annotations

import random

import pytest

from tests.forum.said import asked, opened, post, read, report
from tests.rules.magblast.duel import DUEL

LAVA = "Game: lava\nName: duel\nSeats: Ann, Bob\n\n== 0 ==\nAnn: e 0,0\n"
OF_LAVA = (
    "if Bob: b 0,1 then a 0,2", "if Bob: b 0,3 then a 0,4", "- ", "-- ", "else h 1,2",
    "then h 1,2", "\n", "\n", "plan clear", "a 0,2", "b 0,1", "?", " ",
    "if Ann: a 0,2 then b 0,3",
)  # fmt: skip
OF_MAGBLAST = (
    "if Ann: end then draw", "draw", "end turn", "if Bob: mag B1 at Ann B1 then evade",
    "- ", "\n", "\n", "pass", 'mag B1 at Bob B1 "Boom"', "then end", "else draw",
    "if hit direct hit", "whenever Bob: mag then evade",
)  # fmt: skip


def orders(text: str) -> list[str]:
    """The lines of a record without what it remembers of its thread."""
    return [line for line in text.splitlines() if not line.startswith("# forum:")]


@pytest.mark.parametrize(
    ("record", "words", "serial"),
    [(LAVA, OF_LAVA, 1), (DUEL, OF_MAGBLAST, 0)],
    ids=["lava", "magblast"],
)
def test_nothing_hangs_on_when_a_thread_is_read(
    record: str, words: tuple[str, ...], serial: int
) -> None:
    chance = random.Random(9)
    for _ in range(8):
        posts = [report(1, serial)]
        for number in range(2, 6):
            parts = (chance.choice(words) for _ in range(chance.randint(1, 6)))
            posts.append(post(number, chance.choice(("Ann", "Bob")), " ".join(parts)))
        found = read(posts, text=record)
        assert read(posts, text=found.text).text == found.text
        step = record
        for end in range(1, len(posts) + 1):
            step = read(posts[:end], text=step).text
        assert orders(step) == orders(found.text)


def test_a_later_plan_settles_what_was_asked_about_one_before() -> None:
    faulty = post(6, "Ann", "if Bbo: E6 then C5")
    assert len(asked(read(opened(faulty)))) == 1
    assert asked(read(opened(faulty, post(7, "Ann", "if Bob: E6 then C5")))) == []
