"""What is understood of each line, to the word: understood.txt has them all."""

from __future__ import annotations

import pytest

from tests.language.understood import kept, told

KEPT = kept()


@pytest.mark.parametrize("game", KEPT)
def test_lines_are_understood_as_they_are_kept(game: str) -> None:
    assert KEPT[game]
    found = [(line, told(game, line)) for line, _ in KEPT[game]]
    assert found == KEPT[game]
