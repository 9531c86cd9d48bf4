"""NodeBB: a topic as JSON (`/api/topic/NUMBER`), or a saved page."""

from __future__ import annotations

from typing import Any

from pbem.forum.markup import html_body
from pbem.forum.pages.marks import Marks, places
from pbem.forum.pages.reader import reads
from pbem.forum.thread import Post, Thread, clean_name, moment, post_of
from pbem.forum.thread_file import ThreadFile

RANK = 20

PAGE = Marks(
    posts="[component=post][data-pid]",
    bodies=("[component='post/content']", "[itemprop=text]", ".content"),
    authors=places(
        "@data-username",
        "[itemprop=author]@data-username",
        "[itemprop=author]",
        ".post-header a[href*='/user/'][data-username]",
    ),
    times=places(
        "@data-timestamp",
        "meta[itemprop=datePublished]@content",
        "a.permalink .timeago@title",
        ".post-header .timeago@title",
    ),
    edits=places(
        "[component='post/editor'] .timeago@title",
    ),
    numbers=places(
        "@data-index",
    ),
    plus=1,
    links=places("a.permalink@href", "a[href*='/post/']@href"),
    titles=("[component='topic/title']", "h1"),
    signatures="[component='post/signature'], .post-signature",
    drops="[component='post/parent'], .post-signature-separator",
    unless="[component=post].deleted, [component=post] [component=post]",
)
_page = reads(PAGE)


def read(file: ThreadFile) -> Thread | None:
    """Return the thread of a topic."""
    topic = file.json
    if topic is None:
        return _page(file)
    if isinstance(topic, dict) and isinstance(topic.get("response"), dict):
        topic = topic["response"]
    found = topic.get("posts") if isinstance(topic, dict) else None
    if not isinstance(found, list):
        return None
    found = [one for one in found if isinstance(one, dict) and "pid" in one]
    posts = tuple(
        _post(one, at)
        for at, one in enumerate(found)
        if not one.get("deleted") and not one.get("eventId")
    )
    title = topic.get("titleRaw") or topic.get("title")
    return Thread(clean_name(title), posts) if found else None


def _post(one: dict[str, Any], at: int) -> Post:
    user: Any = one.get("user")
    user = user if isinstance(user, dict) else {}
    index = one.get("index")
    index = index if isinstance(index, int) and index >= 0 else at
    return post_of(
        index + 1,
        user.get("username"),
        html_body.lines_of(str(one.get("content") or "")),
        shown=user.get("fullname") or user.get("displayname"),
        time=moment(one.get("timestampISO")) or one.get("timestamp"),
        edited=moment(one.get("editedISO")) or one.get("edited"),
        link=f"/post/{one['pid']}",
    )
