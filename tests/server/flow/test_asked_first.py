"""Orders that are asked about before they count: nothing hidden answers them."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.server.game import orders
from pbem.server.store import schema
from tests.support.server.world import ANN, BOB, World

pytestmark = pytest.mark.parametrize("url", ["sqlite"], indirect=True)


def test_what_a_letter_changes_is_tried_on_what_its_writer_knows(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.begin()
    world.answer(BOB, "F7")
    tried, offer = list[Any](), orders.offer

    def watched(story: Any, *given: Any, **more: Any) -> Any:
        tried.append({*story.table.answers})
        return offer(story, *given, **more)

    with monkeypatch.context() as patched:
        patched.setattr(orders, "offer", watched)
        (asked,) = world.answer(ANN, "D4 1NE no wait, E4 1NE")
    assert tried == [set()]
    said = " ".join(asked.text.split())
    assert 'You write "D4 1NE no wait, E4 1NE". I would play "E4 1NE"' in said
    assert 'Nothing is changed yet: answer "yes" to have it so' in said
    assert len(world.orders()) == 3
    world.answer(ANN, "E4 1NE")
    assert world.orders()[3] == "Ann: E4 1NE"
    world.answer(ANN, "Actually, D4 1NE")
    assert world.orders()[4] == "Ann: D4 1NE"


def _audit(world: World, many: int) -> None:
    """So many lines about the first game in the audit log."""
    row = {"at": world.now, "what": "noise", "game_id": 1, "detail": ""}
    with world.store.writing() as conn:
        conn.execute(schema.audit.insert(), [row] * many)


def test_what_was_asked_is_remembered_whatever_was_logged_since(world: World) -> None:
    world.begin()
    world.answer(ANN, "D4 quickly 1NE")
    before = world.orders()
    _audit(world, 250)
    world.answer(ANN, "D4 quickly 1NE")
    assert len(world.orders()) == len(before) + 1


@pytest.mark.parametrize("other", ["D4 slowly 1NE", "E4 quickly 1NE"])
def test_other_orders_are_asked_about_by_themselves(world: World, other: str) -> None:
    world.begin()
    world.answer(ANN, "D4 quickly 1NE")
    before = world.orders()
    world.answer(ANN, other)
    assert world.orders() == before


def test_another_turn_asks_anew_and_the_old_question_is_forgotten(world: World) -> None:
    world.begin()
    world.answer(ANN, "- quickly 1NE")
    world.answer(ANN, "- quickly 1NE")
    world.answer(BOB, "F5")
    before = world.orders()
    world.answer(ANN, "- quickly 1NE")
    assert world.orders() == before
    assert world.count(schema.asked) == 1
