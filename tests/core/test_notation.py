"""A line is understood, or the fault says where and what would be right."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.notation.parser import LONGEST, Notation, NotUnderstood
from pbem.plugins.games import find
from pbem.protocol import Fault

ROOT = Path(__file__).parents[2]
DUEL = ROOT / "games" / "arena" / "examples" / "duel.txt"
GRAMMAR = """
order: go | wait | say
go: "go"i "to"i? CELL
wait: "wait"i
say: "say"i WORD+
position: WORD
CELL.2: /[a-h][1-8]/i
WORD: /[a-z]+/i
%import .common.BLANK
%ignore BLANK
"""


def _keep(*words: Any) -> tuple[str, ...]:
    return tuple(str(word) for word in words)


READERS: Mapping[str, Callable[..., Any]] = {
    "order": lambda order: order,
    "go": lambda cell: ("go", cell.upper(), cell.start_pos, cell.end_pos),
    "wait": lambda: ("wait",),
    "say": _keep,
    "position": _keep,
}
WORDS = {"CELL": "a cell, such as D4", "WORD": "a word"}


@pytest.fixture
def notation(tmp_path: Path) -> Notation:
    grammar = tmp_path / "toy.lark"
    grammar.write_text(GRAMMAR)
    return Notation(grammar, READERS, WORDS)


def _fault(notation: Notation, text: str) -> Fault:
    with pytest.raises(NotUnderstood) as caught:
        notation.parse(text)
    return caught.value.fault


def test_tokens_know_their_place(notation: Notation) -> None:
    assert notation.parse("go to d4") == ("go", "D4", 6, 8)
    assert notation.parse("  GO , D4") == ("go", "D4", 7, 9)


def test_an_unknown_word_is_named_with_what_could_stand_there(
    notation: Notation,
) -> None:
    fault = _fault(notation, "fly d4")
    assert fault.code == "invalid.notation"
    assert fault.span == (0, 3)
    assert fault.given["found"] == "fly"
    assert fault.given["expected"] == ('"go"', '"say"', '"wait"')


def test_a_slip_of_the_pen_is_guessed(notation: Notation) -> None:
    assert _fault(notation, "wiat").given["near"] == "wait"
    assert _fault(notation, "SYA hello").given["near"] == "say"
    assert _fault(notation, "xyz").given["near"] == ""


def test_a_line_that_ends_too_early(notation: Notation) -> None:
    fault = _fault(notation, "go to  ")
    assert fault.code == "invalid.unfinished"
    assert fault.span == (5, 6)
    assert fault.given["expected"] == ("a cell, such as D4",)


def test_a_line_that_goes_on_too_long(notation: Notation) -> None:
    fault = _fault(notation, "wait d4")
    assert fault.code == "invalid.notation"
    assert fault.span == (5, 7)
    assert fault.given["expected"] == ("the end of the line",)


@pytest.mark.parametrize("text", ["", "   ", ",", "\n"])
def test_nothing_at_all(notation: Notation, text: str) -> None:
    fault = _fault(notation, text)
    assert fault.code == "invalid.empty"
    assert '"go"' in fault.given["expected"]


def test_no_line_is_too_long_to_be_refused(notation: Notation) -> None:
    fault = _fault(notation, "go " * LONGEST)
    assert fault.code == "invalid.too-long"
    assert (
        notation.parse(("say " + "word " * LONGEST)[: LONGEST - 5] + " word")[-1]
        == "word"
    )


def test_words_that_no_player_knows_are_found(tmp_path: Path) -> None:
    grammar = tmp_path / "toy.lark"
    grammar.write_text(GRAMMAR)
    assert Notation(grammar, READERS, WORDS).wordless() == set()
    assert Notation(grammar, READERS, {}).wordless() == {"CELL", "WORD"}


def test_a_position_has_a_grammar_of_its_own(notation: Notation) -> None:
    assert notation.parse("go", "position") == ("go",)
    with pytest.raises(NotUnderstood):
        notation.parse("d4", "order")


def test_a_grammar_kept_compiled_says_the_same(tmp_path: Path) -> None:
    grammar = tmp_path / "toy.lark"
    grammar.write_text(GRAMMAR)
    first, second = (Notation(grammar, READERS, WORDS) for _ in range(2))
    for text in ("fly d4", "go", "wait d4", ""):
        assert _fault(first, text) == _fault(second, text)
    assert first.parse("go d4") == second.parse("go d4")
    assert second.wordless() == set()


@given(st.text(max_size=60))
def test_no_text_does_worse_than_not_being_understood(text: str) -> None:
    notation = find("arena").notation
    for start in ("order", "position"):
        try:
            notation.parse(text, start)
        except NotUnderstood as error:
            low, high = error.fault.span
            assert 0 <= low <= high <= len(text) + 41


def _resolved(cache: Path) -> str:
    """What `pbem resolve` prints, with this folder for caches; warnings are errors."""
    words = [sys.executable, "-W", "error", "-m", "pbem", "resolve", str(DUEL)]
    env = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    done = subprocess.run(words, env=env, capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_orders_are_read_where_nothing_can_be_kept(tmp_path: Path) -> None:
    kept = tmp_path / "home"
    kept.mkdir(mode=0o700)
    first = _resolved(kept)
    files = [path for path in kept.rglob("*") if path.is_file()]
    assert any(path.name.endswith(".grammar") for path in files)
    assert _resolved(kept) == first
    for path in files:  # cut short, as where the disk was full
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert _resolved(kept) == first
    (tmp_path / "file").write_text("no folder")
    assert _resolved(tmp_path / "file") == first
    kept.chmod(0o500)
    assert _resolved(kept) == first
    kept.chmod(0o700)
