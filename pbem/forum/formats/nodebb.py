"""NodeBB: a topic as JSON (`/api/topic/NUMBER`)."""

from __future__ import annotations

from typing import Any

from pbem.forum.markup import html_body
from pbem.forum.thread import Post, Thread, clean_link, clean_name, moment
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
    user = one.get("user") if isinstance(one.get("user"), dict) else {}
    assert isinstance(user, dict)
    lines, odd = html_body.lines_of(str(one.get("content") or ""))
    index = one.get("index")
    index = index if isinstance(index, int) and index >= 0 else at
    pid = one["pid"]
    return Post(
        number=index + 1,
        author=clean_name(user.get("username")),
        shown=clean_name(user.get("fullname") or user.get("displayname")),
        lines=lines,
        time=moment(one.get("timestampISO")) or moment(one.get("timestamp")),
        edited=moment(one.get("editedISO")) or moment(one.get("edited")),
        link=clean_link(f"/post/{pid}"),
        odd=odd,
    )
