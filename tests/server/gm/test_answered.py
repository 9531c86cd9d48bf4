"""Whoever acts on a game without a seat in it is answered, whatever comes of it."""

from __future__ import annotations

from pbem.server.states import GameState
from pbem.server.store import game_store, games
from tests.server.conftest import Make
from tests.support.server.world import ANN, BOB


def test_a_host_whose_act_resolves_a_turn_gets_an_answer(make: Make) -> None:
    world = make()
    world.start()
    world.answer(ANN, "fire C3")
    out = world.host_does("act as Bob: air F6")
    reports = [mail for mail in out if mail.subject.startswith("arena-1 #1")]
    assert len(reports) == 2
    [answer] = [mail for mail in out if mail.recipient == "host@x.example"]
    assert "Done: orders for Bob." in answer.text


def test_the_last_turn_is_played_again_with_other_orders_of_one_seat(
    make: Make,
) -> None:
    world = make()
    world.start()
    world.answer(ANN, "fire C3")
    world.answer(BOB, "air F6")
    world.answer(ANN, "D4")
    out = world.host_does("correct Bob: fire F6")
    told = {mail.recipient: mail.text for mail in out if "acted" in mail.subject}
    assert "Your orders are now: fire F6" in told["bob@b.example"]
    assert "fire F6" not in told["ann@a.example"]
    with world.store.reading() as conn:
        (game,) = games.in_state(conn, (GameState.RUNNING,))
        story = game_store.load_story(conn, game)
    assert story.table.serial == 1
    assert not story.table.answers
