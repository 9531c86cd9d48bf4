"""A post that was edited behind its deadline, or the report, is no order in time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from pbem.forum.scan.assign_turn import TurnBounds

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
#: Hours of the deadline and of the report behind noon; None: there is none.
ENDS = (None, -2, 2)


@pytest.mark.parametrize(("until", "reported"), [*product(ENDS, ENDS)])
def test_an_edit_behind_either_end_is_late(
    until: int | None, reported: int | None
) -> None:
    """After the deadline and before the report, and the other way round."""
    ends = [None if one is None else NOON + one * HOUR for one in (until, reported)]
    place = TurnBounds(1, 2, *ends)
    assert place.edited_late(NOON) is (-2 in (until, reported))
    assert not place.edited_late(None)
    for end in filter(None, ends):
        first = min(one for one in ends if one is not None)
        assert place.edited_late(end) is (end > first)
