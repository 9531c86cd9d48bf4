"""Documents that lack something: lacking.txt has what is read of each."""

from __future__ import annotations

import pytest

from tests.forum.formats.lacking import NAMES, kept, told

KEPT = kept()


@pytest.mark.parametrize("name", NAMES)
def test_a_document_that_lacks_something(name: str) -> None:
    assert told(name) == KEPT[name]
