"""What is said of another player's order: passed on, or only advised."""

from __future__ import annotations

import pytest

from tests.forum.said import entries, opened, post, read


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
