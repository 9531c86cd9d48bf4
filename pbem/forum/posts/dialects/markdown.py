"""Markdown for other forums that take it, as FlaskBB and Misago."""

from __future__ import annotations

import re

from pbem.forum.posts import markdown
from pbem.forum.posts.dialect import Dialect
from pbem.report.page import Block


def _block(block: Block) -> str:
    """Leave out the language behind a fence: FlaskBB then cuts blanks off."""
    return re.sub(r"^(`{3,})text$", r"\1", markdown.block(block), count=1, flags=re.M)


DIALECT = Dialect(
    title="Markdown", rank=50, block=_block, picture=markdown.picture, ending="md"
)
