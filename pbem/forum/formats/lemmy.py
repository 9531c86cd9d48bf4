"""Lemmy: comments as JSON (`/api/v3/comment/list`), with the post above them."""

from __future__ import annotations

from typing import Any

from pbem.forum.clock.clock import utc
from pbem.forum.markup import bbcode
from pbem.forum.thread import Post, Thread, clean_name, post_of
from pbem.forum.thread_file import ThreadFile

RANK = 28


def read(file: ThreadFile) -> Thread | None:
    """Return the thread of a list of comments, or of a post with them."""
    document = file.json
    if not isinstance(document, dict):
        return None
    views = document.get("comments")
    first = document.get("post_view")
    found = [first, *(views if isinstance(views, list) else [])]
    posts = [post for one in found if (post := _post(one)) is not None]
    if not posts:
        return None
    title = next((_part(x, "post").get("name") for x in found if _part(x, "post")), "")
    posts.sort(key=lambda post: post.number)
    return Thread(clean_name(title), tuple(posts))


def _post(view: Any) -> Post | None:
    fields, author = _part(view, "comment"), _part(view, "creator")
    above = not fields
    fields = fields or _part(view, "post")
    number = fields.get("id")
    gone = fields.get("deleted") or fields.get("removed")
    if not author or not isinstance(number, int) or gone:
        return None
    text = fields.get("body" if above else "content")
    return post_of(
        # Posts and comments are counted apart; what is answered comes first.
        0 if above else number,
        author.get("name"),
        bbcode.lines_of(str(text or "")),
        shown=author.get("display_name"),
        time=utc(fields.get("published")),
        edited=utc(fields.get("updated")),
        link=fields.get("ap_id"),
        key="post" if above else "",
    )


def _part(view: Any, key: str) -> dict[str, Any]:
    found = view.get(key) if isinstance(view, dict) else None
    return found if isinstance(found, dict) else {}
