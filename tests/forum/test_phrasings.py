"""Posts as people write them, over all games: nothing wrong, nothing in silence."""

from __future__ import annotations

from collections import Counter

from tests.forum.score_phrasings import ROWS, TOLD, judged, kept, rows

_ROWS = list(rows(ROWS.read_text("utf-8")))


def test_nothing_is_wrong_and_nothing_is_passed_over() -> None:
    """Most is taken as it is meant, and the rest is asked about, in these words."""
    outcomes = [judged(row) for row in _ROWS]
    bad = ("wrong", "silent", "chatter asked")
    assert [(one.kind, one.row.posting) for one in outcomes if one.kind in bad] == []
    count = Counter(one.kind for one in outcomes)
    orders = sum(bool(row.meant) for row in _ROWS)
    assert count["right"] >= 0.75 * orders
    assert count["asked, other"] <= 0.02 * orders
    told = TOLD.read_text("utf-8")
    assert kept(outcomes).splitlines() == told.splitlines()
