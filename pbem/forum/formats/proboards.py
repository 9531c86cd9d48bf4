"""ProBoards (version 5 and later): saved pages of a thread."""

from __future__ import annotations

from pbem.forum.pages.marks import Marks, places
from pbem.forum.pages.reader import reads

RANK = 49

MARKS = Marks(
    posts="tr.post[id^=post-], tr.item.post, .item.post[id^=post-], tr[id^=post-].item",
    bodies=(".message", ".content .article .message", "article"),
    authors=places(
        ".mini-profile .user-link",
        ".mini-profile a[href*='/user/']",
        ".left-panel .user-link",
        ".user-link",
    ),
    times=places(
        "abbr.time@data-timestamp",
        "abbr.o-timestamp@data-timestamp",
        ".date abbr@data-timestamp",
        ".date abbr@title",
        "abbr.time@title",
        ".date",
    ),
    edits=places(
        ".edited_by abbr@data-timestamp", ".edited_by abbr@title", ".edited_by"
    ),
    numbers=places("@id"),
    links=places("a[href*='/post/']@href", ".controls a[href*=post]@href"),
    titles=(".thread .title-bar h1", "h1"),
    quotes=".quote",
    signatures=".signature",
    drops=".edited_by, .quote_avatar, .quote_clear",
    needs=".mini-profile, .user-link",
)

read = reads(MARKS)
