"""Every ruling of a handbook is cited where it is carried out, and no other one.

A citation stands in brackets, as in "(L27)", "(L5, L6)" or "(B30 to B34)", or at
the head of a comment or docstring, as in "Z16: the clock runs on".
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest

from pbem.plugins.games import built_in, find

ROOT = Path(__file__).parents[2] / "pbem"
MAX_WITHOUT_CODE = 10  #: rulings of all games together

#: Rulings that no code carries out, each with the reason.
WITHOUT_CODE: dict[str, str] = {
    "B42": "record/opening.py keeps versions, for all games alike",
    "Z30": "record/opening.py keeps versions, for all games alike",
}

RULING = re.compile(r"^\* \*\*([A-Z][0-9]+)\*\* ", re.MULTILINE)
NUMBERS = "[A-Z][0-9]+(?:(?:, | and | to )[A-Z][0-9]+)*"
CITATION = re.compile(rf"\(({NUMBERS})\)|\A({NUMBERS})(?=:|\Z)")


def rulings(game: str) -> list[str]:
    """Return the numbers of the rulings that a handbook lists."""
    handbook = (find(game).folder / "README.md").read_text(encoding="utf-8")
    return RULING.findall(handbook)


def remarks(source: str) -> Iterator[str]:
    """Yield the comments and docstrings of a module."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string.lstrip("#: ")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


@cache
def citations(source: str) -> set[str]:
    """Return the numbers that the comments and docstrings of a module cite."""
    cited: set[str] = set()
    for remark in remarks(source) if re.search("[A-Z][0-9]", source) else ():
        for groups in CITATION.findall(remark):
            for part in re.split(", | and ", "".join(groups)):
                first, _, last = part.partition(" to ")
                end = int((last or first)[1:])
                cited |= {f"{part[0]}{at}" for at in range(int(first[1:]), end + 1)}
    return cited


def cited_under(folder: Path) -> set[str]:
    """Return all numbers that the modules of a folder cite."""
    sources = (file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
    return set().union(*map(citations, sources))


@pytest.mark.parametrize("game", built_in())
def test_each_ruling_is_cited_or_needs_no_code(game: str) -> None:
    listed = rulings(game)
    assert listed == [f"{listed[0][0]}{at}" for at in range(1, len(listed) + 1)]
    cited = cited_under(ROOT / "rules" / game)
    without = [one for one in listed if one not in cited]
    assert without == [one for one in listed if one in WITHOUT_CODE]


def test_few_rulings_need_no_code_and_each_says_why() -> None:
    assert len(WITHOUT_CODE) <= MAX_WITHOUT_CODE
    assert WITHOUT_CODE.keys() <= {one for game in built_in() for one in rulings(game)}
    assert all(map(str.strip, WITHOUT_CODE.values()))


def test_no_code_cites_a_ruling_that_no_handbook_has() -> None:
    known = {one for game in built_in() for one in rulings(game)}
    letters = {one[0] for one in known}
    assert {one for one in cited_under(ROOT) if one[0] in letters} - known == set()


def test_what_a_citation_is() -> None:
    source = '''\
    """A room (B1)."""
    LIMIT = 3  #: B2
    TEXT = "(B3)"
    def one() -> str:
        """B4: nothing ends (B5, B6 and B8 to B10), see berth B7."""
        # As B11 has it (B12): no citation of the former.
        return TEXT
    '''
    numbers = (1, 2, 4, 5, 6, 8, 9, 10, 12)
    assert citations(dedent(source)) == {f"B{number}" for number in numbers}
