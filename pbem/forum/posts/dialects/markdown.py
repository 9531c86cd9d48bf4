"""Markdown: for forums that take it, as FlaskBB, and a base for others."""

from __future__ import annotations

import re

from pbem.forum.posts.dialect import Dialect
from pbem.pages import page
from pbem.pages.page import Block

_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "|": "&#124;", "~": "&#126;"}
_AT_START = re.compile(r"^([-+=])", re.MULTILINE)


def block(block: Block) -> str:
    """Write a block as page.py has it; no line of talk begins a list by chance.

    Older forums know no backslash before some characters, but all know entities.
    """
    text = page.to_markdown([block]).rstrip("\n")
    if block.kind == "|":
        return text
    text = re.sub(r"\\(.)", lambda found: _ENTITIES.get(found[1], found[0]), text)
    return _AT_START.sub(r"\\\1", text) if block.kind == "" else text


def picture(address: str, words: str) -> str:
    """Write a picture; what could act as markup is left out of its words."""
    words = re.sub(r"[\[\]\\`*_<>]", "", words)
    return f"![{words}]({address})"


def link(address: str, words: str) -> str:
    """Write a link."""
    return f"[{words}]({address})"


def _bare(one: Block) -> str:
    """Leave out the language behind a fence: FlaskBB then cuts blanks off."""
    return re.sub(r"^(`{3,})text$", r"\1", block(one), count=1, flags=re.M)


DIALECT = Dialect(
    title="Markdown", rank=50, block=_bare, picture=picture, link=link, ending="md"
)
