"""What questions say of a post: what was read, what was not, what it would do."""

from __future__ import annotations

import pytest

from pbem.forum.scan.answers import AnswerRefused
from pbem.forum.scan.question_text import answers, effect, question_words
from pbem.forum.scan.questions import Question
from pbem.plugins.games import find
from tests.forum.said import asked, at, entries, opened, post, read, report
from tests.rules.magblast.duel import DUEL

LINES = 'so maybe mag B1 at Bob B1 "Boom"\nand perhaps end turn'


def only(*texts: str) -> Question:
    """The one question about Ann's posts in turn 1."""
    posts = [post(6 + at, "Ann", text) for at, text in enumerate(texts)]
    (found,) = [one for one in read(opened(*posts)).questions if one.asks]
    return found


def test_what_was_not_read_is_said() -> None:
    one = only("D4 and zap 1NE")
    assert one.given["unread"] == ("and zap",)
    assert 'Not read: "and zap".' in question_words(one, find("arena"))
    assert one.readings == ("D4 1NE",)
    assert "you go to D4" in effect(one, "D4 1NE", find("arena"))


def test_a_choice_is_offered() -> None:
    one = only("D4 1NE or 1E?")
    assert one.readings == ("D4 1NE", "D4 1E", "- 1E")
    said = ["6 = yes", "6 = D4 1E", "6 = - 1E", "6 = nothing"]
    assert answers(one) == said


@pytest.mark.parametrize(
    ("text", "proposal"),
    [
        ("oops, I meant 1SE", "D4 1SE"),
        ("but 1SE", "D4 1SE"),
        ("change that to B3", "B3"),
        ("scratch that, B3", "B3"),
        ("instead: B3 1E", "B3 1E"),
        ("edit: B3", "B3 1NE"),
        ("same as Bob", ""),
    ],
)
def test_a_change_of_an_order_is_asked_about(text: str, proposal: str) -> None:
    one = only("D4 1NE", text)
    assert one.post.number == 7
    assert one.proposal == proposal


def test_a_part_of_an_order_is_never_dropped() -> None:
    assert only("G5 and zap D4 with flame thrower NE").readings == ()
    assert only("D4 1NE E5 1E").readings == ()


def test_two_questions_of_a_post_have_two_numbers() -> None:
    thread = [post(2, "Ann", LINES)]
    asks = [one for one in read(thread, text=DUEL).questions if one.asks]
    assert [one.number for one in asks] == ["2a", "2b"]
    with pytest.raises(AnswerRefused) as refused:
        read(thread, "2 = yes", text=DUEL)
    assert refused.value.code == "forum.answer-which"
    half = read(thread, "2b = yes", text=DUEL)
    assert not half.accepted
    both = read(thread, "2a = yes", "2b = yes", text=DUEL)
    assert [one.sheet for one in both.accepted] == [
        (('mag B1 at Bob B1 "Boom"', "end turn"),)
    ]
    again = read(thread, "2a = yes", text=half.text)
    assert [one.sheet for one in again.accepted] == [one.sheet for one in both.accepted]
    less = read(thread, "2a = yes", "2b = nothing", text=DUEL)
    assert [one.sheet for one in less.accepted] == [(('mag B1 at Bob B1 "Boom"',),)]


def test_what_a_stranger_says_around_an_order_is_shown() -> None:
    said = "D4 1NE looks good for Ann"
    (one,) = read(opened(post(6, "Zed", said), post(7, "Zed", "D4 1NE"))).questions
    assert (one.code, one.text) == ("name-unknown", said)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Sorry for the delay, real life. D4 1NE", []),
        ("D4 1NE, after a long delay", []),
        ("Can we delay the deadline?", ["wish-extension"]),
        ("I need a delay of a day", ["wish-extension"]),
    ],
)
def test_who_is_sorry_for_a_delay_asks_for_none(text: str, codes: list[str]) -> None:
    found = read(opened(post(6, "Ann", text)))
    wishes = [one.code for one in found.questions if one.code.startswith("wish-")]
    assert wishes == codes


def test_who_has_no_seat_is_asked_about_once_and_remembered() -> None:
    posts = opened(post(6, "Dotty", "D4 1NE"), post(7, "Dotty", "E5"))
    text = read(posts[:1]).text + "# forum: alias annie_b = Ann\n"
    found = read(posts, text=text)
    (one,) = [one for one in found.questions if one.asks]
    assert one.code == "name-unknown"
    assert one.given["seats"] == [("Ann", ["annie_b"]), ("Bob", []), ("Cid", [])]
    told = question_words(one, find("arena"))
    assert told.endswith("The seats are Ann (annie_b), Bob, Cid.")
    assert asked(read(posts, "Dotty = nobody", text=text)) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Can we have one more day?", "wish-extension"),
        ("@host can you move the deadline to Sunday?", "wish-extension"),
        ("Out till the 5th!", "wish-absence"),
        ("Please cancel my order", "wish-cancel"),
        ("+1 for that", "wish-vote"),
        ("I am away until Monday", "wish-absence"),
        ("Please find a replacement for me", "wish-leave"),
        ("Gina, is D4 dark?", "wish-you"),
    ],
)
def test_what_is_said_to_the_moderator_is_listed(text: str, code: str) -> None:
    found = read(opened(post(6, "Ann", text)))
    told = [one for one in found.questions if one.code == code]
    assert [(one.asks, one.given["who"]) for one in told] == [(False, "Ann")]
    assert entries(found)[3:] == []


