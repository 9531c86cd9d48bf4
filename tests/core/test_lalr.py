"""Lark's tables driven by us read what Lark reads, and nothing else."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark
from lark.exceptions import UnexpectedInput

from pbem.games import find
from pbem.lalr import Reader

ROOT = Path(__file__).parents[2]
GAMES = ("arena", "lava", "magblast", "magma", "mars")


@cache
def _written(game: str) -> list[str]:
    """The lines of the published cases, and what stands behind names of seats."""
    files = (ROOT / "games" / game / "cases").glob("*.txt")
    lines = {line for file in files for line in file.read_text().splitlines()}
    return sorted({line.partition(":")[2].strip() for line in lines} | lines)


def _by_lark(lark: Lark, text: str, start: str) -> Any:
    try:
        return lark.parse(text, start)
    except UnexpectedInput as error:
        return type(error), error.pos_in_stream


def _by_tables(lark: Lark, text: str, start: str) -> Any:
    reader = _reader(lark, start)
    try:
        found = reader.read(text)
    except UnexpectedInput as error:
        assert not reader.reads(text)
        return type(error), error.pos_in_stream
    assert reader.reads(text)
    return found


@cache
def _reader(lark: Lark, start: str) -> Reader:
    return Reader(lark, start)


@pytest.mark.parametrize("game", GAMES)
def test_published_lines_are_read_as_lark_reads_them(game: str) -> None:
    lark, read = find(game).notation._lark, 0
    for text in _written(game):
        for start in lark.options.start:
            found = _by_lark(lark, text, start)
            assert _by_tables(lark, text, start) == found, text
            read += not isinstance(found, tuple)
    assert read > 30


@given(st.data())
def test_any_mixture_of_their_words_too(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    words = sorted({word for line in _written(game) for word in line.split(" ")})
    mixed = st.lists(st.sampled_from(words) | st.text(max_size=4), max_size=6)
    text, lark = " ".join(data.draw(mixed)), find(game).notation._lark
    for start in lark.options.start:
        assert _by_tables(lark, text, start) == _by_lark(lark, text, start)


def test_a_keyword_is_told_from_a_word_and_a_place_is_kept() -> None:
    grammar = 'order: ("GO" WORD)+\nWORD: /[A-Z]+/\n%ignore " "'
    lark = Lark(grammar, parser="lalr", start="order")
    tree = Reader(lark, "order").read(" GO AB GO GOGO")
    places = [(str(x), x.start_pos, x.end_pos) for x in tree.children]
    assert places == [("AB", 4, 6), ("GOGO", 10, 14)]
