"""Thousands of letters: every language in the forms of every program.

All of them, and what each gives: python -m tests.mail.reply.generated
"""

from __future__ import annotations

from itertools import islice

import pytest

from tests.mail.reply.generated import Made, languages, letters, tried

MANY = 5_000
SHARE = 5  #: one letter in so many is read; which ones, differs by language
SHOWN = 3


@pytest.mark.parametrize("name", languages())
def test_a_language_in_every_shape(name: str) -> None:
    some = islice(tried(name), list(languages()).index(name) % SHARE, None, SHARE)
    wrong = [(made, way) for made, way in some if not made.well(way)]
    assert not wrong, "\n".join(_told(made, way) for made, way in wrong[:SHOWN])


def _told(made: Made, way: str) -> str:
    return f"{made.shape}, {way}\n{made.text}\n--- gives\n{made.read(way)}"


def test_there_are_many_letters_of_many_shapes() -> None:
    """Every language has every kind of words, and a few of them make thousands."""
    kinds = {"says", "older", "names", "lines", "blocks", "stamps", "titles", "devices"}
    assert all(kinds <= set(table) for table in languages().values())
    count = sum(len(list(letters(name))) for name in ("english", "german", "japanese"))
    assert count > MANY
