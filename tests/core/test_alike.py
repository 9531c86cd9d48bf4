"""Orders that come to the same, and events that not everybody knows of."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.protocol import Compound, Order, alike, visible_to
from pbem.protocol.alike import seems
from tests.core.test_loop import Heard, Say, asking


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (Say(number=1), Say(number=1), True),
        (Say(number=1), Say(number=2), False),
        (Say(number=0), Say(number=0), False),
        (Say(number=1), Say(number=0), False),
        (Compound(lines=(1, 2)), Compound(lines=(2, 1)), True),
        (Compound(lines=(1, 2)), Compound(lines=(1, 3)), False),
        (Compound(lines=(1, 2)), Say(number=1), False),
        (Say(number=1), Compound(lines=(1, 2)), False),
    ],
)
def test_orders_that_come_to_the_same(one: Order, other: Order, same: bool) -> None:
    assert alike(asking(), (), "Ann", one, other) is same


@pytest.mark.parametrize(
    ("wanted", "had", "bob", "same"),
    [
        (1, 1, 0, True),  # it was played, whatever else was
        (1, 2, 3, False),
        (1001, 1002, 3, True),  # only Ann knows of either
        (101, 102, 3, False),  # what all see of the state differs
        (1, 1001, 3, False),
        (0, 1, 3, False),
        (1001, 1002, 0, False),
    ],
)
def test_what_everybody_would_have_seen(
    wanted: int, had: int, bob: int, same: bool
) -> None:
    orders: dict[str, Order] = {"Ann": Say(number=had), "Bob": Say(number=bob)}
    assert seems(asking(), (), "Ann", Say(number=wanted), orders) is same


def test_who_knows_of_an_event_stands_in_a_frozenset() -> None:
    event: Any = Heard(number=1, known_to=frozenset({"Ann"}))
    assert visible_to("Ann", event) == event
    assert visible_to("Bob", event) is None
    wrong: Any = Heard(number=1, known_to="Ann")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="known_to of Heard is 'Ann', no frozenset"):
        visible_to("Ann", wrong)
