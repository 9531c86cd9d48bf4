"""Invision Community 4 and 5, and IP.Board 3: saved pages of a topic."""

from __future__ import annotations

from pbem.forum.pages.marks import Marks, places
from pbem.forum.pages.reader import reads

RANK = 47
_QUOTES = ".ipsQuote, blockquote, .ipsQuote_citation"

FOUR = Marks(
    posts="article[id^=elComment_], article.cPost, article.ipsComment[id], "
    "article.ipsEntry[id^=elComment], .ipsComment[data-commentid]",
    bodies=(
        "[data-role=commentContent]",
        ".cPost_contentWrap .ipsType_richText",
        ".ipsComment_content .ipsType_richText",
        ".ipsRichText",
        ".cPost_contentWrap",
    ),
    authors=places(
        ".cAuthorPane_author a",
        ".cAuthorPane_author",
        "[itemprop=author] [itemprop=name]",
        ".ipsEntry__username a",
        ".ipsEntry__username",
        "h3.ipsComment_author",
        "a[href*='/profile/'][title]",
    ),
    times=places(
        ".ipsComment_meta time@datetime",
        "time[datetime]@datetime",
        "time@title",
        ".ipsType_reset time",
    ),
    edits=places(".ipsEdited time@datetime", ".ipsEdited"),
    numbers=places("[data-commentid]@data-commentid", "@data-commentid", "@id"),
    links=places(
        "a[data-role=shareComment]@href",
        "a[href*='comment=']@href",
        "a[href*='findComment']@href",
    ),
    titles=("h1.ipsType_pageTitle", "h1"),
    quotes=_QUOTES,
    signatures="[data-role=memberSignature], .ipsSignature",
    drops=".ipsType_light.ipsEdited, .ipsEdited, .ipsQuote_citation button",
)
THREE = Marks(
    posts=".post_block[id^=post_id_]",
    bodies=("[itemprop=commentText]", ".post.entry-content", ".entry-content"),
    authors=places(
        ".author [itemprop=name]", ".post_username", "h3 .author", ".author"
    ),
    times=places("abbr.published@title", "[itemprop=commentTime]@title", ".published"),
    edits=places("p.edit strong", "p.edit"),
    numbers=places("@id"),
    links=places("a[rel=bookmark]@href", ".post_id a@href"),
    titles=("h1.ipsType_pagetitle", "h1"),
    quotes="blockquote, .citation, p.citation",
    signatures=".signature",
    drops="p.edit",
)

read = reads(FOUR, THREE)
