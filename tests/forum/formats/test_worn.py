"""Pages of forums that changed their markup: worn.txt has what is read of each."""

from __future__ import annotations

import pytest

from tests.forum.formats.worn import NAMES, kept, told

KEPT = kept()


@pytest.mark.parametrize("name", NAMES)
def test_a_page_whose_posts_lack_a_mark(name: str) -> None:
    assert told(name) == KEPT[name]
