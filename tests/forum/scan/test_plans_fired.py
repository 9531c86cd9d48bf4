"""Plans that stand in a record answer posts, as they answer letters."""

from __future__ import annotations

from pbem.web.edits import closed
from tests.forum.said import asked, entries, post, read

LAVA = """Game: lava
Name: pit
Seats: Ann, Bob

== 0 ==
Ann: e 0,0
Plan of Ann:
  if Bob: b 0,1 then a 0,2
"""
ARENA = """Game: arena
Name: duel
Seats: Ann, Bob, Cid

== 0 ==
Ann: fire C3
Plan of Ann:
  then D4
Bob: air F6
Cid: water A8

== 1 ==
Bob: E5
"""


def test_a_plan_answers_a_post_at_once() -> None:
    found = read([post(1, "Gina", "game pit #1"), post(2, "Bob", "b 0,1")], text=LAVA)
    assert entries(found)[-2:] == ["Bob: b 0,1", "Ann: a 0,2"]
    assert "\n== 2 ==\n# by the plan of Ann, line 1\nAnn: a 0,2\n" in found.text
    assert asked(found) == []


def test_the_thread_read_again_changes_nothing() -> None:
    posts = [post(1, "Gina", "game pit #1"), post(2, "Bob", "b 0,1")]
    once = read(posts, text=LAVA)
    assert read([*posts, post(3, "Ann", "Nice!")], text=once.text).taken == ()
    assert read(posts, text=once.text).text == once.text


def test_plans_answer_before_the_moderator_closes_a_turn() -> None:
    text = closed(ARENA, "it is Friday")
    assert text.endswith("\nAnn: D4\n# it is Friday\n-- deadline --\n")


def test_plans_close_a_turn_where_nobody_else_is_awaited() -> None:
    text = closed(f"{ARENA}Cid: A7\n")
    assert text.endswith("Cid: A7\n# by the plan of Ann, line 1\nAnn: D4\n")
