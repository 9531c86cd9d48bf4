"""What is said of another player's order: passed on, or only advised."""

from __future__ import annotations

import pytest

from pbem.forum.annotations.known_posts import recognised
from pbem.forum.scan.question_text import answers
from pbem.forum.scan.questions import Question, Scan
from pbem.forum.thread import Thread
from tests.forum.said import entries, opened, post, read
from tests.rules.magblast.duel import DUEL


def asked_of(found: Scan) -> list[Question]:
    """What a scan asks."""
    return [one for one in found.questions if one.asks]


@pytest.mark.parametrize(
    "text",
    [
        "Cid asked me to post this: B7",
        "Cid texted me his move, B7",
        "From Cid (his internet is down): B7",
        "Posting for Cid: B7",
        "on behalf of Cid, B7",
        "I have Cid's move here: B7",
        "Cid asked me to post for him: he wants B7 instead of his last post.",
    ],
)
@pytest.mark.parametrize("own", [(), ("D4",)])
def test_an_order_that_is_passed_on_is_told_as_the_other_players(
    text: str, own: tuple[str, ...]
) -> None:
    mine = [post(6 + at, "Ann", one) for at, one in enumerate(own)]
    found = read(opened(*mine, post(8, "Ann", text)))
    assert [(one.code, one.given["seat"]) for one in found.questions] == [
        ("other-seat", "Cid")
    ]
    assert entries(found)[3:] == [f"Ann: {one}" for one in own]


CARRIED = (post(6, "Ann", "D4\nBob: E5"), post(7, "Cid", "B7"))


def test_an_order_for_another_seat_is_asked_about_until_it_is_answered() -> None:
    found = read(opened(*CARRIED))
    (one,) = asked_of(found)
    assert answers(one) == ["6 for Bob = yes", "6 for Bob = nothing"]
    for answer, more in (("nothing", []), ("yes", ["Bob: E5"]), ("F7", ["Bob: F7"])):
        said = read(opened(*CARRIED), f"6 for bob = {answer}")
        assert asked_of(said) == []
        assert sorted(entries(said)[3:]) == sorted(["Ann: D4", "Cid: B7", *more])
        assert read(opened(*CARRIED), f"6for Bob = {answer}").text == said.text
        again = read(opened(*CARRIED), text=said.text)
        assert again.questions == said.questions == ()
        assert again.text == said.text


def test_a_word_about_anothers_order_leaves_the_writers_own() -> None:
    found = read(opened(*CARRIED), "6 for Bob = yes")
    more = read(opened(*CARRIED), "6 = nothing", text=found.text)
    assert [*map(str, entries(more)[3:])] == ["Bob: E5", "Cid: B7"]
    more = read(opened(*CARRIED), "6 for Bob = nothing", text=found.text)
    assert entries(more)[3:] == ["Ann: D4", "Cid: B7"]


def test_what_cannot_be_played_for_another_is_asked_under_his_name() -> None:
    found = read(opened(*CARRIED), "6 for Bob = yes, please")
    (one,) = asked_of(found)
    assert (one.number, one.code) == ("6 for Bob", "refused")
    assert "Ann: D4" in entries(found)


def test_a_moderator_may_pass_on_an_order_too() -> None:
    posts = opened(post(6, "Gina", "## Bob: E5"))
    assert [one.number for one in asked_of(read(posts))] == ["6 for Bob"]
    found = read(posts, "6 for Bob = yes")
    assert (entries(found)[3:], asked_of(found)) == (["Bob: E5"], [])
    known = recognised(Thread("A duel", posts), found.text)
    assert known.notes == ()


@pytest.mark.parametrize(
    "text",
    [
        "Cid, you should go D4 1NE!",
        "I'd go D4 1NE if I were Cid",
        "@Cid you could try D4 1NE",
    ],
)
def test_advice_to_another_player_is_no_order_and_no_question(text: str) -> None:
    found = read(opened(post(6, "Ann", text), post(7, "Bob", "F7")))
    assert [one for one in found.questions if one.asks] == []
    assert entries(found)[3:] == ["Bob: F7"]


@pytest.mark.parametrize("text", ["Hi Cid, my move: D4", "Cid, I go D4"])
def test_who_only_speaks_to_another_player_orders_for_himself(text: str) -> None:
    found = read(opened(post(6, "Ann", text)))
    assert [one.code for one in found.questions if one.code == "other-seat"] == []


def test_several_lines_for_one_seat_are_one_question() -> None:
    text = "D4\nBob: E5\nBob: F7"
    (one,) = asked_of(read(opened(post(6, "Ann", text))))
    assert (one.number, one.readings) == ("6 for Bob", ("E5", "F7"))


def test_a_sheet_for_another_seat_is_taken_whole_beside_the_writers_own() -> None:
    carried = 'Ann: mag B1 at Bob B1 "Boom"\nAnn: end turn'
    posts = [post(6, "Bob", carried)]
    found = read(posts, text=DUEL)
    (one,) = asked_of(found)
    both = 'mag B1 at Bob B1 "Boom" / end turn'
    assert (one.number, one.proposal) == ("6 for Ann", both)
    found = read(posts, "6 for Ann = yes", text=DUEL)
    assert asked_of(found) == []
    assert found.text.endswith('\nAnn: mag B1 at Bob B1 "Boom"\n  end turn\n')


def test_answers_for_another_seat_leave_those_of_the_writers_lines() -> None:
    mine = 'Bob: pass\nso maybe mag B1 at Bob B1 "Boom"\nand perhaps end turn'
    posts = [post(6, "Ann", mine)]
    asked = asked_of(read(posts, text=DUEL))
    assert [one.number for one in asked] == ["6a", "6b", "6 for Bob"]
    said = [f"{one.number} = yes" for one in asked[:2]]
    found = read(posts, "6 for Bob = nothing", *said, text=DUEL)
    assert found.text.endswith('\nAnn: mag B1 at Bob B1 "Boom"\n  end turn\n')
