"""What is a question at all."""

from __future__ import annotations

import pytest

from pbem.plugins.games import find
from pbem.server.flow import questions
from pbem.server.game.order_lines import read


@pytest.mark.parametrize(
    ("lines", "asks"),
    [
        (["Can I move twice?"], True),
        (["I am lost.", "What happens in a tie?"], True),
        (["How do I win? I have no idea."], True),
        (["Tell me? please do."], False),  # begins like no question
        (["can I move twice"], False),
        (["D4 1NE", "What happens in a tie?"], False),  # an order is among them
        (["D4 1NE"], False),
    ],
)
def test_a_question_holds_no_order(lines: list[str], asks: bool) -> None:
    arena = find("arena")
    assert questions.asks(arena, read(arena, lines)) is asks
