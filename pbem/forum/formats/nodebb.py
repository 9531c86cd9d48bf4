"""NodeBB: a topic as JSON (`/api/topic/NUMBER`)."""

from __future__ import annotations

from typing import Any

from pbem.forum.markup import html_body
from pbem.forum.thread import Post, Thread, clean_name, moment, post_of
from pbem.forum.thread_file import ThreadFile

RANK = 20


def read(file: ThreadFile) -> Thread | None:
    """Return the thread of a topic."""
    topic = file.json
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
