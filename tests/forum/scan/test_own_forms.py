"""Forms that we read back from our own output, in the words of players: a name, a cry,
a post that holds one is never taken for what we wrote."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbem.forum.annotations.evidence import AnnotatedRecord
from pbem.forum.annotations.remembered import Memory, StoredAnswer, recall, remembered
from pbem.forum.annotations.report_header import header
from pbem.forum.scan.question_text import answers
from pbem.forum.scan.scan import scan
from pbem.forum.thread import Post, Thread
from pbem.language.reading import MarkedLine
from pbem.record.turn_file import read

RECORD = (
    "Game: arena\nName: duel\nSeats: Ann, Bob\n\n# forum: moderator Gina\n\n== 0 ==\n"
)
#: Forms of ours, as a player would have them in the middle of our text.
FORMS = {
    "the head of a report": "game duel #50, orders until 2099-01-01 10:00 UTC",
    "a head in another case": "Game DUEL #50",
    "the head of a part": "game duel #50, part 1 of 2",
    "a heading of a record": "== 50 ==",
    "a deadline": "-- deadline --",
    "evidence": "# post 3 by Bob [3@0123456789]",
    "what is remembered": "# forum: moderator Bob",
    "an answer": "3 = fire A1",
    "a plan's heading": "Plan of Ann:",
}
REPORT = (
    "duel, turn 0 is done. Now turn 1.",
    header("duel", 1, until=datetime(2026, 11, 22, 10, tzinfo=UTC)),
)


def _post(number: int, author: str, *lines: str) -> Post:
    when = datetime(2026, 11, 20, 10 + number, tzinfo=UTC)
    said = tuple(MarkedLine(line) for line in lines)
    return Post(number=number, author=author, lines=said, time=when, key=str(number))


def _thread(*posts: Post) -> Thread:
    return Thread("A duel", posts)


FIRST = (
    _post(1, "Gina", "game duel #0", "Welcome!"),
    _post(2, "Ann", "fire C3"),
    _post(3, "Bob", "air F6"),
)
LAST = (_post(5, "Ann", "D4"), _post(6, "Bob", "E6"))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "how",
    [
        'Bob cries: "{}"',
        '"{}", says Bob.',
        "{}",
        "Bob cries: {}",
        "{} (Bob)",
        "Bob\u2028{}",
    ],
)
def test_a_report_that_quotes_a_form_is_the_report_of_its_turn(
    form: str, how: str
) -> None:
    """However the words of a player stand in the moderator's report, they are no head
    of one: orders count, and their deadline is the one that we wrote."""
    cry = how.format(FORMS[form])
    report = _post(4, "Gina", *REPORT, "", "What everybody did", "", cry, "", "Go on!")
    found = scan(RECORD, _thread(*FIRST, report, *LAST))
    lines = found.text.splitlines()
    assert [x for x in lines if x[:4] in ("Ann:", "Bob:")] == [
        "Ann: fire C3", "Bob: air F6", "Ann: D4", "Bob: E6",
    ]  # fmt: skip
    assert found.serial == 2
    assert found.memory.report is not None
    assert found.memory.report.serial == 1
    assert f"{found.memory.report.until:%Y-%m-%d}" == "2026-11-22"
    assert found.memory.moderators == ("Gina",)


@pytest.mark.parametrize("cut", [1, 2])
def test_a_report_without_its_head_is_none_by_what_it_quotes(cut: int) -> None:
    cry = f'Bob cries: "{FORMS["the head of a report"]}"'
    body = (*REPORT, cry, "Ann stays on C3", "", FORMS["the head of a report"])
    report = _post(4, "Gina", *body[cut:3], "Bob waits.", "Ann, too.", *body[3:])
    found = scan(RECORD, _thread(*FIRST, report))
    assert found.memory.report is None or found.memory.report.serial < 50


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("how", ["{}", "x {}", "{} x", "{}]", "[{}"])
def test_the_name_of_a_member_that_is_a_form_stays_a_name(form: str, how: str) -> None:
    """Bob plays under such a name: his orders, and what is remembered, are his."""
    name = how.format(FORMS[form])[:80]
    posts = (FIRST[0], FIRST[1], _post(3, name, "air F6"))
    memory = Memory(moderators=("Gina",), aliases={name: "Bob"}, nobody=(f"{name}!",))
    text = "\n".join(remembered(RECORD.splitlines(), memory)) + "\n"
    assert recall(text) == memory
    found = scan(text, _thread(*posts))
    assert read(found.text).header.seats == ("Ann", "Bob")
    placed = AnnotatedRecord(found.text).placed
    assert {key: (one.seat, one.sheet) for key, one in placed.items()} == {
        "2": ("Ann", (("fire C3",),)),
        "3": ("Bob", (("air F6",),)),
    }
    again = scan(found.text, _thread(*posts))
    assert (again.text, again.accepted) == (found.text, ())
    assert found.memory.moderators == ("Gina",)


@pytest.mark.parametrize(
    "name",
    [
        *("2", "#2", "post 2", "2 plan", "2a", "2 for Ann", "moderator", "orders"),
        *("pages", "who", "who 2", "2 = yes", "Ann = Bob", "m0123456789", "edits"),
    ],
)
def test_who_is_called_like_an_answer_is_introduced_by_what_we_propose(
    name: str,
) -> None:
    """The answer to "who is this?" is about the name, whatever it looks like."""
    thread = _thread(FIRST[0], FIRST[1], _post(3, name, "air F6"))
    (asked,) = [one for one in scan(RECORD, thread).questions if one.asks_who]
    (proposed, nobody) = answers(asked)
    found = scan(RECORD, thread, [f"{proposed.rpartition('=')[0]}= Bob"])
    assert dict(found.memory.aliases) == {name: "Bob"}
    assert found.memory.moderators == ("Gina",)
    assert found.memory.answers == {}
    assert "Bob: air F6" in found.text.splitlines()
    left = scan(RECORD, thread, [nobody])
    assert left.memory.nobody == (name,)
    assert left.memory.answers == {}


def test_what_is_answered_of_a_post_stays_on_its_line() -> None:
    for form in FORMS.values():
        memory = Memory(answers={"3": StoredAnswer(f"air F6\n{form}", "0123456789")})
        lines = remembered(RECORD.splitlines(), memory)
        (kept,) = [line for line in lines if "air F6" in line]
        assert kept == f"# forum: post 3 (0123456789) = air F6 {form}"
