"""Plain text, for whatever takes no markup."""

from __future__ import annotations

from pbem.forum.posts.dialect import Dialect
from pbem.report import page
from pbem.report.page import Block


def _block(block: Block) -> str:
    return page.to_text([block]).rstrip("\n")


DIALECT = Dialect(
    title="Plain text", rank=70, max_chars=60_000, block=_block, wraps=True
)
