"""Google Groups: a conversation, as saved from a browser."""

from __future__ import annotations

from pbem.forum.pages.marks import Marks, places
from pbem.forum.pages.reader import reads

RANK = 45
_BODY = "[role=region][aria-label], .ptW7te"

MARKS = Marks(
    posts=f"section[data-doc-id], section[data-author], section:has({_BODY})",
    bodies=("[role=region] html-blob", ".ptW7te", "[role=region]"),
    authors=places("@data-author", "h3"),
    times=places(".zX2W9c", "h3 ~ span", "span[title]@title"),
    numbers=places(
        "@data-doc-number",
    ),
    titles=("html-blob h1", "h1"),
    quotes=".gmail_quote, .gmail_attr",
    signatures=".gmail_signature",
    needs="html-blob, c-wiz",
)

read = reads(MARKS)
