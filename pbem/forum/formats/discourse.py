"""Discourse: a topic as JSON (its address with `.json` behind it), or a saved page.

A page is saved either as the browser shows it, or as those without scripts see it.
"""

from __future__ import annotations

from typing import Any

from pbem.forum.markup import bbcode, html_body
from pbem.forum.pages.marks import Marks, places
from pbem.forum.pages.reader import reads
from pbem.forum.thread import Post, Thread, clean_name, post_of
from pbem.forum.thread_file import ThreadFile

RANK = 10
_SHOWN = (1, 2)  #: posts and moderators' posts; the others are notices and whispers
_QUOTES = "aside.quote, blockquote"

SHOWN = Marks(
    posts=".topic-post:not(.small-action), article[data-post-id]",
    bodies=(".cooked",),
    authors=places(
        ".names .username [data-user-card]@data-user-card",
        "[data-user-card]@data-user-card",
        ".names .username",
        ".names a",
    ),
    shown=places(".names .full-name", ".names .first.full-name"),
    times=places(
        ".post-date .relative-date@data-time",
        ".relative-date@data-time",
        ".relative-date@title",
        ".post-date",
    ),
    edits=places(
        ".post-info.edits .relative-date@data-time",
    ),
    numbers=places(
        "@data-post-number", "article[id^=post_]@id", "@id", "a.post-date@href"
    ),
    links=places(
        "a.post-date@href",
    ),
    titles=(".fancy-title", "#topic-title h1", "h1"),
    quotes=_QUOTES,
    signatures=".user-signature",
    drops=".cooked-selection-barrier, .post-notice, .quote-controls",
    needs=".topic-post, article[data-post-id]",
)
PLAIN = Marks(
    posts=".topic-body.crawler-post, .crawler-post, div[id^=post_].topic-body",
    bodies=("[itemprop=text]", "[itemprop=articleBody]", ".post"),
    authors=places(".creator [itemprop=name]", "[itemprop=author] [itemprop=name]"),
    times=places(
        "time.post-time@datetime",
        "[itemprop=datePublished]@datetime",
        "[itemprop=datePublished]@content",
        ".post-time",
    ),
    edits=places(
        "[itemprop=dateModified]@content",
    ),
    numbers=places("[itemprop=position]", "@id"),
    links=places(
        "[itemprop=url]@href",
    ),
    titles=("#topic-title h1", "h1"),
    quotes=_QUOTES,
    needs=".crawler-post, .crawler-post-meta",
)
_page = reads(SHOWN, PLAIN)


def read(file: ThreadFile) -> Thread | None:
    """Return the thread of a topic, of a list of posts, or of one post."""
    topic = file.json
    if topic is None:
        return _page(file)
    found = _posts(topic)
    posts = tuple(
        _post(one, at, topic)
        for at, one in enumerate(found, 1)
        if one.get("post_type", 1) in _SHOWN and not one.get("deleted_at")
    )
    return Thread(clean_name(topic.get("title")), posts) if found else None


def _posts(document: Any) -> list[dict[str, Any]]:
    if isinstance(document, dict):
        stream = document.get("post_stream")
        found = stream.get("posts") if isinstance(stream, dict) else None
        found = document.get("latest_posts") if found is None else found
        if found is None and "cooked" in document:
            found = [document]
        if isinstance(found, list):
            return [one for one in found if isinstance(one, dict) and "cooked" in one]
    return []


def _post(one: dict[str, Any], at: int, topic: dict[str, Any]) -> Post:
    cooked: Any = one.get("cooked")
    if isinstance(cooked, str):
        read = html_body.lines_of(cooked)
    else:
        read = bbcode.lines_of(str(one.get("raw") or ""))
    number = one.get("post_number")
    number = number if isinstance(number, int) and number > 0 else at
    version = one.get("version")
    edited = isinstance(version, int) and version > 1
    home = one.get("topic_id") or topic.get("id")
    slug = one.get("topic_slug") or topic.get("slug") or "-"
    link = one.get("post_url") or (f"/t/{slug}/{home}/{number}" if home else "")
    return post_of(
        number,
        one.get("username"),
        read,
        shown=one.get("name") or one.get("display_username"),
        time=one.get("created_at"),
        edited=one.get("updated_at") if edited else None,
        link=link,
    )
