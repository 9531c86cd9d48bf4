"""FlaskBB 2: saved pages of a topic, with the members at the side or above."""

from __future__ import annotations

from pbem.forum.pages.marks import Marks, places
from pbem.forum.pages.reader import reads

RANK = 43

MARKS = Marks(
    posts=".topic-body .post-row, .post-row:has(.post-content[id^=pid])",
    bodies=(".post-content[id^=pid]", ".post-content"),
    authors=places(".author-name a", ".author-name"),
    times=places(".post-meta a"),
    edits=places(".post-meta small"),
    numbers=places(".post-content@id", "@id"),
    links=places(".post-meta a[href*='/post/']@href"),
    titles=(".topic-head", "h1"),
    signatures=".post-signature",
    needs=".post-meta",
    utc=True,
)

read = reads(MARKS)
