"""What is sent at any time, and what becomes of the answers that lie there."""

from __future__ import annotations

import pytest

from tests.core.test_referee import SEATS, Desk, _table


@pytest.fixture
def desk() -> Desk:
    """Ann's claim lies on the stack, and the others may react to it."""
    desk = Desk(_table())
    for seat, card in zip(SEATS, ("9", "1", "2"), strict=True):
        desk.send(seat, f"play {card}")
    return desk


def test_a_standing_answer_that_is_taken_back_is_asked_for_again(desk: Desk) -> None:
    desk.send("Bob", "always pass")
    assert desk.awaited() == ("Cid",)
    desk.send("Bob", "never pass")
    assert desk.awaited() == ("Bob", "Cid")
    desk.send("Cid", "pass")
    assert desk.awaited() == ("Bob",)
    desk.send("Bob", "block")
    assert desk.stack() == ["Ann", "Bob"]


def test_a_standing_answer_that_stands_is_given_again(desk: Desk) -> None:
    desk.send("Bob", "always pass")
    desk.send("Cid", "never pass")
    assert desk.awaited() == ("Cid",)
    desk.send("Cid", "pass")
    assert desk.table.state.points["Ann"] == 1


def test_an_answer_that_was_sent_outlasts_what_others_send_at_any_time(
    desk: Desk,
) -> None:
    desk.send("Bob", "block")
    assert desk.send("Cid", "always pass", "never pass") == []
    assert desk.faults == []
    assert desk.awaited() == ("Cid",)
    desk.send("Cid", "pass")
    assert desk.stack() == ["Ann", "Bob"]
