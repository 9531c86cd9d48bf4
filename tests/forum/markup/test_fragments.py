"""Fragments of markup: fragments.txt has the lines that each of them is read as."""

from __future__ import annotations

from tests.forum.markup.fragments import kept, told


def test_fragments_are_read_as_they_are_kept() -> None:
    found = [(fragment, told(fragment)) for fragment, _ in kept()]
    assert found == kept()
