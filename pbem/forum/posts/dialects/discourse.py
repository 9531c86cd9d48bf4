"""Discourse."""

from __future__ import annotations

import re

from pbem.forum.posts.dialect import Dialect
from pbem.forum.posts.dialects.markdown import block, link, picture


def _hide(title: str, text: str) -> str:
    safe = re.sub(r'["\[\]]', "", title)
    return f'[details="{safe}"]\n\n{text}\n\n[/details]'


DIALECT = Dialect(
    title="Discourse",
    rank=20,
    max_chars=32_000,
    block=block,
    hide=_hide,
    picture=picture,
    link=link,
    ending="md",
)
