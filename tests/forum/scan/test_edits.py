"""Posts that were changed after they were read, or after their time."""

from __future__ import annotations

import pytest

from pbem.forum.scan.question_text import answers, question_words
from pbem.forum.thread import Post
from pbem.plugins.games import find
from tests.forum.said import ARENA, asked, at, entries, opened, post, read, report

ANN = post(6, "Ann", "D4")


def changed(text: str, policy: str = "ask", *more: Post) -> tuple[list[str], list[str]]:
    """Post 6 read as D4, then changed: the orders of turn 1, and what is asked."""
    first = read(opened(ANN), text=ARENA + f"# forum: edits {policy}\n")
    assert entries(first)[3:] == ["Ann: D4"]
    again = read(opened(post(6, "Ann", text), *more), text=first.text)
    found = [f"{code} {proposal}" for _, code, proposal in asked(again)]
    return entries(again)[3:], found


@pytest.mark.parametrize(
    ("policy", "text", "orders", "questions"),
    [
        ("ask", "D3", ["Ann: D4"], ["edited D3"]),
        ("ask", "d4", ["Ann: D4"], []),
        ("ask", "Hello! D4 it is.\n## D4", ["Ann: D4"], []),
        ("ask", "Never mind.", ["Ann: D4"], ["edited nothing"]),
        ("count", "D3", ["Ann: D3"], []),
        ("count", "Never mind.", [], []),
        ("ignore", "D3", ["Ann: D4"], []),
        ("ignore", "D3\nI think B3 is better", ["Ann: D4"], []),
        # An edit that is in doubt itself is never believed unasked.
        ("count", "D3\nI think B3 is better", ["Ann: D4"], ["edited B3"]),
        ("count", "## D3\n## nonsense", ["Ann: D4"], ["edited D3"]),
        ("count", "## D3\nBob: E5", ["Ann: D4"], ["edited D3"]),
        ("count", "## nonsense", ["Ann: D4"], ["edited nothing"]),
        # What is marked more silences the doubt.
        ("count", "## D3\nI think B3 is better", ["Ann: D3"], []),
    ],
)
def test_an_edit_before_the_report(
    policy: str, text: str, orders: list[str], questions: list[str]
) -> None:
    assert changed(text, policy) == (orders, questions)


def test_an_edit_that_may_be_an_order_is_shown_with_its_readings() -> None:
    first = read(opened(ANN), text=ARENA)
    now = "D3 or maybe C4?"
    again = read(opened(post(6, "Ann", now)), text=first.text)
    (one,) = again.questions
    told = question_words(one, find("arena"))
    assert told == (
        'The post was changed since the last scan. It ordered "D4"; now it says '
        f'"{now}", which may be an order or not.'
    )
    given = ["6 = yes", "6 = C4", "6 = nothing", "6 = keep"]
    assert (one.proposal, answers(one)) == ("D3", given)
    late = read(opened(post(6, "Ann", now), report(9, 2)), text=first.text)
    assert "which may be an order or not" in question_words(
        late.questions[0], find("arena")
    )


@pytest.mark.parametrize("policy", ["ask", "count"])
def test_an_edit_after_the_report_changes_nothing(policy: str) -> None:
    assert changed("D3", policy, report(9, 2)) == (["Ann: D4"], ["edited-late keep"])
    assert changed("d4", policy, report(9, 2)) == (["Ann: D4"], [])


def test_an_edit_after_the_report_may_be_ignored() -> None:
    assert changed("D3", "ignore", report(9, 2)) == (["Ann: D4"], [])


@pytest.mark.parametrize(
    ("policy", "orders", "codes"),
    [("ask", [], ["edited"]), ("count", ["Ann: D4"], []), ("ignore", [], [])],
)
def test_an_order_in_a_post_that_had_none(
    policy: str, orders: list[str], codes: list[str]
) -> None:
    text = ARENA + f"# forum: edits {policy}\n"
    first = read(opened(post(6, "Ann", "Let me think.")), text=text)
    again = read(opened(ANN), text=first.text)
    assert entries(again)[3:] == orders
    assert [code for _, code, _ in asked(again)] == codes


@pytest.mark.parametrize(
    ("policy", "orders", "codes"),
    [("ask", [], ["edited-late"]), ("count", ["Ann: D4"], []), ("ignore", [], [])],
)
@pytest.mark.parametrize(("edited", "late"), [(20, False), (21, True)])
def test_a_post_that_was_edited_after_the_deadline(
    edited: int, late: bool, policy: str, orders: list[str], codes: list[str]
) -> None:
    """On the minute is in time."""
    until = ", orders until 2026-11-20 12:20 UTC"
    thread = [
        *opened()[:4],
        report(5, 1, until),
        post(6, "Ann", "D4", edited=at(edited)),
    ]
    found = read(thread, text=ARENA + f"# forum: edits {policy}\n")
    assert entries(found)[3:] == (orders if late else ["Ann: D4"])
    assert [code for _, code, _ in asked(found)] == (codes if late else [])


@pytest.mark.parametrize(("time", "late"), [(20, False), (21, True)])
def test_a_post_that_came_after_the_deadline(time: int, late: bool) -> None:
    until = ", orders until 2026-11-20 12:20 UTC"
    thread = [*opened()[:4], report(5, 1, until), post(6, "Ann", "D4", time=at(time))]
    found = read(thread)
    assert entries(found)[3:] == ([] if late else ["Ann: D4"])
    assert asked(found) == ([(6, "late", "D4")] if late else [])
