"""Lark's tables driven by us read what Lark reads, and nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark
from lark.exceptions import UnexpectedInput

from pbem.games import find
from pbem.lalr.making import tables_of
from pbem.lalr.patterns import Pattern, pattern
from pbem.lalr.reader import Reader, Unread
from pbem.lalr.tables import Tables, kept_tables

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
    except UnexpectedInput:
        return Unread


def _by_tables(game: str, text: str, start: str) -> Any:
    reader, usual = _reader(game, start), find(game).rules.usual
    at_once = usual(text) if usual is not None and start == "order" else None
    try:
        found = reader.read(text)
    except Unread:
        assert not reader.reads(text)
        assert at_once is None
        return Unread
    assert reader.reads(text)
    assert at_once is None or at_once == found
    return found


@cache
def _tables(game: str) -> Tables:
    return tables_of(find(game).notation._lark)


@cache
def _reader(game: str, start: str) -> Reader:
    return Reader(_tables(game), start, find(game).rules.readers)


@pytest.mark.parametrize("game", GAMES)
def test_published_lines_are_read_as_lark_reads_them(game: str) -> None:
    lark, read = find(game).notation._lark, 0
    for text in _written(game):
        for start in lark.options.start:
            found = _by_lark(lark, text, start)
            assert _by_tables(game, text, start) == found, text
            read += found is not Unread
    assert read > 30


@given(st.data())
def test_any_mixture_of_their_words_too(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    words = sorted({word for line in _written(game) for word in line.split(" ")})
    mixed = st.lists(st.sampled_from(words) | st.text(max_size=4), max_size=6)
    text, lark = " ".join(data.draw(mixed)), find(game).notation._lark
    for start in lark.options.start:
        assert _by_tables(game, text, start) == _by_lark(lark, text, start)


def test_a_keyword_is_told_from_a_word_and_a_place_is_kept() -> None:
    grammar = 'order: ("GO" WORD)+\nWORD: /[A-Z]+/\n%ignore " "'
    lark = Lark(grammar, parser="lalr", start="order")
    tree = Reader(tables_of(lark), "order", {}).read(" GO AB GO GOGO")
    places = [(str(x), x.start_pos, x.end_pos) for x in tree.children]
    assert places == [("AB", 4, 6), ("GOGO", 10, 14)]


def test_what_is_ignored_goes_only_where_nothing_before_it_can_stand() -> None:
    """A dot ends a list where it can, and says nothing elsewhere; a blank is looked
    for last."""
    grammar = (
        "order: WORD+ PAIR? END?\nWORD: /[a-z]/\nPAIR.2: /[ ]![a-z]/\nEND.3: /[.]$/"
        "\nDOT.1: /[.]+/\nBLANK: /[ ]+/\n%ignore DOT\n%ignore BLANK"
    )
    lark = Lark(grammar, parser="lalr", start="order")
    reader = Reader(tables_of(lark), "order", {})
    for text in ("a", " .a. b .", "a !b", "a  !b", "a. .!b", "...", "a..", "a b !c."):
        assert _by_lark(lark, text, "order") == _tree(reader, text), text


def test_a_word_of_the_grammar_may_stand_where_no_other_word_may() -> None:
    grammar = 'order: ("GO" | WORD "!") WORD? ("ON" | "TO" WORD)\nWORD: /[A-Z]+/'
    lark = Lark(f'{grammar}\n%ignore " "', parser="lalr", start="order")
    reader = Reader(tables_of(lark), "order", {})
    for text in ("GO ON", "GO A ON", "X! TO GO", "GO TO B", "GO B", "X! ON ON", "GO"):
        assert _by_lark(lark, text, "order") == _tree(reader, text), text


def _tree(reader: Reader, text: str) -> Any:
    try:
        return reader.read(text)
    except Unread:
        return Unread


def test_a_rule_without_a_reader_is_a_tree_and_one_of_one_child_that_child() -> None:
    grammar = (
        'order: pair one\npair: WORD ["!"] (","? WORD)*\n?one: NUMBER "."'
        "\nWORD: /[a-z]/\nNUMBER: /[0-9]/\n%ignore /[ ]/"
    )
    lark = Lark(grammar, parser="lalr", start="order", maybe_placeholders=True)
    reader = Reader(tables_of(lark), "order", {})
    for text in ("a 1.", "a! b 2.", "a, b c 3."):
        assert reader.read(text) == lark.parse(text, "order")
    with pytest.raises(Unread):
        reader.read("a! b! 4.")


def test_tables_are_kept_until_what_they_are_made_of_changes(tmp_path: Path) -> None:
    made = []

    def make() -> Tables:
        made.append(1)
        return _tables("lava")

    place = tmp_path / "lava.tables"
    for sources in ([b"a", b"b"], [b"a", b"b"], [b"ab", b""], [b"ab", b""]):
        assert kept_tables(place, sources, make) == _tables("lava")
    assert len(made) == 2
    place.write_bytes(place.read_bytes()[:-9])
    assert kept_tables(place, [b"ab", b""], make) == _tables("lava")
    assert kept_tables(None, [b"ab", b""], make) == _tables("lava")
    assert kept_tables(tmp_path / "no" / "file", [b"a"], make) == _tables("lava")
    assert len(made) == 5


def test_orders_are_read_without_lark(tmp_path: Path) -> None:
    code = (
        "import sys; from pbem.games import find; n = find('arena').notation;"
        "print(n.parse('D4 1NE'), 'lark' in sys.modules)"
    )
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    tmp_path.chmod(0o700)
    said = [
        subprocess.run(
            [sys.executable, "-c", code], env=env, capture_output=True, text=True
        ).stdout
        for _ in range(2)
    ]
    assert said == ["D4 1NE True\n", "D4 1NE False\n"]


@pytest.mark.parametrize(
    "text", ["(?P<A>a+)|(?i:(?P<B>bé|[x-z]))", r"(?P<WORD>[^\W\d_]+(?!\w))|(?P<ODD>·)"]
)
def test_a_kept_pattern_is_what_compiling_it_makes(text: str) -> None:
    kept = pattern(text, re.MULTILINE)
    assert kept.code
    assert kept.compiled() == re.compile(text, re.MULTILINE)
    found = Pattern(*kept).compiled().match("BÉ" if "é" in text else "wort")
    assert found is not None
    assert found.lastgroup in ("B", "WORD")
    # Where the code cannot be had it is compiled.
    assert Pattern(text, re.MULTILINE).compiled() == kept.compiled()
