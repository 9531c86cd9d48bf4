"""The games of the tutorials in a thread: lines of a post are parts of one order."""

from __future__ import annotations

import pytest

from tests.forum.said import post, read

pytestmark = pytest.mark.usefixtures("games_of_the_pages")

MARCHES = (
    "Game: marches\nName: m\nSeats: Ann, Bob\n\n# forum: moderator Gina\n\n== 0 ==\n"
)
ORDERS = "Hi all, my orders:\nBirch - Elm\nCedar helps Birch - Elm\nAsh holds\nCheers!"


def test_the_lines_of_a_post_are_one_order() -> None:
    found = read([post(2, "Ann", ORDERS)], text=MARCHES)
    assert [one for one in found.questions if one.asks] == []
    (taken,) = found.accepted
    assert taken.sheet == (("Birch - Elm", "Cedar helps Birch - Elm", "Ash holds"),)
    assert "Ann: Birch - Elm\n  Cedar helps Birch - Elm\n  Ash holds\n" in found.text


def test_a_line_that_cannot_be_read_is_asked_about() -> None:
    found = read([post(2, "Bob", "Heath - Elm\nGlen nowhere")], text=MARCHES)
    assert not found.accepted
    (asked,) = [one for one in found.questions if one.asks]
    assert (asked.code, asked.text) == ("notation", "Glen nowhere")


def test_breakthrough_is_read_out_of_prose() -> None:
    text = MARCHES.replace("marches", "breakthrough")
    found = read([post(2, "Ann", "My move: B2 to B3. Good luck!")], text=text)
    assert [one.sheet for one in found.accepted] == [(("B2 to B3",),)]
