"""The end of a block in the words of players ends no block of ours, in any dialect,
however it is written."""

from __future__ import annotations

import re
from itertools import product

import pytest

from pbem.forum.posts.dialect import known_dialects
from pbem.pages.page import Block

KINDS = ("", "=", "==", "*", "|")
NAMES = ("code", "CODE", "Code", "quote", "spoiler", "b", "list", "url", "c", "o")
HTML = ("pre", "PRE", "Pre", "code", "p", "li", "details", "h1")
SPACED = ("[/{}]", "[/{} ]", "[ /{}]", "[/ {}]", "[/{}][url=//x.example]")
BBCODE = re.compile(r"\[\s*/\s*[a-z]+\s*\]", re.IGNORECASE)
MARKED = re.compile(r"<\s*/\s*[a-z0-9]+\s*>", re.IGNORECASE)
TEXTS = [form.format(name) for form, name in product(SPACED, NAMES)]
PAGES = [
    form.format(name)
    for form, name in product(("</{}>", "</{} >", "</{}\t>", "< /{}>"), HTML)
]


def _block(kind: str, text: str) -> Block:
    return Block(kind, ("A line", f"Bob cries: {text} and more", "another"))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", TEXTS)
def test_bbcode_is_ended_by_us_alone(kind: str, text: str) -> None:
    for name in ("phpbb", "bgg"):
        write = known_dialects()[name].block
        found = BBCODE.findall(write(_block(kind, text)))
        if kind == "|" and "code" not in text.lower():
            continue  # in a block of code nothing else is markup
        assert found == BBCODE.findall(write(_block(kind, "Hi")))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", PAGES)
def test_html_is_ended_by_us_alone(kind: str, text: str) -> None:
    write = known_dialects()["html"].block
    assert MARKED.findall(write(_block(kind, text))) == MARKED.findall(
        write(_block(kind, "Hi"))
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text", [*TEXTS, *PAGES, "```", "~~~", "[/details]", "[/DETAILS]"]
)
def test_markdown_is_ended_by_us_alone(kind: str, text: str) -> None:
    """What looks like an end stands in code, or behind a backslash."""
    for name in ("discourse", "nodebb"):
        written = known_dialects()[name].block(_block(kind, text))
        (line,) = (line for line in written.splitlines() if "cries" in line)
        # In a block of code its own fence alone ends it, at the start of a line.
        ends = r"^\s*```" if kind == "|" else r"(?<!\\)[\[<]\s*/|^\s*(?:```|~~~)"
        assert not re.search(ends, line), written
