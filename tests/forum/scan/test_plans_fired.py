"""Plans that stand in a record answer posts, as they answer letters."""

from __future__ import annotations

from pbem.forum.scan.question_text import question_words
from pbem.plugins.games import find
from pbem.workspace.edits import closed
from tests.forum.said import LAVA, asked, entries, opened, post, read, report

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
    assert read([*posts, post(3, "Ann", "Nice!")], text=once.text).accepted == ()
    assert read(posts, text=once.text).text == once.text


def test_plans_answer_before_the_moderator_closes_a_turn() -> None:
    text = closed(ARENA, "it is Friday")
    assert text.endswith("\nAnn: D4\n# it is Friday\n-- deadline --\n")


def test_plans_close_a_turn_where_nobody_else_is_awaited() -> None:
    text = closed(f"{ARENA}Cid: A7\n")
    assert text.endswith("Cid: A7\n# by the plan of Ann, line 1\nAnn: D4\n")


PLANNED = (
    post(6, "Ann", "D4\nif Bob: E6 then C5"),
    post(7, "Bob", "E6"),
    post(8, "Cid", "A7"),
    report(9, 2),
    post(10, "Bob", "D6"),
    post(11, "Cid", "A6"),
)


def test_what_its_owner_posts_before_the_report_goes_before_it() -> None:
    found = read(opened(*PLANNED, post(12, "Ann", "C4")))
    assert asked(found) == []
    assert entries(found)[-3:] == ["Bob: D6", "Cid: A6", "Ann: C4"]
    assert "# was: Ann: C5\n" in found.text
    assert found.fired == ()
    assert (
        read(opened(*PLANNED, post(12, "Ann", "C4")), text=found.text).text
        == found.text
    )


def test_who_says_what_his_plan_has_played_is_not_asked() -> None:
    found = read(opened(*PLANNED, post(12, "Ann", "c5")))
    assert (asked(found), entries(found)[-1]) == ([], "Ann: C5")
    assert [one.text for one in found.fired] == ["C5"]
    thread = [post(1, "Gina", "game pit #1"), post(2, "Bob", "b 0,1")]
    assert asked(read([*thread, post(3, "Ann", "a 0,2")], text=LAVA)) == []
    other = read([*thread, post(3, "Ann", "*h 1,1*")], text=LAVA)
    assert asked(other) == [(3, "changed", "h 1,1")]
    (one,) = other.questions
    assert question_words(one, find("lava")).startswith(
        'Ann\'s plan has played "a 0,2", and nobody has moved since.'
    )
