"""Reddit: a post and its comments as JSON (`.json` behind the address), or saved.

Comments are below what they answer; here they are in the order of writing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from pbem.forum.markup import bbcode
from pbem.forum.pages.marks import Marks, places
from pbem.forum.pages.reader import reads
from pbem.forum.thread import Post, Thread, clean_name, post_of
from pbem.forum.thread_file import ThreadFile

RANK = 26
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
_MAX_ANSWERS = 20_000

OLD = Marks(
    posts=".thing.link, .thing.comment",
    bodies=(
        ".usertext-body .md",
        ".entry .title",
    ),
    authors=places("@data-author", ".entry .tagline a.author", ".author"),
    times=places(
        "@data-timestamp",
        ".tagline time.live-timestamp@datetime",
        ".tagline time@datetime",
        ".tagline time@title",
        ".tagline time",
    ),
    edits=places(
        ".tagline time.edited-timestamp@datetime",
    ),
    numbers=(),
    links=places("@data-permalink", "a.bylink@href"),
    titles=(".thing.link a.title", "h1"),
    unless=".thing.deleted, .promotedlink",
    needs=".thing .entry",
    nested=True,
)
NEW = Marks(
    posts="shreddit-post, shreddit-comment",
    bodies=(
        "[slot=text-body]",
        "[slot=comment]",
        "[id$=-post-rtjson-content]",
    ),
    authors=places("@author", "[slot=authorName]", "a[href*='/user/']"),
    times=places(
        "@created-timestamp", "@created", "time@datetime", "faceplate-timeago@ts"
    ),
    edits=places(
        "[slot=commentMeta] .edited time@datetime",
    ),
    numbers=(),
    links=places(
        "@permalink",
    ),
    titles=("h1[slot=title]", "h1"),
    needs="shreddit-post, shreddit-comment",
    nested=True,
)
_page = reads(NEW, OLD)


def read(file: ThreadFile) -> Thread | None:
    """Return the thread of a post with its comments."""
    document = file.json
    if document is None:
        page = _page(file)
        return Thread(page.title, _in_time(page.posts)) if page else None
    found = [(kind, one) for kind, one in _things(document) if one.get("author")]
    posts = [_post(kind, one, at) for at, (kind, one) in enumerate(found, 1)]
    titles = (one.get("title") for _, one in found if one.get("title"))
    return Thread(clean_name(next(titles, "")), _in_time(posts)) if posts else None


def _things(document: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield posts (t3) and comments (t1), however deep they are answered."""
    waiting = [document] if isinstance(document, dict) else []
    if isinstance(document, list):
        waiting = [one for one in reversed(document) if isinstance(one, dict)]
    for _ in range(_MAX_ANSWERS):
        if not waiting:
            return
        one = waiting.pop()
        data = one.get("data")
        if not isinstance(data, dict):
            continue
        if one.get("kind") in ("t1", "t3"):
            yield one["kind"], data
            if isinstance(data.get("replies"), dict):
                waiting.append(data["replies"])
        elif one.get("kind") == "Listing" and isinstance(data.get("children"), list):
            below = [x for x in data["children"] if isinstance(x, dict)]
            waiting += reversed(below)


def _post(kind: str, one: dict[str, Any], at: int) -> Post:
    text = one.get("selftext" if kind == "t3" else "body")
    when, edited = one.get("created_utc"), one.get("edited")
    return post_of(
        at,
        one.get("author"),
        bbcode.lines_of(str(text or "")),
        time=_moment(when),
        edited=None if isinstance(edited, bool) else _moment(edited),
        link=one.get("permalink"),
        key=f"{kind}_{one.get('id') or at}",
    )


def _moment(seconds: Any) -> float | None:
    return seconds * 1000 if isinstance(seconds, int | float) else None


def _in_time(posts: Any) -> tuple[Post, ...]:
    """Return posts in the order of writing, numbered; each keeps its own key."""
    found = sorted(posts, key=lambda post: post.time or _LONG_AGO)
    return tuple(
        replace(post, number=at, key=_key(post) or str(at))
        for at, post in enumerate(found, 1)
    )


def _key(post: Post) -> str:
    """Return the post's own name: that of its JSON, or the end of its address."""
    if post.key.startswith("t"):
        return post.key
    parts = [part for part in post.link.split("/") if part]
    if "comments" not in parts:
        return ""
    behind = parts[parts.index("comments") + 1 :]
    return f"t1_{behind[2]}" if len(behind) > 2 else f"t3_{behind[0]}" if behind else ""
