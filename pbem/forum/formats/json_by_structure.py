"""JSON of a program that nobody here knows: a list of names with texts and times."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.forum.clock.clock import PageClock
from pbem.forum.markup import bbcode, html_body
from pbem.forum.thread import Note, Post, Thread, clean_name, post_of
from pbem.forum.thread_file import ThreadFile

RANK = 55
_NAMES = ("username", "acct", "name", "display_name", "nickname", "real_name", "login")
_AUTHORS = (
    "author",
    "username",
    "user",
    "creator",
    "account",
    "from",
    "sender",
    "poster",
)
_TEXTS = ("content", "body", "text", "message", "html", "raw", "cooked", "contentHtml")
_TIMES = (
    "created_at",
    "createdAt",
    "published",
    "timestamp",
    "created",
    "date_unixtime",
    "ts",
    "date",
    "time",
    "created_utc",
)
_EDITS = ("edited_at", "editedAt", "updated", "edited_unixtime", "updated_at")
_NUMBERS = ("number", "id", "pid")
_MAX_LISTS = 500  #: of a document that are checked
_MAX_DEPTH = 12
_SHARE = 0.5  #: of a list that must be posts


def read(file: ThreadFile) -> Thread | None:
    """Return the thread of the longest list of posts in a document."""
    document = file.json
    if document is None:
        return None
    clock = PageClock(file.saved)
    best: list[Post] = []
    for found in _lists(document):
        posts = [post for at, x in enumerate(found, 1) if (post := _post(x, at, clock))]
        if len(posts) > len(best) and len(posts) >= _SHARE * len(found):
            best = posts
    if not best:
        return None
    if len({post.key for post in best}) < len(best):
        return None
    title = (
        document.get("title") or document.get("name")
        if isinstance(document, dict)
        else ""
    )
    return Thread(clean_name(title), tuple(best), (Note("structure"),))


def _lists(document: Any) -> Iterator[list[Any]]:
    """Yield the lists of objects in a document, the outer ones first."""
    waiting: list[tuple[Any, int]] = [(document, 0)]
    count = 0
    while waiting and count < _MAX_LISTS:
        one, depth = waiting.pop(0)
        inside: list[Any] = []
        if isinstance(one, dict):
            inside = list(one.values())
        elif isinstance(one, list):
            inside = one[:200]
            if any(isinstance(x, dict) for x in one):
                count += 1
                yield one
        if depth < _MAX_DEPTH:
            waiting += ((x, depth + 1) for x in inside if isinstance(x, dict | list))


def _post(one: Any, at: int, clock: PageClock) -> Post | None:
    """Return an object as a post: a text with a name, and a time of any kind."""
    if not isinstance(one, dict):
        return None
    parts = [one, *(x for x in one.values() if isinstance(x, dict))]
    text = next(
        (t for part in parts for key in _TEXTS if (t := _words(part.get(key)))), None
    )
    author = next((a for key in _AUTHORS if (a := _name(one.get(key)))), "")
    when = next(
        (w for part in parts for key in _TIMES if (w := _time(part, key, clock))), None
    )
    if text is None or not author or when is None:
        return None
    edit = next(
        (w for part in parts for key in _EDITS if (w := _time(part, key, clock))), None
    )
    number = next(
        (n for part in parts for key in _NUMBERS if (n := _number(part.get(key)))), at
    )
    marked = "</" in text or "<br" in text
    lines = html_body.lines_of(text) if marked else bbcode.lines_of(text)
    return post_of(
        number,
        author,
        lines,
        clocked=when,
        edited=edit[0] if edit else None,
    )


def _words(value: Any) -> str | None:
    """Return a text; Telegram gives it in pieces."""
    if isinstance(value, list):
        pieces = (x.get("text") if isinstance(x, dict) else x for x in value)
        return "".join(x for x in pieces if isinstance(x, str)) or None
    return value if isinstance(value, str) else None


def _name(value: Any) -> str:
    if isinstance(value, dict):
        return next((n for key in _NAMES if (n := _name(value.get(key)))), "")
    return clean_name(value)


def _time(part: dict[str, Any], key: str, clock: PageClock) -> Any:
    value = part.get(key)
    if isinstance(value, bool) or value is None:
        return None
    return clock.read(str(value))


def _number(value: Any) -> int:
    if isinstance(value, str) and value.isdecimal():
        value = int(value[:19])
    return value if isinstance(value, int) and value > 0 else 0
