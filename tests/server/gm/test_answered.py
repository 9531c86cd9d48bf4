"""Whoever acts on a game without a seat in it is answered, whatever comes of it."""

from __future__ import annotations

from tests.server.conftest import Make
from tests.support.server.world import ANN


def test_a_host_whose_act_resolves_a_turn_gets_an_answer(make: Make) -> None:
    world = make()
    world.start()
    world.answer(ANN, "fire C3")
    out = world.host_does("act as Bob: air F6")
    reports = [mail for mail in out if mail.subject.startswith("arena-1 #1")]
    assert len(reports) == 2
    [answer] = [mail for mail in out if mail.recipient == "host@x.example"]
    assert "Done: orders for Bob." in answer.text