def test_a_late_order_that_cannot_be_played_is_told_with_the_reason() -> None:
    record = "Game: magma\nName: duel\nSeats: Ann, Bob\n\n== 0 ==\n"
    posts = (
        report(1, 0, ", orders until 2026-11-20 13:00 UTC"),
        post(2, "Ann", "A1-D4", time=at(61)),
    )
    found = read(posts, text=record)
    (one,) = (one for one in found.questions if one.asks)
    assert (one.code, one.proposal) == ("late", "")
    assert "That cannot be played: No step" in question_words(one, find("magma"))
    assert answers(one) == ["2 = ...", "2 = nothing"]


def test_who_takes_a_seat_over_does_not_want_to_leave_it() -> None:
    assert read(opened(post(6, "Ann", "Hi, I'm Eve's replacement."))).questions == ()


def test_what_was_said_in_a_turn_is_told_no_more_when_it_is_reported() -> None:
    rest = (post(7, "Bob", "G5"), post(8, "Cid", "B7"), report(9, 2))
    posts = opened(post(6, "Ann", "I am away until Monday.\nD4"), *rest)
    found = read(posts)
    assert [one.code for one in found.questions] == ["wish-absence"]
    assert read(posts, text=found.text).questions == ()
    early = read(posts[:8])
    assert read(posts[:8], text=early.text).questions == early.questions


@pytest.mark.parametrize(
    "text", ["Ouch, 4 damage right away.", "I get away from you", "Go away, Bob!"]
)
def test_not_everything_that_is_away_is_absent(text: str) -> None:
    assert read(opened(post(6, "Ann", text))).questions == ()


def test_a_quoted_line_is_no_order() -> None:
    found = read([report(1, 0), post(2, "Ann", "> fire C3")])
    assert entries(found) == []


def test_magic_that_changes_keeps_the_move() -> None:
    found = read(
        opened(post(6, "Ann", "D4 1NE 1NE"), post(7, "Ann", "I'd rather 1SE 1SE"))
    )
    assert [one.readings for one in found.questions] == [("D4 1SE 1SE", "- 1SE 1SE")]


def test_a_doubt_beside_an_order_is_told_with_the_order() -> None:
    doubt = "Is that so? If 1NE were cheaper I'd do D3 1NE of course."
    found = read(opened(post(6, "Ann", f"I go to D4.\n\n{doubt}")))
    told = [(one.code, one.text, one.given["beside"]) for one in found.questions]
    assert told == [("beside", "D4", doubt)]


@pytest.mark.parametrize("text", ["You'll never get me", "Can't touch this"])
def test_a_line_of_talk_above_an_order_needs_no_full_stop(text: str) -> None:
    found = read(opened(post(6, "Ann", f"{text}\nD4")))
    assert (entries(found)[3:], asked(found)) == (["Ann: D4"], [])


@pytest.mark.parametrize("text", ["I would never ever choose", "Not", "I won't go to"])
def test_a_line_that_may_go_on_in_the_order_below_is_asked_about(text: str) -> None:
    found = read(opened(post(6, "Ann", f"{text}\nD4")))
    assert asked(found) == [(6, "beside", "D4")]


MARS = "Game: mars\nName: duel\nSeats: Ann, Bob\nSeed: 5ca1ab1e5ca1ab1e\n\n== 0 ==\n"
WHOLE = "make girder, girder T1.1 > T1.2, explore T1.2"


@pytest.mark.parametrize("again", [WHOLE, WHOLE.replace(", ", "\n")])
@pytest.mark.parametrize("front", ["", "My plan: "])
def test_a_whole_plan_said_twice_is_asked_about(front: str, again: str) -> None:
    posts = [report(1, 0), post(2, "Ann", f"{front}{WHOLE}\n{again}")]
    found = read(posts, text=MARS)
    once = WHOLE.replace(", ", " ")
    (one,) = found.questions
    assert one.readings == (once, f"{once} {once}")
    assert entries(read(posts, "2 = yes", text=MARS)) == [f"Ann: {once}"]


def test_lines_of_one_plan_are_still_one() -> None:
    posts = [report(1, 0), post(2, "Ann", "make girder\n" + WHOLE[13:])]
    assert entries(read(posts, text=MARS)) == [f"Ann: {WHOLE.replace(', ', ' ')}"]
