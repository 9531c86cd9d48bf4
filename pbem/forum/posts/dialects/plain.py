"""Plain text, for whatever takes no markup."""

from __future__ import annotations

from pbem.forum.posts.dialect import Dialect
from pbem.pages import page

DIALECT = Dialect(
    title="Plain text",
    rank=70,
    block=lambda block: page.to_text([block]).rstrip("\n"),
    wraps=True,
)
