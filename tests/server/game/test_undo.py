"""Turns that were undone: what belonged to them is worth nothing any more."""

from __future__ import annotations

import pytest

from tests.support.server.world import ADDRESS, ANN, BOB, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def test_a_letter_of_a_turn_that_was_undone_speaks_for_nobody(world: World) -> None:
    """Its token names a turn of the same number as the one that is open again."""
    world.start()
    for who, order in ((ANN, "fire C3"), (BOB, "air F6")):
        world.answer(who, order)
    before = world.last(ADDRESS[ANN]).reply_to
    for who, order in ((ANN, "D4"), (BOB, "E6")):
        world.answer(who, order)
    later = world.last(ADDRESS[ANN]).reply_to
    world.answer(ANN, "propose undo")
    world.answer(BOB, "agree")
    assert world.last(ADDRESS[ANN]).subject == "arena-1 #1: your turn"
    started = ["Ann: fire C3", "Bob: air F6"]
    assert world.orders() == started
    fresh = world.last(ADDRESS[ANN]).reply_to
    for old in (before, later):
        out = world.say(ANN, "C4", old)
        assert [mail.recipient for mail in out] == [ADDRESS[ANN]]
        assert "could not trust" in out[0].subject
        assert world.orders() == started
    world.say(ANN, "C4", fresh)
    assert world.orders() == [*started, "Ann: C4"]
