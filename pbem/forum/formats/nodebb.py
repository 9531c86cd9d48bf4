"""NodeBB: a topic as JSON (`/api/topic/NUMBER`)."""

from __future__ import annotations

from typing import Any

from pbem.forum.formats import html_body
from pbem.forum.thread import Post, Thread, address, keyed, moment, name


def holds(document: Any) -> bool:
    """Whether a JSON document is from NodeBB."""
    return bool(_posts(document))


def _posts(document: Any) -> list[dict[str, Any]]:
    if isinstance(document, dict) and isinstance(document.get("response"), dict):
        document = document["response"]
    found = document.get("posts") if isinstance(document, dict) else None
    if not isinstance(found, list):
        return []
    return [one for one in found if isinstance(one, dict) and "pid" in one]


def read(document: Any) -> Thread:
    """The thread of a topic."""
    posts = [
        _post(one, at)
        for at, one in enumerate(_posts(document))
        if not one.get("deleted") and not one.get("eventId")
    ]
    inner = document.get("response", document)
    title = inner.get("titleRaw") or inner.get("title")
    return Thread(name(title), keyed(posts), "nodebb")


def _post(one: dict[str, Any], at: int) -> Post:
    user = one.get("user") if isinstance(one.get("user"), dict) else {}
    assert isinstance(user, dict)
    lines, odd = html_body.lines_of(str(one.get("content") or ""))
    index = one.get("index")
    index = index if isinstance(index, int) and index >= 0 else at
    pid = one["pid"]
    return Post(
        number=index + 1,
        author=name(user.get("username")),
        shown=name(user.get("fullname") or user.get("displayname")),
        lines=lines,
        time=moment(one.get("timestampISO")) or moment(one.get("timestamp")),
        edited=moment(one.get("editedISO")) or moment(one.get("edited")),
        link=address(f"/post/{pid}"),
        odd=tuple(odd),
    )
