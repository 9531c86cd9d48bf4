"""Whoever had a plan is told, and nobody else, what it did in the turns of a report."""

from __future__ import annotations

from functools import partial

import pytest

from pbem.forum.posts.dialect import known_dialects
from pbem.forum.posts.post import Posts, posts
from pbem.record.replay import Story, play
from pbem.record.turn_file import read
from pbem.referee import Played
from pbem.report import builder
from tests.forum.said import LAVA

GAME = LAVA + "    if Bob: h 1,1 then a 1,2\n"
PLAIN = known_dialects()["plain"]


def made(*lines: str, **more: object) -> Posts:
    """The posts after some more lines of the game."""
    return posts(story(*lines), PLAIN, **more)  # type: ignore[arg-type]


def story(*lines: str) -> Story:
    """The game with some more lines."""
    return play(read(GAME + "".join(f"{line}\n" for line in lines)))


def test_its_owner_is_told_what_a_plan_has_played() -> None:
    found = made("Bob: b 0,1", "Ann: a 0,2")
    assert list(found.private) == ["Ann"]
    (text,) = found.private["Ann"]
    told = " ".join(text.split())
    assert "game pit #3" in told
    assert told.endswith(
        "What your plan did - Turn 2: a 0,2 was played, its line 1 "
        "(if Bob: b 0,1 then a 0,2)."
    )
    assert "plan" not in "".join(found.public)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("Bob: b 0,1", "Ann: d 1,0"), "you played otherwise than its line 1"),
        (("Bob: b -1,0", "Ann: d 1,0"), "it ends at line 1, for none of this was"),
    ],
)
def test_its_owner_is_told_how_a_plan_ends(lines: tuple[str, ...], told: str) -> None:
    (text,) = made(*lines).private["Ann"]
    assert told in " ".join(text.split())


def test_nothing_is_told_of_a_plan_that_waits_or_of_an_earlier_turn() -> None:
    assert made().private == {}
    assert made("Bob: b 0,1").private == {}
    assert made("Bob: b 0,1", "Ann: a 0,2", "Bob: b -1,0").private == {}


def test_all_turns_of_a_report_are_told() -> None:
    played: list[Played] = []
    text = GAME + "Bob: b 0,1\nAnn: a 0,2\nBob: b -1,0\nAnn: d 1,0\n"
    one = play(read(text), tell=played.append)
    tell = partial(builder.report, one, played=played)
    (told,) = posts(one, PLAIN, tell=tell).private["Ann"]
    assert "Turn 2: a 0,2 was played" in told
    assert "Turn 4: it ends at line 2" in told


def test_nobody_is_written_to_whom_the_forum_does_not_know() -> None:
    for reached, seats in (((), []), (("Bob",), []), (("Ann",), ["Ann"])):
        found = made("Bob: b 0,1", "Ann: a 0,2", reached=reached)
        assert list(found.private) == seats
