"""XenForo 1 and 2: saved pages of a thread."""

from __future__ import annotations

from pbem.forum.pages.marks import Marks, places
from pbem.forum.pages.reader import reads

RANK = 46

TWO = Marks(
    posts="article.message--post, article.message[data-content^=post], "
    ".message[id^=js-post]",
    bodies=(".message-body .bbWrapper", "[itemprop=text] .bbWrapper", ".bbWrapper"),
    authors=places("@data-author", ".message-name .username", ".message-name"),
    times=places(
        ".message-attribution time[datetime]@datetime",
        "time.u-dt@data-timestamp",
        "time.u-dt@data-time",
        "time@datetime",
        "time@title",
        ".message-attribution-main",
    ),
    edits=places(".message-lastEdit time@datetime", ".message-lastEdit"),
    numbers=places("@data-content", "@id"),
    links=places(
        ".message-attribution-opposite a[href*=post]@href",
        ".message-attribution a[href*=post-]@href",
    ),
    titles=("h1.p-title-value", "h1"),
    quotes=".bbCodeBlock--quote",
    signatures=".message-signature",
    drops=".message-lastEdit, .bbCodeBlock-expandLink, .js-unfurl",
)
ONE = Marks(
    posts="li.message[id^=post-], li.message[data-author]",
    bodies=("blockquote.messageText", ".messageText", ".messageContent article"),
    authors=places("@data-author", ".userText .username", "a.username"),
    times=places(
        ".messageMeta .DateTime@data-time",
        ".messageMeta .DateTime@title",
        ".messageMeta .DateTime",
        ".privateControls .DateTime@title",
        ".datePermalink .DateTime@title",
        ".datePermalink",
    ),
    edits=places(".editDate .DateTime@data-time", ".editDate .DateTime@title"),
    numbers=places("@id"),
    links=places(".publicControls a.postNumber@href", "a.hashPermalink@href"),
    titles=(".titleBar h1", "h1"),
    quotes=".bbCodeQuote",
    signatures=".signature",
    drops=".messageTextEndMarker, .quoteExpand, .editDate, .dice_container svg",
)

read = reads(TWO, ONE)
