"""phpBB 2 and 3: saved pages of a topic, in prosilver, subsilver and their children."""

from __future__ import annotations

from pbem.forum.pages.marks import Marks, places
from pbem.forum.pages.reader import reads

RANK = 50
_BYLINE = "p.author, .postbody .author, .post-date, .postdate"

PROSILVER = Marks(
    posts="div.post:has(.content), article.post:has(.content), li.post:has(.content), "
    "[id^=p].post:has(.postbody)",
    bodies=(
        "[id^=post_content] .content",
        ".postbody .content",
        ".content",
        ".postbody",
    ),
    authors=places(
        "p.author .username, p.author .username-coloured",
        ".postprofile .username, .postprofile .username-coloured",
        "p.author strong",
        ".postprofile dt a:not(.avatar):not(:has(img))",
        ".author strong",
        ".username, .username-coloured",
    ),
    times=places(
        "p.author time@datetime",
        ".author time@datetime",
        "time@datetime",
        _BYLINE,
    ),
    edits=places(
        ".notice time@datetime", ".notice:has(a[href*=memberlist])", ".notice"
    ),
    numbers=places("@id", "[id^=post_content]@id", "p.author a[href*='#p']@href"),
    links=places("p.author a[href*='#p']@href", "h3 a[href*='#p']@href"),
    titles=("h2.topic-title", "#page-body h2 a", "h2 a", "h3.first a", "h2"),
    quotes="blockquote, .quotetitle, .quotecontent",
    signatures=".signature",
    drops=".notice",
    needs=".postbody, .post .content",
)
SUBSILVER = Marks(
    posts="table.tablebg:has(.postauthor):has(div.postbody)",
    bodies=("div.postbody",),
    authors=places(".postauthor"),
    times=places("td.gensmall div:has(a) , td.gensmall div", "td.gensmall"),
    edits=places(
        "span.gensmall",
    ),
    numbers=places("a[name^=p]@name", "a[href*='#p']@href"),
    links=places("a[href*='#p']@href"),
    titles=("a.titles", "h2"),
    quotes=".quotetitle, .quotecontent, .attachtitle",
    signatures=".signature",
    needs=".postauthor",
    ruled=True,
)
TWO = Marks(
    posts="tr:has(> td .name):has(> td .postbody):has(a[name])",
    bodies=("td:has(> .postbody)",),
    authors=places(".name b", ".name"),
    times=places("span.postdetails:has(.gen)", "td[width='100%'] > .postdetails"),
    edits=places(
        "span.gensmall",
    ),
    numbers=places(".name a[name]@name", "a[href*='#']@href"),
    links=places("a[href*='viewtopic']@href"),
    titles=("a.maintitle", "a.cattitle", "h1"),
    quotes="table:has(td.quote)",
    drops="span.gensmall",
    needs=".postbody",
    ruled=True,
)

read = reads(PROSILVER, SUBSILVER, TWO)
