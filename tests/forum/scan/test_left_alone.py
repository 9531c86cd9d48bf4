"""Lines of posts that name parts of orders and are read as talk are listed."""

from __future__ import annotations

import pytest

from pbem.forum.scan.question_text import left_alone
from pbem.language.reading import Asking, Certainty, Kind, MarkedLine
from pbem.language.text import read_text
from pbem.plugins.games import find
from tests.forum.said import entries, opened, post, read, report

TALK = "Nice walk to E5, Bob!"


def test_talk_that_names_a_square_is_listed_beside_the_order() -> None:
    found = read(opened(post(6, "Ann", f"D4 1NE\n{TALK}\nGood luck all!")))
    assert entries(found)[-1] == "Ann: D4 1NE"
    assert [(one.number, text) for one, text in found.left] == [(6, TALK)]
    assert TALK in left_alone(found, find("arena"))


def test_what_is_known_to_be_past_is_not_listed_again() -> None:
    more = (post(7, "Bob", "E5"), post(8, "Cid", "A7"), report(9, 2))
    posts = opened(post(6, "Ann", f"D4 1NE\n{TALK}"), *more)
    first = read(posts)
    assert first.serial == 2
    again = read(posts, text=first.text)
    assert again.left == ()
    assert "No line" in left_alone(again, find("arena"))


@pytest.mark.parametrize(
    "text",
    [
        "Hello all\n\nMove: D4 1NE\nsee you",
        "D4 1NE\noops, make that E4 1NE",
        "Orders:\nD4\n1NE\n\nBob: E5",
        "I think D4 1NE\n" + "so long " * 60,
    ],
)
def test_each_line_of_a_text_is_in_a_reading(text: str) -> None:
    asking = Asking(find("arena"), "Ann", ("Ann", "Bob", "Cid"))
    readings = read_text(map(MarkedLine, text.split("\n")), asking)
    inside = {at for one in readings for at in range(*one.span)}
    start = 0
    for line in text.split("\n"):
        assert not line or inside & set(range(start, start + len(line))), line
        start += len(line) + 1
    assert list(readings) == sorted(readings, key=lambda one: one.span)
    for one in readings:
        taken = one.certainty is Certainty.SURE and one.kind is Kind.ORDER
        assert bool(one.orders) == taken
