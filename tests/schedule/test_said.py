"""Words about time: said.txt has what each of them comes to."""

from __future__ import annotations

from tests.schedule.said import kept, told


def test_words_about_time() -> None:
    found = [(words, told(words)) for words, _ in kept()]
    assert found == kept()
