"""Pages of forums that changed their markup: worn.txt has what is read of each."""

from __future__ import annotations

import pytest

from tests.forum.formats.worn import kept, told
from tests.forum.saved_pages import names

KEPT = kept()


@pytest.mark.parametrize("name", names())
def test_a_page_whose_posts_lack_a_mark(name: str) -> None:
    assert told(name) == KEPT[name]
