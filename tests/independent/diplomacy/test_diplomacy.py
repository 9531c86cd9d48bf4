"""Our adjudicator beside one that tries everything, in random positions.

At length: `python -m tests.independent.diplomacy --count N --seed S`.
"""

from __future__ import annotations

from tests.independent.diplomacy.__main__ import compare


def test_random_positions_come_to_the_same_as_by_trying_everything() -> None:
    found = compare(range(400))
    assert found.paradoxes > 50
    assert found.several > 50
    assert found.convoyed > 10
    assert found.dislodged > 100
