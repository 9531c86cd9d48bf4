"""vBulletin 3, 4 and 5: saved pages of a thread."""

from __future__ import annotations

from pbem.forum.pages.marks import Marks, places
from pbem.forum.pages.reader import reads

RANK = 42

THREE = Marks(
    posts="table[id^=post]:has([id^=post_message_]), "
    "div[id^=edit]:has([id^=post_message_])",
    bodies=("[id^=post_message_]",),
    authors=places(".bigusername", "[id^=postmenu_] a", "[id^=postmenu_]"),
    times=places("td.thead", "a[name^=post] + *", ".thead", "td.alt2 .smallfont"),
    edits=places("div.smallfont em", ".smallfont em"),
    numbers=places("[id^=post_message_]@id", "@id"),
    links=places("a[id^=postcount]@href", "a[name^=post]@href"),
    titles=("td.navbar strong", ".navbar strong", "h1"),
    signatures=".signature",
    drops=".bbcode_postedby img",
    needs="[id^=post_message_]",
    ruled=True,
)
FOUR = Marks(
    posts="li[id^=post_]:has(.postcontent), li.postbit, li.postbitlegacy, "
    "li.postbitim, li.postcontainer",
    bodies=("blockquote.postcontent", ".postcontent", "[id^=post_message_]"),
    authors=places(
        ".username_container .username", "a.username", ".username", ".postauthor"
    ),
    times=places(".postdate .date", ".postdate", ".posthead .date"),
    edits=places("blockquote.lastedited", ".lastedited", ".postedited"),
    numbers=places("@id", "[id^=post_message_]@id"),
    links=places("a.postcounter@href"),
    titles=(".threadtitle", "#pagetitle h1", "h1"),
    signatures=".signature, .signaturecontainer",
    drops=".lastedited, .attachments",
    needs=".postcontent",
)
FIVE = Marks(
    posts="li[data-node-id].b-post, li.b-post, .b-post[data-node-id]",
    bodies=(
        ".js-post__content-text",
        "[itemprop=text]",
        ".b-post__content [class*=post-content-text]",
    ),
    authors=places(
        ".b-userinfo__details .author [itemprop=name]",
        ".author [itemprop=name]",
        ".author a",
        ".author",
        "a[data-vbnamecard]",
        ".b-userinfo a:not(.b-avatar)",
    ),
    times=places(
        ".b-post__timestamp time@datetime",
        "time[itemprop=dateCreated]@datetime",
        "time@datetime",
        ".b-post__timestamp",
    ),
    edits=places(".b-post__edit time@datetime", ".b-post__edit"),
    numbers=places("@data-node-id", "a[id^=post]@id"),
    links=places("a.b-post__count@href", "a.js-show-post-link@href"),
    titles=(".b-main-title h1", "h1.main-title", "h1"),
    signatures=".post-signature, .b-post__signature",
    drops=".b-post__edit, .b-post__attachments",
    needs=".b-post",
)

read = reads(FIVE, FOUR, THREE)
