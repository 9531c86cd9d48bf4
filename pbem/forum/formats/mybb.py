"""MyBB 1.6 and 1.8: saved pages of a thread, profiles above or beside the posts."""

from __future__ import annotations

from pbem.forum.pages.marks import Marks, places
from pbem.forum.pages.reader import reads

RANK = 44

EIGHT = Marks(
    posts="div.post[id^=post_]:has(.post_body), div.post:has(.post_body)",
    bodies=(".post_body[id^=pid_]", ".post_body"),
    authors=places(
        ".author_information .largetext a",
        ".author_information .largetext",
        ".author_information strong",
        ".post_author strong a",
        ".post_author strong",
    ),
    times=places(".post_date", ".post_head .smalltext"),
    edits=places(".post_edit .post_edit_date", ".post_edit span@title", ".post_edit"),
    numbers=places("[id^=pid_]@id", "@id"),
    links=places(".post_head .float_right a@href"),
    titles=(".thead strong", "h1"),
    signatures=".signature",
    drops=".post_edit",
    needs=".post_body",
)
SIX = Marks(
    posts="table[id^=post_]:has(.post_body), table[id^=post_]:has([id^=pid_])",
    bodies=(".post_body[id^=pid_]", ".post_body", "[id^=pid_]"),
    authors=places(".post_author .largetext", ".post_author strong", ".largetext"),
    times=places("td.tcat .smalltext", ".post_content .smalltext", ".smalltext"),
    edits=places("[id^=edited_by]", ".edited_post"),
    numbers=places("[id^=pid_]@id", "@id"),
    links=places("a[href*='#pid']@href"),
    titles=(".thead strong", "h1"),
    signatures=".signature, .sig",
    drops=".edited_post",
    needs="[id^=pid_]",
)

read = reads(EIGHT, SIX)
