"""What the bench calls reached, and what it calls noise."""

from __future__ import annotations

from functools import partial

import pytest

from tests.bench.against import verdict
from tests.bench.harness import Row, beside, table


@pytest.mark.parametrize(
    ("row", "within", "said"),
    [
        (Row("orders", 5.0, "peer", 1.0, 1.0), True, "1: kept"),
        (Row("orders", 5.0, "peer", 1.01, 1.0), False, "1: MISSED"),
        (Row("orders", 5.0, "peer", 9.0), None, "orders"),
    ],
)
def test_a_budget_is_a_ratio_to_a_peer(
    row: Row, within: bool | None, said: str
) -> None:
    assert row.within is within
    assert said in table({"part": [row]})


def test_works_are_measured_in_turn_with_their_peer() -> None:
    done: list[str] = []

    def taking(name: str, seconds: float) -> float:
        done.append(name)
        return seconds

    slow = ("slow", partial(taking, "slow", 0.004), 1.5)
    quick = ("quick", partial(taking, "quick", 0.002), 1.5)
    peer, *rows = beside("peer", partial(taking, "peer", 0.002), [slow, quick], 2)
    assert done == ["peer", "slow", "quick"] * 3  # the first ones warm up
    assert (peer.milliseconds, peer.ratio, peer.within) == (2.0, 1.0, None)
    assert [(row.ratio, row.within) for row in rows] == [(2.0, False), (1.0, True)]


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
