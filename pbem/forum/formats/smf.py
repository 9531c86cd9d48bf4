"""Simple Machines Forum 1.1, 2.0 and 2.1 (and ElkArte): saved pages of a topic."""

from __future__ import annotations

from pbem.forum.pages.marks import Marks, places
from pbem.forum.pages.reader import reads

RANK = 48
_QUOTES = ".quoteheader, .topslice_quote, .quote, .bbc_standard_quote, .quotefooter"

TWO = Marks(
    posts="div.post_wrapper:has(.inner), div[id^=msg]:has(.inner), "
    "article.post_wrapper:has(.inner)",
    bodies=(".post .inner[id^=msg_]", ".inner[id^=msg_]", ".post .inner", ".inner"),
    authors=places(
        ".poster h4 a", ".poster h4", "li.name a", ".poster .name", ".poster"
    ),
    times=places(
        ".keyinfo .smalltext",
        ".postinfo .smalltext",
        ".page_number + *",
        "time@datetime",
        ".keyinfo time",
    ),
    edits=places(".modified", ".lastedit"),
    numbers=places(".inner[id^=msg_]@id", "@id"),
    links=places("h5[id^=subject_] a@href", "a.smalltext[href*=msg]@href"),
    titles=("#top_subject", "title"),
    quotes=_QUOTES,
    signatures=".signature",
    drops=".modified",
    needs=".inner",
)
ONE = Marks(
    posts="td.windowbg:has(.post):has([id^=subject_]), "
    "td.windowbg2:has(.post):has([id^=subject_])",
    bodies=("div.post", ".post"),
    authors=places("td > b > a[href*='action=profile']", "td > b > a[title]", "td > b"),
    times=places("[id^=subject_] ~ .smalltext", "td .smalltext:has(b)", ".smalltext"),
    edits=places("[id^=modified_]"),
    numbers=places("[id^=subject_]@id", "[id^=msg_]@id", "a[href*='#msg']@href"),
    links=places("[id^=subject_] a@href"),
    titles=("#top_subject", "title"),
    quotes=_QUOTES,
    signatures=".signature",
)

read = reads(TWO, ONE)
