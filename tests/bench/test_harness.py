"""What the bench calls reached, and what it calls noise."""

from __future__ import annotations

import pytest

from tests.bench.against import verdict
from tests.bench.harness import Peer, Row, table


@pytest.mark.parametrize(
    ("row", "measure", "reached"),
    [
        (Row("orders", 50.0, "/s", 0.5).beside(100.0), 0.5, True),
        (Row("orders", 49.0, "/s", 0.5).beside(100.0), 0.49, False),
        (Row("a board", 5.0, "ms", 500).beside(100_000.0), 500, True),
        (Row("a board", 5.1, "ms", 500).beside(100_000.0), 510, False),
        (Row("a part", 5.0, "us", 0.5).beside(100_000.0), 0.5, True),
        (Row("a start", 15.0, "ms", 1.5, Peer("import", 10.0)).beside(9.0), 1.5, True),
        (Row("memory", 99.0, "MB", 100).beside(9.0), 99.0, True),
        (Row("memory", 101.0, "MB", 100), 101.0, False),
        (Row("orders", 50.0).beside(100.0), 0.5, None),
    ],
)
def test_a_goal_is_a_ratio_to_a_peer(
    row: Row, measure: float, reached: bool | None
) -> None:
    assert row.measure == pytest.approx(measure)
    assert row.reached is reached
    verdict = {True: "reached", False: "MISSED", None: "orders"}[reached]
    assert verdict in table({"part": [row]})


@pytest.mark.parametrize(
    ("ratios", "said"),
    [
        ([1.01] * 6, "faster"),
        ([0.99] * 6, "slower"),
        ([1.5] * 5, "noise"),
        ([1.5] * 5 + [0.99], "noise"),
        ([1.5] * 9 + [0.99], "faster"),
    ],
)
def test_a_difference_is_more_than_noise_where_pairs_agree(
    ratios: list[float], said: str
) -> None:
    assert verdict(ratios) == said
