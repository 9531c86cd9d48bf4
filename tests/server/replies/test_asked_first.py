"""Orders that are asked about before they count: nothing hidden answers them."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.server.play import orders
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
    assert 'You write "D4 1NE no wait, E4 1NE". I would play "D4 1NE 1NE"' in said
    assert "Nothing is changed yet: send the same again to have it so." in said
    assert len(world.orders()) == 3
    world.answer(ANN, "E4 1NE")
    assert world.orders()[3] == "Ann: E4 1NE"
    world.answer(ANN, "Actually, D4 1NE")
    assert world.orders()[4] == "Ann: D4 1NE"
