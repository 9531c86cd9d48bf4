"""phpBB, and others that take BBCode."""

from __future__ import annotations

import re

from pbem.forum.posts.dialect import Dialect
from pbem.pages import page
from pbem.pages.page import Block

_END = re.compile(r"\[(?=\s*/\s*code)", re.IGNORECASE)


def _block(block: Block) -> str:
    """Write a block as page.py has it; in [code] only its own end is kept apart."""
    if block.kind != "|":
        return page.to_bbcode([block]).rstrip("\n")
    lines = (_END.sub("[\u200b", line) for line in block.lines)
    return "\n".join(("[code]", *lines, "[/code]"))


def _picture(address: str, words: str) -> str:
    return f"[img]{address}[/img]"


DIALECT = Dialect(
    title="phpBB (BBCode)",
    rank=10,
    block=_block,
    picture=_picture,
    link=lambda address, words: f"[url={address}]{words}[/url]",
)
