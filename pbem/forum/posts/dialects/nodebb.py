"""NodeBB."""

from __future__ import annotations

from pbem.forum.posts.dialect import Dialect
from pbem.forum.posts.dialects.markdown import block, picture

DIALECT = Dialect(
    title="NodeBB", rank=30, max_chars=32_767, block=block, picture=picture, ending="md"
)
