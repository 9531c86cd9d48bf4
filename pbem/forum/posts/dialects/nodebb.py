"""NodeBB."""

from __future__ import annotations

from pbem.forum.posts.dialect import Dialect
from pbem.forum.posts.dialects.markdown import block, link, picture

DIALECT = Dialect(
    title="NodeBB",
    rank=30,
    max_chars=32_767,
    block=block,
    picture=picture,
    link=link,
    ending="md",
)
