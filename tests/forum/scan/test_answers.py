"""What a moderator may answer, and what an answer does."""

from __future__ import annotations

import pytest

from pbem.forum.scan.answers import AnswerRefused
from pbem.forum.scan.question_text import refusal_words
from tests.forum.said import ARENA, asked, entries, opened, post, read, report

FIRST = (report(1, 0), post(2, "Ann", "fire C3"), post(3, "Bob", "air F6"))


def refused(*answers: str) -> str:
    """Why answers are refused, in words."""
    with pytest.raises(AnswerRefused) as caught:
        read(FIRST, *answers)
    return refusal_words(caught.value)


@pytest.mark.parametrize(
    "answer", ["Ann = Bob", "ann=bob", " ANN  =  Cid ", "Bob = nobody"]
)
def test_a_name_that_is_a_seats_own_is_no_other(answer: str) -> None:
    name, _, whose = (part.strip() for part in answer.partition("="))
    told = refused(answer)
    assert told.startswith(f'"{name}" is the name of a seat here')
    assert f'"{whose}"' in told


def test_a_seats_own_name_may_be_said_again() -> None:
    found = read(FIRST, "Ann = ann", "Bobby = Bob")
    assert entries(found) == ["Ann: fire C3", "Bob: air F6"]
    assert found.memory.aliases["Bobby"] == "Bob"


def test_an_alias_in_a_record_does_not_override_a_seats_own_name() -> None:
    """However it came there: an older version of the program took it."""
    text = ARENA + "# forum: alias Ann = Bob\n# forum: alias Bobby = Bob\n"
    found = read((*FIRST, post(4, "Bobby", "air F5")), text=text)
    assert entries(found) == ["Ann: fire C3", "Bob: air F6", "Bob: air F5"]
    assert asked(found) == []


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("12", 'an answer is like "12 = yes"'),
        ("= yes", 'an answer is like "12 = yes"'),
        ("2 =", 'an answer is like "12 = yes"'),
        ("9 = yes", "no post 9"),
        ("#9 = nothing", "no post 9"),
        ("2 = yes", "Nothing is proposed for post 2"),
        ("Dot = Eve", '"Eve" no seat: these are Ann, Bob and Cid'),
        ("edits = never", '"edits" can be ask, count or ignore'),
    ],
)
def test_answers_that_answer_nothing(answer: str, told: str) -> None:
    assert told in refused(answer)


@pytest.mark.parametrize("word", ["nobody", "none", "Nothing"])
def test_who_plays_no_seat_is_said_in_several_words(word: str) -> None:
    thread = opened(post(6, "Dotty", "D4 1NE"))
    found = read(thread, f"Dotty = {word}")
    assert (asked(found), found.memory.nobody) == ([], ("Dotty",))
    with pytest.raises(AnswerRefused):
        read(thread, f"Ann = {word}")


@pytest.mark.parametrize("how", ["6", "#6", "post 6", "Post #6"])
@pytest.mark.parametrize(
    ("answer", "orders"),
    [
        ("yes", ["Ann: D4"]),
        ("nothing", []),
        ("No", []),
        ("keep", []),
        ("D3 1NE", ["Ann: D3 1NE"]),
        ("ann: D3", ["Ann: D3"]),
    ],
)
def test_a_doubt_is_answered(how: str, answer: str, orders: list[str]) -> None:
    thread = opened(post(6, "Ann", "I think D4 is best"))
    assert asked(read(thread)) == [(6, "almost", "D4")]
    found = read(thread, f"{how} = {answer}")
    assert entries(found)[3:] == orders
    assert asked(found) == []
    again = read(thread, f"{how} = {answer}", text=found.text)
    assert again.text == found.text
    assert asked(again) == []


def test_an_answer_holds_as_long_as_the_post_says_the_same() -> None:
    found = read(opened(post(6, "Ann", "I think D4 is best")), "6 = nothing")
    other = read(opened(post(6, "Ann", "I think D3 is best")), text=found.text)
    assert asked(other) == [(6, "almost", "D3")]


def test_what_was_taken_can_be_taken_out_or_changed() -> None:
    thread = opened(post(6, "Ann", "D4"))
    found = read(thread)
    assert entries(found)[3:] == ["Ann: D4"]
    assert entries(read(thread, "6 = D3", text=found.text))[3:] == ["Ann: D3"]
    out = read(thread, "6 = nothing", text=found.text)
    assert entries(out)[3:] == []
    assert "# was: Ann: D4\n# taken out\n" in out.text
    assert [one.how for one in out.accepted] == ["removed"]
    same = read(thread, "6 = d4", text=found.text)
    assert "# was" not in same.text


def test_a_doubt_that_a_later_order_has_overtaken_asks_no_more() -> None:
    thread = opened(post(6, "Ann", "I think D4 is best"), post(7, "Ann", "D3"))
    found = read(thread)
    assert entries(found)[3:] == ["Ann: D3"]
    assert asked(found) == []
    assert [one.proposal for one in found.questions] == ["D4"]
    with pytest.raises(AnswerRefused) as caught:
        read(thread, "6 = yes")
    assert caught.value.code == "forum.answer-yes"


def test_what_a_moderator_says_of_people_and_of_posts_is_remembered() -> None:
    told = ("moderator = Gina", "Moderator  = Hal  B.", "moderator = Gina")
    memory = read(
        FIRST, *told, "orders = first", "Edits = COUNT", "Dot = Nobody"
    ).memory
    assert memory.moderators == ("Gina", "Hal B.")
    assert memory.policies == {"orders": "first", "edits": "count"}
    assert memory.nobody == ("Dot",)
    again = read(FIRST, "Dot = nobody", "Eve = nobody", "orders = last").memory
    assert again.nobody == ("Dot", "Eve")
    assert again.policies == {"orders": "last"}


def test_an_answer_of_one_post_says_nothing_of_others() -> None:
    both = (*FIRST, post(4, "Cid", "## water A9"), post(5, "Cid", "## earth B9"))
    assert entries(read(both, "4 = water A8", "5 = nothing")) == [
        "Ann: fire C3", "Bob: air F6", "Cid: water A8",
    ]  # fmt: skip


@pytest.mark.parametrize("policy", ["first", "last"])
def test_of_several_orders_of_a_player_the_one_that_was_agreed_on_counts(
    policy: str,
) -> None:
    twice = (*FIRST, post(4, "Bob", "air F5"))
    found = entries(read(twice, f"orders = {policy}"))
    kept = {"first": "Bob: air F6", "last": "Bob: air F5"}[policy]
    assert kept in found
    assert found[-1] == kept
