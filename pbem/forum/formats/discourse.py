"""Discourse: a topic as JSON (the address of the topic with `.json` behind it)."""

from __future__ import annotations

from typing import Any

from pbem.forum.formats import bbcode, html_body
from pbem.forum.thread import Post, Thread, address, keyed, moment, name

_SHOWN = (1, 2)  #: posts and moderators' posts; the others are notices and whispers


def holds(document: Any) -> bool:
    """Whether a JSON document is from Discourse."""
    return bool(_posts(document))


def _posts(document: Any) -> list[dict[str, Any]]:
    """The posts of a topic, of a list of posts, or the one that it is itself."""
    if isinstance(document, dict):
        stream = document.get("post_stream")
        found = stream.get("posts") if isinstance(stream, dict) else None
        if found is None:
            found = document.get("latest_posts")
        if found is None and "cooked" in document:
            found = [document]
        if isinstance(found, list):
            return [one for one in found if isinstance(one, dict) and "cooked" in one]
    return []


def read(document: Any) -> Thread:
    """The thread of a topic."""
    posts = []
    for at, one in enumerate(_posts(document), 1):
        if one.get("post_type", 1) not in _SHOWN or one.get("deleted_at"):
            continue
        posts.append(_post(one, at, document))
    return Thread(name(document.get("title")), keyed(posts), "discourse")


def _post(one: dict[str, Any], at: int, document: dict[str, Any]) -> Post:
    cooked = one.get("cooked")
    if isinstance(cooked, str):
        lines, odd = html_body.lines_of(cooked)
    else:
        lines, odd = bbcode.lines_of(str(one.get("raw") or ""))
    number = one.get("post_number")
    number = number if isinstance(number, int) and number > 0 else at
    version = one.get("version")
    edited = isinstance(version, int) and version > 1
    topic = one.get("topic_id") or document.get("id")
    slug = one.get("topic_slug") or document.get("slug") or "-"
    link = one.get("post_url") or (f"/t/{slug}/{topic}/{number}" if topic else "")
    return Post(
        number=number,
        author=name(one.get("username")),
        shown=name(one.get("name") or one.get("display_username")),
        lines=lines,
        time=moment(one.get("created_at")),
        edited=moment(one.get("updated_at")) if edited else None,
        link=address(link),
        odd=tuple(odd),
    )
